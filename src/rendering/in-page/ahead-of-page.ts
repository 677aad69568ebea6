import type { DrawnSources, PageElement, PageNodes } from './dom.ts';
import type { PageTimers } from './page-state.ts';

/**
 * Runs in every document before its own scripts: keeps the text that a script puts a drawing in the place of, the source of a diagram.
 */
export function keepDrawnSources(): void {
  const { MutationObserver, document } = globalThis as unknown as {
    readonly MutationObserver: new (
      see: (changes: readonly { target: PageElement; removedNodes: PageNodes; addedNodes: PageNodes }[]) => void,
    ) => { observe(root: unknown, options: { childList: true; subtree: true }): void };
    readonly document: unknown;
  };
  const textNode = 3;
  const sources = new Map<PageElement, string>() satisfies DrawnSources;
  const observer = new MutationObserver((changes) => {
    for (const { target, removedNodes, addedNodes } of changes) {
      if (removedNodes[0]?.nodeType !== textNode || addedNodes[0]?.nodeName !== 'svg') continue;
      const text = [...removedNodes].map(({ nodeName, textContent }) => (nodeName === 'BR' ? '\n' : textContent));
      sources.set(target, text.join(''));
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  Object.defineProperty(globalThis, Symbol.for('pagemark.drawn'), { value: sources });
}

/**
 * Runs in every document before its own scripts. Shadow roots that a page would close are opened, so that their content can be
 * read; the timers that it sets are counted, so that it is known to be at work. A timer that a timer set is one of its chain, of
 * which the first {@link PageTimers.once} are counted: a clock that goes on for ever is no work.
 */
export function aheadOfPage(): void {
  const page = globalThis as unknown as {
    Element: { prototype: { attachShadow(init: { mode: string }): unknown } };
    setTimeout(run: unknown, ms?: number, ...args: unknown[]): number;
    setInterval(run: unknown, ms?: number, ...args: unknown[]): number;
    clearTimeout(id?: number): void;
    clearInterval(id?: number): void;
  };
  const { prototype } = page.Element;
  const attach = prototype.attachShadow;
  prototype.attachShadow = function attachShadow(init) {
    return attach.call(this, { ...init, mode: 'open' });
  };
  const longestMs = 10_000;
  const longestChain = 8;
  const once = new Set<number>();
  const again = new Set<number>();
  let chain = 0;
  const { setTimeout: start, setInterval: repeat, clearTimeout: stop, clearInterval: end } = page;
  page.setTimeout = function setTimeout(run, ms = 0, ...args) {
    if (typeof run !== 'function' || ms > longestMs) return start(run, ms, ...args);
    const link = chain + 1;
    const id = start(
      (...given: unknown[]) => {
        once.delete(id);
        const outer = chain;
        chain = link;
        try {
          run.apply(page, given);
        } finally {
          chain = outer;
        }
      },
      ms,
      ...args,
    );
    if (link <= longestChain) once.add(id);
    return id;
  };
  page.setInterval = function setInterval(run, ms, ...args) {
    const id = repeat(run, ms, ...args);
    again.add(id);
    return id;
  };
  const forget = (id?: number): void => {
    once.delete(id as number);
    again.delete(id as number);
  };
  page.clearTimeout = function clearTimeout(id) {
    forget(id);
    stop(id);
  };
  page.clearInterval = function clearInterval(id) {
    forget(id);
    end(id);
  };
  const timers = { once, again, start } satisfies PageTimers;
  Object.defineProperty(globalThis, Symbol.for('pagemark.timers'), { value: timers });
}
