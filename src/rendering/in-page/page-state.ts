import type { PageRoot, PageWindow } from './dom.ts';

/** How a document looks now; two equal states apart in time mean that it stands still. */
export interface PageState {
  readonly complete: boolean;
  /** Characters of visible text, white space apart. */
  readonly ink: number;
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
    ink: text.replace(/\s+/g, '').length,
    elements,
    height: document.documentElement.scrollHeight,
  };
}
