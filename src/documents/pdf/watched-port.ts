/** What PDF.js says over a port while it works: here of the drawing operators of a page, a thousand at a time. */
interface PortMessage {
  readonly chunk?: { readonly fnArray?: readonly number[] };
}

type Listener = (event: { readonly data: unknown }) => void;

/** The port between the two halves of PDF.js in one thread. `watch` sees the operators of a page on their way. */
export class WatchedPort {
  readonly #listeners = new Map<Listener, AbortController>();
  readonly #watch: (operators: readonly number[]) => void;

  constructor(watch: (operators: readonly number[]) => void) {
    this.#watch = watch;
  }

  postMessage(message: PortMessage, transfer?: readonly ArrayBuffer[]): void {
    const operators = message.chunk?.fnArray;
    if (operators !== undefined) this.#watch(operators);
    const data: unknown = structuredClone(
      message,
      transfer === undefined ? undefined : { transfer: [...transfer] },
    );
    // As between threads, a message arrives after the sender is done.
    queueMicrotask(() => {
      for (const listener of this.#listeners.keys()) listener.call(this, { data });
    });
  }

  addEventListener(_type: 'message', listener: Listener, options?: { readonly signal?: AbortSignal }): void {
    const removal = new AbortController();
    options?.signal?.addEventListener('abort', () => this.removeEventListener('message', listener), {
      signal: removal.signal,
    });
    this.#listeners.set(listener, removal);
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.get(listener)?.abort();
    this.#listeners.delete(listener);
  }

  terminate(): void {
    for (const removal of this.#listeners.values()) removal.abort();
    this.#listeners.clear();
  }
}
