import type { PageElement, PageRoot, PageWindow } from './dom.ts';

/** A document as markup, or why it is not given. */
export type DocumentMarkup =
  | { readonly kind: 'html'; readonly html: string; readonly visibleLength: number }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'no_html' };

interface ReadOptions {
  /** Of what ran ahead of it (`markUnpainted`). */
  readonly mark: string;
  readonly maxCharacters: number;
  /** Only the content of `<body>`, with addresses made absolute: it will stand in another document. */
  readonly bodyOnly: boolean;
}

/**
 * Runs in the page, which it takes to pieces: scripts are removed, because they have run, and so is `<noscript>`, which
 * is for browsers that do not run them. Open shadow roots become `<template shadowrootmode>`; closed ones were opened
 * by the script that runs ahead of the page.
 */
export function readDocument({ maxCharacters, bodyOnly }: ReadOptions): DocumentMarkup {
  const { document, performance } = globalThis as unknown as PageWindow;
  if (!/html/.test(document.contentType)) return { kind: 'no_html' };
  // Whitespace without end leaves a small document.
  const [navigation] = performance.getEntriesByType('navigation');
  if (!bodyOnly && (navigation?.decodedBodySize ?? 0) > maxCharacters) return { kind: 'too_large' };
  const visibleLength = (document.body?.innerText ?? '').replace(/\s+/g, '').length;
  const roots: PageRoot[] = [];
  const elements: PageElement[] = [];
  const pending: PageRoot[] = [document];
  while (pending.length > 0) {
    const all = pending.pop()!.querySelectorAll('*');
    for (let i = 0; i < all.length; i++) {
      const root = all[i]!.shadowRoot;
      elements.push(all[i]!);
      if (root === null) continue;
      roots.push(root);
      pending.push(root);
    }
  }
  const hasRun = (element: PageElement, tag: string): boolean =>
    tag === 'noscript' || (tag === 'script' && !/json|math|tex/i.test(element.getAttribute('type') ?? ''));
  /** What is drawn has no text but its label. */
  const showLabel = (element: PageElement, tag: string): void => {
    const label = tag === 'canvas' ? element.getAttribute('aria-label') : null;
    if (!label) return;
    const text = document.createElement('p');
    text.innerText = label;
    element.replaceWith(text);
  };
  const makeAbsolute = (element: PageElement): void => {
    for (const name of ['href', 'src', 'poster', 'data-src']) {
      const value = element.getAttribute(name);
      if (!value || value.startsWith('#')) continue;
      try {
        element.setAttribute(name, new URL(value, document.baseURI).href);
      } catch {
        // No address: it stays as it is.
      }
    }
  };
  for (const element of elements) {
    const tag = element.tagName.toLowerCase();
    showLabel(element, tag);
    if (hasRun(element, tag)) element.remove();
    if (bodyOnly) makeAbsolute(element);
  }
  const inner = (element: PageElement): string =>
    element.getHTML ? element.getHTML({ shadowRoots: roots }) : element.innerHTML;
  const whole = (): string => {
    const shell = document.documentElement.cloneNode(false).outerHTML;
    return `<!doctype html>${shell.slice(0, shell.lastIndexOf('</'))}${inner(document.documentElement)}</html>`;
  };
  const html = bodyOnly ? (document.body ? inner(document.body) : '') : whole();
  return html.length > maxCharacters ? { kind: 'too_large' } : { kind: 'html', html, visibleLength };
}
