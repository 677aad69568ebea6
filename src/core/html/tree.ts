import type { Budget } from '../budget.ts';
import { isBlank } from './blank.ts';
import type { ElementIndex } from './element-index.ts';

/**
 * The compact HTML tree: one monomorphic node class, linked both ways, numbered in document order, so that
 * every annotation of a later step is a typed array indexed by `node.index` and every walk is a loop.
 */

export const ELEMENT = 1;
export const TEXT = 3;

/** Namespace of an element; HTML unless inside `<svg>` or `<math>`. */
export const HTML_NS = 0;
export const SVG_NS = 1;
export const MATHML_NS = 2;

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

const NO_ATTRIBUTES: readonly Attribute[] = [];

/** An element or a text node. Comments and doctypes are not kept; `<template>` content is kept as children. */
export class HtmlNode {
  parent: HtmlNode | null = null;
  first: HtmlNode | null = null;
  last: HtmlNode | null = null;
  prev: HtmlNode | null = null;
  next: HtmlNode | null = null;
  /** Position in `HtmlDocument.nodes` (document order), set once after parsing. */
  index = -1;
  /** Index after the last descendant: descendants are `index + 1 … end - 1`. */
  end = -1;
  /** What readers see of an element (`page/visibility/visibility.ts`). */
  visibility = 0;

  /**
   * `tag`: in lower case (`svg`/`math` elements as the parser spells them), `''` for text. `text`: character data of a text node,
   * `''` for elements.
   */
  constructor(
    readonly kind: typeof ELEMENT | typeof TEXT,
    readonly tag: string,
    readonly ns: 0 | 1 | 2,
    public attrs: readonly Attribute[],
    public text: string,
  ) {}

  static element(
    tag: string,
    ns: 0 | 1 | 2 = HTML_NS,
    attrs: readonly Attribute[] = NO_ATTRIBUTES,
  ): HtmlNode {
    return new HtmlNode(ELEMENT, tag, ns, attrs, '');
  }

  static text(data: string): HtmlNode {
    return new HtmlNode(TEXT, '', HTML_NS, NO_ATTRIBUTES, data);
  }
}

/** A parsed page. `nodes[0]` is the `<html>` element; `nodes[i].index === i`. */
export interface HtmlDocument {
  readonly nodes: readonly HtmlNode[];
  readonly elements: ElementIndex;
  readonly root: HtmlNode;
  readonly head: HtmlNode | null;
  readonly body: HtmlNode | null;
  /** Absolute URL that relative links resolve against: `<base href>` resolved on the page's URL, else the URL. */
  readonly baseUrl: string;
  /** True when the parser stopped at a bound: the outcome is `document_too_complex`. */
  readonly truncated: boolean;
  /** The work that the page may still cost. */
  readonly budget: Budget;
  /** A browser made the document: what its scripts uncover is shown. */
  scriptsRan?: boolean;
  /** The names of its authors as its metadata has them, read at the first question; absent where nobody reads metadata. */
  author?: () => string | null;
}

/** Value of an attribute, or null when it is absent. */
export function attr(node: HtmlNode, name: string): string | null {
  const { attrs } = node;
  for (let i = 0; i < attrs.length; i++) if (attrs[i]!.name === name) return attrs[i]!.value;
  return null;
}

/** An element and the nodes inside it, in document order, the first `most` of them. */
export function nodesOf(
  { nodes }: HtmlDocument,
  { index, end }: HtmlNode,
  most = Number.POSITIVE_INFINITY,
): readonly HtmlNode[] {
  return nodes.slice(index, Math.min(end, index + most));
}

/** The children of a node, in order. */
export function childrenOf(node: HtmlNode): HtmlNode[] {
  const children: HtmlNode[] = [];
  for (let child = node.first; child; child = child.next) children.push(child);
  return children;
}

/** Makes `children` the only children of `parent`; what it held before keeps its own links. */
export function setChildren(parent: HtmlNode, children: readonly HtmlNode[]): void {
  parent.first = null;
  parent.last = null;
  for (const child of children) insert(parent, child, null);
}

/** Puts a node, whose links are overwritten, ahead of a child of `parent`; behind all of them for null. */
export function insert(parent: HtmlNode, node: HtmlNode, before: HtmlNode | null): void {
  const prev = before === null ? parent.last : before.prev;
  node.parent = parent;
  node.prev = prev;
  node.next = before;
  if (prev) prev.next = node;
  else parent.first = node;
  if (before) before.prev = node;
  else parent.last = node;
}

/** Takes a node out of its parent; one without a parent stays as it is. */
export function detach(node: HtmlNode): void {
  const { parent, prev, next } = node;
  if (!parent) return;
  if (prev) prev.next = next;
  else parent.first = next;
  if (next) next.prev = prev;
  else parent.last = prev;
  node.parent = null;
  node.prev = null;
  node.next = null;
}

/** Next node in document order within `root`, children included; null at its end. */
export function following(node: HtmlNode, root: HtmlNode): HtmlNode | null {
  return node.first ?? followingOutside(node, root);
}

/** Next node in document order within `root` that is not inside `node`; null at its end. */
export function followingOutside(node: HtmlNode, root: HtmlNode): HtmlNode | null {
  let from: HtmlNode | null = node;
  while (from && from !== root && !from.next) from = from.parent;
  return from && from !== root ? from.next : null;
}

/** The two sides of a node among its siblings. */
export const SIDES = ['prev', 'next'] as const;
type Side = (typeof SIDES)[number];

/** The nearest element before or after a node among its siblings, past text. */
export function siblingElement(node: HtmlNode, side: Side): HtmlNode | null {
  let beside = node[side];
  while (beside !== null && beside.kind !== ELEMENT) beside = beside[side];
  return beside;
}

/** The element before or after a node, past texts that `isPassed`: blanks; null where there is another one between. */
export function elementBeside(node: HtmlNode, side: Side, isPassed = isBlank): HtmlNode | null {
  const beside = partBeside(node, side, isPassed);
  return beside?.kind === TEXT ? null : beside;
}

/** What stands before or after a node, past texts that `isPassed`: blanks. */
export function partBeside(node: HtmlNode, side: Side, isPassed = isBlank): HtmlNode | null {
  let beside = node[side];
  while (beside !== null && beside.kind === TEXT && isPassed(beside.text)) beside = beside[side];
  return beside;
}

/** Whether an element is all that its parent holds, white space apart. */
export function isAlone(node: HtmlNode): boolean {
  return SIDES.every((side) => partBeside(node, side) === null);
}

/** The nearest of a node and the elements around it, `most` of them in all, that passes; null without one. */
export function nearest(
  from: HtmlNode | null,
  passes: (node: HtmlNode) => boolean,
  most = Number.POSITIVE_INFINITY,
): HtmlNode | null {
  let node = from;
  for (let count = 0; node !== null && count < most; count++, node = node.parent)
    if (passes(node)) return node;
  return null;
}

/** The tags of headings. */
export const HEADINGS: readonly string[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Whether a tag is that of a heading: `h1` to `h6`. */
export function isHeadingTag(tag: string): boolean {
  return tag.length === 2 && tag[0] === 'h' && tag !== 'hr';
}

/** The children of an element that are not white space. */
export function childParts(node: HtmlNode): HtmlNode[] {
  return childrenOf(node).filter(({ kind, text }) => kind !== TEXT || !isBlank(text));
}

/** The first child of an element that is not white space. */
export function firstPart(node: HtmlNode): HtmlNode | null {
  let child = node.first;
  while (child !== null && child.kind === TEXT && child.text.trim() === '') child = child.next;
  return child;
}
