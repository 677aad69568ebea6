import type { PageElement, PageWindow } from './dom.ts';
import type { CountTimers } from './page-state.ts';

/** Puts the sources of drawings back, in the place of these. */
type ShowSources = () => void;

type PageNodes = ArrayLike<{ readonly nodeName: string; readonly textContent: string }>;

interface PageChange {
  readonly target: PageElement;
  readonly removedNodes: PageNodes;
  readonly addedNodes: PageNodes;
}

/**
 * Runs in every document before its own scripts: keeps the text that a script puts a drawing in the place of, the source of a
 * diagram, for whoever reads the document.
 */
export function keepDrawnSources(): void {
  const { MutationObserver, document } = globalThis as unknown as PageWindow & {
    readonly MutationObserver: new (
      see: (changes: readonly PageChange[]) => void,
    ) => { observe(root: unknown, options: object): void };
  };
  const sources = new Map<PageElement, string>();
  const observer = new MutationObserver((changes) => {
    for (const { target, removedNodes, addedNodes } of changes) {
      if (removedNodes[0]?.nodeName !== '#text' || addedNodes[0]?.nodeName !== 'svg') continue;
      const lines = Array.from(removedNodes, (node) => (node.nodeName === 'BR' ? '\n' : node.textContent));
      const source = lines.join('').trim();
      // "Loading chart…" has one line, a diagram has more.
      if (source.includes('\n')) sources.set(target, source);
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  const showSources: ShowSources = () => {
    for (const [element, source] of sources) {
      const text = document.createElement('pre');
      text.textContent = source;
      text.setAttribute('class', element.getAttribute('class') ?? '');
      element.replaceWith(text);
    }
    sources.clear();
  };
  Object.defineProperty(globalThis, Symbol.for('pagemark.drawn'), { value: showSources });
}

/**
 * Runs in every document before its own scripts: what they say to the console (Console standard, 1), and errors that nobody catches, go
 * nowhere, because telling them to the driver costs the browser more than most pages do.
 */
export function quietConsole(): void {
  const { console, addEventListener } = globalThis as unknown as {
    readonly console: Record<string, unknown>;
    addEventListener(kind: string, see: (event: { preventDefault(): void }) => void): void;
  };
  for (const kind of ['error', 'unhandledrejection'])
    addEventListener(kind, (event) => event.preventDefault());
  const names =
    'assert clear count countReset debug dir dirxml error group groupCollapsed groupEnd info log table time timeEnd timeLog timeStamp trace warn';
  for (const name of names.split(' ')) console[name] = () => undefined;
}

/**
 * Runs in every document before its own scripts. Shadow roots that a page would close are opened, so that their content can be
 * read; the timers that it sets are counted, so that it is known to be at work. A timer that a timer set is one of its chain, of
 * which the first eight are counted: a clock that goes on for ever is no work.
 */
export function aheadOfPage(): void {
  const page = globalThis as unknown as {
    Element: { prototype: { attachShadow(init: { mode: string }): unknown } };
    setTimeout(run: unknown, ms?: number, ...args: unknown[]): number;
    setInterval(run: unknown, ms?: number, ...args: unknown[]): number;
    clearTimeout(id?: number): void;
    clearInterval(id?: number): void;
  };
  const { apply } = Reflect;
  const { prototype } = page.Element;
  const attach = prototype.attachShadow;
  prototype.attachShadow = function attachShadow(init) {
    return apply(attach, this, [{ ...init, mode: 'open' }]);
  };
  const longestMs = 10_000;
  const longestChain = 8;
  const once = new Set<number>();
  const again = new Set<number>();
  // A page may give sets other methods.
  const { add, delete: remove } = Set.prototype;
  const size = Reflect.getOwnPropertyDescriptor(Set.prototype, 'size')!.get!;
  const count = (timers: Set<number>): number => apply(size, timers, []);
  const note = (timers: Set<number>, id: number): unknown => apply(add, timers, [id]);
  const forget = (timers: Set<number>, id: number): unknown => apply(remove, timers, [id]);
  let chain = 0;
  const { setTimeout: start, setInterval: repeat, clearTimeout: stop } = page;
  page.setTimeout = function setTimeout(run, ms = 0, ...args) {
    if (typeof run !== 'function' || ms > longestMs) return start(run, ms, ...args);
    const link = chain + 1;
    const id = start(
      (...given: unknown[]) => {
        forget(once, id);
        const outer = chain;
        chain = link;
        try {
          apply(run, page, given);
        } finally {
          chain = outer;
        }
      },
      ms,
      ...args,
    );
    if (link <= longestChain) note(once, id);
    return id;
  };
  page.setInterval = function setInterval(run, ms, ...args) {
    const id = repeat(run, ms, ...args);
    note(again, id);
    return id;
  };
  /** Either ends a timer of both kinds (HTML, 8.6). */
  const clear = (id?: number): void => {
    forget(once, id as number);
    forget(again, id as number);
    stop(id);
  };
  page.clearTimeout = clear;
  page.clearInterval = clear;
  const counts: CountTimers = () => [count(once), count(again)];
  Object.defineProperty(globalThis, Symbol.for('pagemark.timers'), { value: counts });
}
