import { addTo } from '../add-to.ts';
import { wordSet } from '../word-set.ts';
import {
  attr,
  childrenOf,
  following,
  followingOutside,
  HTML_NS,
  type HtmlNode,
  setChildren,
} from './tree.ts';

/** The attribute of a style whose rules are for what is in the element around it alone; no page can write it. */
export const OF_SHADOW_ROOT = 'shadowRoot';

/** Elements that may host a shadow root besides custom elements (DOM Standard, "valid shadow host name"). */
const HOSTS = wordSet(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span',
);

/** Whether a start tag is that of a declarative shadow root (`<template shadowrootmode="open|closed">`). */
export function isShadowRootTemplate(node: HtmlNode): boolean {
  return node.tag === 'template' && /^(?:open|closed)$/i.test(attr(node, 'shadowrootmode') ?? '');
}

/**
 * Shows declarative shadow roots as a browser does: the children of the host give way to those of its first
 * `<template shadowrootmode>`, in which each `<slot>` is filled with the host's children that name it, or keeps its
 * fallback when there are none. Children that no slot takes are not rendered and are dropped. Not recursive.
 */
export function flattenShadowRoots(root: HtmlNode): void {
  const templates: HtmlNode[] = [];
  for (let node: HtmlNode | null = root; node; node = following(node, root)) {
    if (node.ns === HTML_NS && isShadowRootTemplate(node)) templates.push(node);
  }
  const hosts = new Set<HtmlNode>();
  for (const template of templates) {
    const host = template.parent;
    if (!host || hosts.has(host) || host.ns !== HTML_NS) continue;
    if (!HOSTS.has(host.tag) && !host.tag.includes('-')) continue;
    hosts.add(host);
    attachShadow(host, template);
  }
}

function attachShadow(host: HtmlNode, template: HtmlNode): void {
  const light = new Map<string, HtmlNode[]>();
  for (const child of childrenOf(host))
    if (child !== template) addTo(light, attr(child, 'slot') ?? '', child);
  const slots: HtmlNode[] = [];
  for (let node = template.first; node; ) {
    if (node.tag === 'slot' && node.ns === HTML_NS) slots.push(node);
    if (node.tag === 'style') node.attrs = [...node.attrs, { name: OF_SHADOW_ROOT, value: '' }];
    // The slots in a template belong to another tree.
    node = node.tag === 'template' ? followingOutside(node, template) : following(node, template);
  }
  setChildren(host, childrenOf(template));
  for (const slot of slots) {
    const name = attr(slot, 'name') ?? '';
    const assigned = light.get(name);
    light.delete(name);
    if (assigned) setChildren(slot, assigned);
  }
}
