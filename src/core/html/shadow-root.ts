import { addTo } from '../add-to.ts';
import {
  attr,
  childrenOf,
  following,
  followingOutside,
  HTML_NS,
  type HtmlNode,
  setChildren,
} from './tree.ts';

/** Elements that may host a shadow root besides custom elements (DOM Standard, "valid shadow host name"). */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** Whether a start tag is that of a declarative shadow root (`<template shadowrootmode="open|closed">`). */
export function isShadowRootTemplate(
  tag: string,
  attrs: readonly { name: string; value: string }[],
): boolean {
  if (tag !== 'template') return false;
  for (const a of attrs) if (a.name === 'shadowrootmode') return /^(?:open|closed)$/i.test(a.value);
  return false;
}

/**
 * Shows declarative shadow roots as a browser does: the children of the host give way to those of its first
 * `<template shadowrootmode>`, in which each `<slot>` is filled with the host's children that name it, or keeps its
 * fallback when there are none. Children that no slot takes are not rendered and are dropped. Not recursive.
 */
export function flattenShadowRoots(root: HtmlNode): void {
  const templates: HtmlNode[] = [];
  for (let node: HtmlNode | null = root; node; node = following(node, root)) {
    if (node.tag === 'template' && node.ns === HTML_NS && isShadowRootTemplate(node.tag, node.attrs))
      templates.push(node);
  }
  const hosts = new Set<HtmlNode>();
  for (const template of templates) {
    const host = template.parent;
    if (!host || hosts.has(host) || !isHost(host)) continue;
    hosts.add(host);
    attachShadow(host, template);
  }
}

function isHost(node: HtmlNode): boolean {
  return node.ns === HTML_NS && (HOSTS.has(node.tag) || node.tag.includes('-'));
}

function attachShadow(host: HtmlNode, template: HtmlNode): void {
  const light = new Map<string, HtmlNode[]>();
  for (const child of childrenOf(host)) {
    if (child === template) continue;
    addTo(light, attr(child, 'slot') ?? '', child);
  }
  const slots: HtmlNode[] = [];
  for (let node: HtmlNode | null = template.first; node; node = followingOutsideTemplates(node, template)) {
    if (node.tag === 'slot' && node.ns === HTML_NS) slots.push(node);
  }
  setChildren(host, childrenOf(template));
  for (const slot of slots) {
    const name = attr(slot, 'name') ?? '';
    const assigned = light.get(name);
    if (!assigned) continue;
    light.delete(name);
    setChildren(slot, assigned);
  }
}

/** As `following`, but steps over the content of templates: their slots belong to another tree. */
function followingOutsideTemplates(node: HtmlNode, root: HtmlNode): HtmlNode | null {
  return node.first && node.tag !== 'template' ? node.first : followingOutside(node, root);
}
