import type { PageElement, PageRoot, PageWindow } from './dom.ts';

/** How many timers of ten seconds and less are due yet, of a chain the first eight; and how many come again and again. */
export type CountTimers = () => readonly [once: number, again: number];

/** How a document looks now; two equal states apart in time mean that it stands still. */
export interface PageState {
  readonly complete: boolean;
  /** Characters of visible text, white space apart. */
  readonly visibleLength: number;
  readonly elements: number;
  /** Height of the document in CSS pixels. */
  readonly height: number;
  /** It shows that content is on its way: next to no text, a skeleton, a text that says so. */
  readonly isWaiting: boolean;
  /** Timers that are due, and those that come again and again. */
  readonly timers: number;
  readonly intervals: number;
}

/** How a page says that its content is on its way. */
export interface WaitingSigns {
  /** Phrases, folded. */
  readonly phrases: readonly string[];
  /** Source of the pattern of marks that folding takes away. */
  readonly marks: string;
  /** A page with fewer characters of text has not shown its content yet. */
  readonly littleText: number;
}

/**
 * Runs in the page, once it is drawn: what waits to be seen is told of it then. A page that is not drawn is looked at
 * after a second.
 */
export async function pageState({
  phrases,
  marks,
  littleText,
}: WaitingSigns): Promise<Omit<PageState, 'timers' | 'intervals'>> {
  const { document, requestAnimationFrame } = globalThis as unknown as PageWindow;
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(() => resolve(), 1000);
  });
  const isShown = (element: PageElement): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const isSkeleton = (element: PageElement): boolean =>
    (element.innerText ?? '').trim() === '' && isShown(element);
  const skeletons =
    '[class*="skeleton" i], [class*="shimmer" i], [class*="spinner" i], [aria-busy="true"], :not(:defined)';
  let text = document.body?.innerText ?? '';
  let elements = 0;
  let isWaiting = false;
  const roots: PageRoot[] = [document];
  for (let at = 0; at < roots.length && at < 500; at++) {
    const root = roots[at]!;
    const all = root.querySelectorAll('*');
    elements += all.length;
    for (let i = 0; i < all.length; i++) {
      const { shadowRoot } = all[i]!;
      if (!shadowRoot) continue;
      roots.push(shadowRoot);
      text += `\n${shadowRoot.textContent}`;
    }
    const marked = root.querySelectorAll(skeletons);
    for (let i = 0; i < marked.length && i < 200 && !isWaiting; i++) isWaiting = isSkeleton(marked[i]!);
  }
  // linear: the marks are a class of characters.
  const fold = (line: string): string =>
    line.toLowerCase().normalize('NFD').replace(new RegExp(marks, 'g'), '').normalize('NFC');
  const saysSo = (line: string): boolean => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.length > 120) return false;
    const folded = fold(trimmed);
    return phrases.some((phrase) => folded.startsWith(phrase));
  };
  const visibleLength = text.replace(/\s+/g, '').length;
  return {
    complete: document.readyState === 'complete',
    visibleLength,
    elements,
    height: document.documentElement.scrollHeight,
    isWaiting: isWaiting || visibleLength < littleText || text.slice(0, 100_000).split('\n').some(saysSo),
  };
}

/**
 * Runs in the page. On its way to the end it stops a window ahead of it until that is drawn: a page is told that its end
 * comes into view, not that it is still there after the page grew.
 */
export async function scrollWindow(toEnd: boolean): Promise<void> {
  const { document, innerHeight, requestAnimationFrame, scrollTo } = globalThis as unknown as PageWindow;
  if (!toEnd) return scrollTo(0, 0);
  scrollTo(0, document.documentElement.scrollHeight - 2 * innerHeight);
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 1000);
  });
  scrollTo(0, document.documentElement.scrollHeight);
}

/**
 * Runs in the page: whether something visible matches a selector, nothing does yet, or it is no CSS. Looks in the document and
 * in open shadow roots, each for itself, as CSS does.
 */
export function selectorState(selector: string): 'shown' | 'absent' | 'invalid' {
  const { document } = globalThis as unknown as PageWindow;
  const roots: PageRoot[] = [document];
  for (let at = 0; at < roots.length && at < 500; at++) {
    let matches: ArrayLike<PageElement>;
    try {
      matches = roots[at]!.querySelectorAll(selector);
    } catch {
      return 'invalid';
    }
    for (let i = 0; i < matches.length; i++) {
      const { width, height } = matches[i]!.getBoundingClientRect();
      if (width > 0 && height > 0 && matches[i]!.checkVisibility({ visibilityProperty: true }))
        return 'shown';
    }
    const all = roots[at]!.querySelectorAll('*');
    for (let i = 0; i < all.length; i++) {
      const { shadowRoot } = all[i]!;
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  return 'absent';
}
