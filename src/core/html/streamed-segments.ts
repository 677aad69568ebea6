import { type Attribute, attr, detach, following, type HtmlNode, insert, nearest } from './tree.ts';

/** A segment this far inside other elements is left where it is: no page of React's is, and a cycle must not be. */
const MAX_ANCESTORS = 600;

/** Whether a `<div>` with these attributes is such a part: `<div hidden id="S:1">`. */
export function isStreamedSegment(attrs: readonly Attribute[]): boolean {
  if (attrs.length < 2 || !attrs.some(({ name }) => name === 'hidden')) return false;
  return attrs.some(({ name, value }) => name === 'id' && value.startsWith('S:'));
}

/** Whether a `<template>` with these attributes holds the place of such a part, ahead of what is shown until it has come. */
export function isAwaited(attrs: readonly Attribute[]): boolean {
  return attrs.some(({ name, value }) => name === 'id' && value.startsWith('B:'));
}

/**
 * Puts the parts that React streams after the page (`<div hidden id="S:1">` at its end) where its script would:
 * in place of `<template id="B:1">` (`$RC`) or `<template id="P:1">` (`$RS`). Without it such pages are empty, or
 * have their code blocks behind the footer. What was shown until then goes, up to its last node (`fallbackEnds`). Linear in
 * the number of nodes.
 */
export function placeStreamedSegments(root: HtmlNode, fallbackEnds: ReadonlyMap<HtmlNode, HtmlNode>): void {
  const templates: HtmlNode[] = [];
  const segments = new Map<string, HtmlNode>();
  for (let node: HtmlNode | null = root; node; node = following(node, root)) {
    if (node.tag !== 'template' && node.tag !== 'div') continue;
    const id = attr(node, 'id');
    if (id === null || id.charCodeAt(1) !== 58) continue;
    if (node.tag === 'template') templates.push(node);
    else if (isStreamedSegment(node.attrs)) segments.set(id.slice(2), node);
  }
  for (const template of templates) {
    const id = attr(template, 'id')!;
    const segment = /^[BP]:/.test(id) ? segments.get(id.slice(2)) : undefined;
    if (segment === undefined || !mayHold(template, segment, root)) continue;
    segments.delete(id.slice(2));
    const last = fallbackEnds.get(template);
    if (last !== undefined) removeAfter(template, last);
    replace(template, segment);
  }
}

/** Takes the siblings behind a node out of the page, up to `last`, if that is one of them. */
function removeAfter(node: HtmlNode, last: HtmlNode): void {
  if (last === node || last.parent !== node.parent) return;
  const rest = last.next;
  while (node.next !== null && node.next !== rest) detach(node.next);
}

/** Whether a node is in the page still, not deep in it, and neither in a part nor in what another one took the place of. */
function mayHold(template: HtmlNode, segment: HtmlNode, root: HtmlNode): boolean {
  return nearest(template, (up) => up === segment || up === root, MAX_ANCESTORS) === root;
}

/** The children of `segment` take the place of `template`; the segment stays behind, empty. */
function replace(template: HtmlNode, segment: HtmlNode): void {
  const { parent } = template;
  if (parent === null || segment.first === null) return;
  for (let child: HtmlNode | null = segment.first; child !== null; child = segment.first) {
    detach(child);
    insert(parent, child, template);
  }
  detach(template);
}
