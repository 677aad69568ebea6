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

/** The port between the two halves of PDF.js in one thread. It shows what passes to a watch. */
export class WatchedPort extends EventTarget {
  readonly #watch: Watch;

  constructor(watch: Watch) {
    super();
    this.#watch = watch;
  }

  postMessage(message: PortMessage, transfer?: readonly ArrayBuffer[] | null): void {
    const operators = message.chunk?.fnArray;
    if (operators !== undefined) this.#watch.operators(operators);
    if (message.action === 'commonobj') this.#showFont(message.data as SentObject);
    const data: unknown = structuredClone(message, transfer ? { transfer: [...transfer] } : undefined);
    // As between threads, a message arrives after the sender is done.
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }

  /** Shows a font; what it says of itself beyond what is drawn with stays here: character maps are long. */
  #showFont([name, kind, sent]: SentObject): void {
    if (kind !== 'Font') return;
    if (sent.error !== undefined) this.#watch.brokenFont(name);
    if (sent.extra !== undefined) this.#watch.font(name, sent.extra);
    delete sent.extra;
  }
}
