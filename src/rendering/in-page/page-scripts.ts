import type { PageElement, PageRoot, PageWindow } from './dom.ts';

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

/** What a selector comes to: something visible matches, nothing does yet, or it is no CSS. */
type SelectorState = 'shown' | 'absent' | 'invalid';

/** Runs in the page: looks in the document and in open shadow roots, each for itself, as CSS does. */
export function selectorState(selector: string): SelectorState {
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
