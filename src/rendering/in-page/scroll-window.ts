import type { PageWindow } from './dom.ts';

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
