import type { ShowSources } from './ahead-of-page.ts';
import type { PageElement, PageRoot, PageStyle, PageWindow } from './dom.ts';

/** A document as markup, or why it is not given. */
export type DocumentMarkup =
  | { readonly kind: 'html'; readonly html: string; readonly visibleLength: number }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'no_html' };

interface ReadOptions {
  readonly maxCharacters: number;
  /** Only the content of `<body>`, with addresses made absolute: it will stand in another document. */
  readonly bodyOnly: boolean;
}

/**
 * Runs in the page, which it takes to pieces: scripts are removed, because they have run, and so is `<noscript>`, which
 * is for browsers that do not run them. Open shadow roots become `<template shadowrootmode>`; closed ones were opened
 * by the script that runs ahead of the page. What the styles of the page hide says so in its own style attribute: whoever
 * reads the markup has the styles no more.
 */
export function readDocument({ maxCharacters, bodyOnly }: ReadOptions): DocumentMarkup {
  const { document, getComputedStyle, performance } = globalThis as unknown as PageWindow;
  if (!/html/.test(document.contentType)) return { kind: 'no_html' };
  // Whitespace without end leaves a small document.
  const [navigation] = performance.getEntriesByType('navigation');
  if (!bodyOnly && (navigation?.decodedBodySize ?? 0) > maxCharacters) return { kind: 'too_large' };
  (globalThis as unknown as Record<symbol, ShowSources | undefined>)[Symbol.for('pagemark.drawn')]?.();
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
  /** What no style of a page decides, and what it hides until its scripts ran. */
  const decided =
    /^(?:html|head|body|main|script|style|template|noscript|title|meta|link|base|rp|area|datalist|dialog|source|track|param|option)$/i;
  /** Names of the declarations that hide an element, or may (`core/page/visibility/`). */
  const hiding = (element: PageElement, seen: PageStyle): readonly string[] => {
    const has = (name: string, value: RegExp): boolean => value.test(seen.getPropertyValue(name));
    const isSpeck = (name: string): boolean => Number.parseFloat(seen.getPropertyValue(name)) <= 1;
    const isOut = has('position', /absolute|fixed/);
    return [
      ...(has('display', /^none$/) ? ['display'] : []),
      ...(has('visibility', /hidden|collapse/) ? ['visibility'] : []),
      ...(has('content-visibility', /^hidden$/) ? ['content-visibility'] : []),
      ...(element.firstElementChild === null && isSpeck('font-size') ? ['font-size'] : []),
      ...(has('text-indent', /-\d{4}/) ? ['text-indent'] : []),
      ...(has('overflow', /hidden|clip/) &&
      ['width', 'height', 'max-width', 'max-height'].some(isSpeck) &&
      // Pictures were never loaded: boxes have not the size that these give them.
      element.querySelectorAll('img, picture, video, iframe, canvas').length === 0
        ? ['overflow', 'position', 'width', 'height', 'max-width', 'max-height']
        : []),
      ...(has('clip-path', /^none$/) ? [] : ['clip-path']),
      ...(isOut && !has('clip', /^auto$/) ? ['clip', 'position'] : []),
      ...(isOut && (has('left', /-\d{4}/) || has('top', /-\d{4}/)) ? ['position', 'left', 'top'] : []),
    ];
  };
  /** Most elements whose style is asked for: 50,000 take a browser about half a second. */
  const judged = elements.slice(0, 50_000).flatMap((element) => {
    const { style } = element;
    if (style === undefined || decided.test(element.tagName)) return [];
    // Find in page opens the first; the second is for screen readers, and the only text of a formula.
    if (element.getAttribute('hidden') === 'until-found') return [];
    if (element.firstElementChild?.tagName.toLowerCase() === 'math') return [];
    const seen = getComputedStyle(element);
    // What stands in the attribute may be overruled, or forbidden by the policy of the page.
    const attribute = element.getAttribute('style') ?? '';
    const own = ['display', 'visibility'].filter((name) => attribute.includes(name));
    return [...own, ...hiding(element, seen)].map((name) => ({
      style,
      name,
      value: seen.getPropertyValue(name),
    }));
  });
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
  for (const { style, name, value } of judged) style.setProperty(name, value);
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
