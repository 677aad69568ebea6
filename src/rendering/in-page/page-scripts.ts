import type { PageElement, PageRoot, PageWindow } from './dom.ts';

/**
 * Runs in every document before its own scripts: shadow roots that a page would close are opened, so that their content
 * can be read.
 */
export function aheadOfPage(): void {
  const { prototype } = (
    globalThis as unknown as { Element: { prototype: { attachShadow(init: { mode: string }): unknown } } }
  ).Element;
  const attach = prototype.attachShadow;
  prototype.attachShadow = function attachShadow(init) {
    return attach.call(this, { ...init, mode: 'open' });
  };
}

/** How a document looks now; two equal states apart in time mean that it stands still. */
export interface PageState {
  readonly complete: boolean;
  /** Characters of visible text, white space apart. */
  readonly visibleLength: number;
  readonly elements: number;
  /** Height of the document in CSS pixels. */
  readonly height: number;
}

/**
 * Runs in the page, once it is drawn: what waits to be seen is told of it then. A page that is not drawn is looked at
 * after a second.
 */
export async function pageState(): Promise<PageState> {
  const { document, requestAnimationFrame } = globalThis as unknown as PageWindow;
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 1000);
  });
  let text = document.body?.innerText ?? '';
  let elements = 0;
  const roots: PageRoot[] = [document];
  for (let at = 0; at < roots.length && at < 500; at++) {
    const all = roots[at]!.querySelectorAll('*');
    elements += all.length;
    for (let i = 0; i < all.length; i++) {
      const { shadowRoot } = all[i]!;
      if (!shadowRoot) continue;
      roots.push(shadowRoot);
      text += shadowRoot.textContent;
    }
  }
  return {
    complete: document.readyState === 'complete',
    visibleLength: text.replace(/\s+/g, '').length,
    elements,
    height: document.documentElement.scrollHeight,
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
