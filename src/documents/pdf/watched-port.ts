import type { SentFont } from './text-loss.ts';

/** What is seen of a PDF on its way between the halves of PDF.js. */
interface Watch {
  /** Drawing operators of a page, a thousand at a time. */
  operators(operators: readonly number[]): void;
  /** A font, before anything is drawn or read with it. */
  font(name: string, font: SentFont): void;
  /** A font that PDF.js cannot read. */
  brokenFont(name: string): void;
}

type SentObject = readonly [name: string, kind: string, sent: { extra?: SentFont; error?: unknown }];

/** What PDF.js says over a port while it works; the data of `commonobj` is a `SentObject`. */
interface PortMessage {
  readonly action?: string;
  readonly data?: unknown;
  readonly chunk?: { readonly fnArray?: readonly number[] };
}

type Listener = (event: { readonly data: unknown }) => void;

/** The port between the two halves of PDF.js in one thread. It shows what passes to a watch. */
export class WatchedPort {
  readonly #listeners = new Map<Listener, AbortController>();
  readonly #watch: Watch;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  postMessage(message: PortMessage, transfer?: readonly ArrayBuffer[] | null): void {
    const operators = message.chunk?.fnArray;
    if (operators !== undefined) this.#watch.operators(operators);
    if (message.action === 'commonobj') this.#showFont(message.data as SentObject);
    const data: unknown = structuredClone(message, transfer ? { transfer: [...transfer] } : undefined);
    // As between threads, a message arrives after the sender is done.
    queueMicrotask(() => {
      for (const listener of this.#listeners.keys()) listener.call(this, { data });
    });
  }

  /** Shows a font; what it says of itself beyond what is drawn with stays here: character maps are long. */
  #showFont([name, kind, sent]: SentObject): void {
    if (kind !== 'Font') return;
    if (sent.error !== undefined) this.#watch.brokenFont(name);
    if (sent.extra !== undefined) this.#watch.font(name, sent.extra);
    delete sent.extra;
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
