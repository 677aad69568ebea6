import type { HtmlDocument, HtmlNode } from '../html/tree.ts';
import { attr, ELEMENT } from '../html/tree.ts';
import type { ConvertOptions } from '../options.ts';
import type { Selection } from './selection.ts';

/** What extraction found. */
export interface Extraction {
  readonly selection: Selection;
  /** How the content was found. */
  readonly strategy: string;
}

const STEPS = ['unrendered', 'hidden', 'chrome', 'container'] as const;
const UNRENDERED = new Set([
  'script',
  'style',
  'template',
  'head',
  'link',
  'meta',
  'title',
  'base',
  'noscript',
]);
const CHROME = new Set(['nav', 'footer', 'aside', 'dialog', 'form', 'select', 'input', 'textarea', 'button']);
const CHROME_ROLES = new Set([
  'navigation',
  'contentinfo',
  'complementary',
  'dialog',
  'search',
  'banner',
  'menu',
]);

/** Chooses what stays of a page. First version: rules over containers. */
export function extract(doc: HtmlDocument, options: ConvertOptions): Extraction {
  const removedBy = new Uint8Array(doc.nodes.length);
  const full = options.scope === 'full';
  const words = new Float64Array(doc.nodes.length);
  for (let i = 0; i < doc.nodes.length; i++) {
    const node = doc.nodes[i]!;
    if (node.kind !== ELEMENT) {
      for (let p: HtmlNode | null = node; p; p = p.parent) words[p.index]! += node.text.trim().length;
      continue;
    }
    const step = stepFor(node, full);
    if (step > 0) {
      removedBy[i] = step;
      i = node.end - 1;
    }
  }
  const body = doc.body;
  if (full || !body) return { selection: { removedBy, steps: STEPS }, strategy: 'full' };
  let root = body;
  for (const node of doc.nodes) {
    const semantic = node.tag === 'main' || node.tag === 'article' || attr(node, 'role') === 'main';
    if (semantic && words[node.index]! > 0.4 * words[body.index]! && root === body) root = node;
  }
  for (let n = root; n !== body && n.parent; n = n.parent) {
    for (let s = n.parent.first; s; s = s.next)
      if (s !== n && removedBy[s.index] === 0) removedBy[s.index] = 4;
  }
  return { selection: { removedBy, steps: STEPS }, strategy: 'container' };
}

function stepFor(node: HtmlNode, full: boolean): number {
  if (UNRENDERED.has(node.tag)) return 1;
  const style = attr(node, 'style');
  if (attr(node, 'hidden') !== null || (style && /display:\s*none|visibility:\s*hidden/i.test(style)))
    return 2;
  if (full) return 0;
  const role = attr(node, 'role');
  return CHROME.has(node.tag) || (role && CHROME_ROLES.has(role)) ? 3 : 0;
}
