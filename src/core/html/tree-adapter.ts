import type { Token, TreeAdapter, TreeAdapterTypeMap } from 'parse5';
import { html } from 'parse5';
import { type Budget, BudgetSpent, checkNodes } from '../budget.ts';
import { isShadowRootTemplate } from './shadow-root.ts';
import { isAwaited, isStreamedSegment } from './streamed-segments.ts';
import { type Attribute, childrenOf, detach, HtmlNode, insert, TEXT } from './tree.ts';

/**
 * Most elements that the parser may make without a start tag of their own: implied ones, and above all copies of
 * formatting elements that were not closed. n such tags and n paragraphs make n² copies, by the standard itself.
 */
const COPY_BUDGET = 200_000;

const DOING = 'building the tree';

/** The tag of the node that stands for the document: the parent of `<html>` while parsing. */
const DOCUMENT_TAG = '#document';

type N = HtmlNode;
export type HtmlTreeMap = TreeAdapterTypeMap<N, N, N, N, N, N, N, N, N, N>;
/** What parse5 asks for places in the source, for fragments and to write a tree: never here. */
type Unasked =
  | `is${string}`
  | `${string}SourceCodeLocation`
  | `get${'Text' | 'Comment'}NodeContent`
  | `getDocumentTypeNode${string}`
  | 'getFirstChild';

/** Whether an element says that its white space is shown as it stands. */
export function keepsSpace({ tag, attrs }: HtmlNode): boolean {
  if (tag === 'pre' || tag === 'listing') return true;
  for (let k = 0; k < attrs.length; k++)
    if (attrs[k]!.name === 'style' && KEPT_SPACE.test(attrs[k]!.value)) return true;
  return false;
}

const KEPT_SPACE = /white-space\s*:\s*(?:pre|break-spaces)/i;

/** The names of namespaces, by the numbers that the tree has for them. */
const NS_URI: readonly html.NS[] = [html.NS.HTML, html.NS.SVG, html.NS.MATHML];
const COMMENT = HtmlNode.text('');
/** The comment behind what React shows until a part of the page has come. */
const FALLBACK_END = HtmlNode.text('');

/**
 * Builds `HtmlNode`s for parse5. Comments and doctypes are dropped; the content of a `<template>` is its
 * children. One adapter serves one page: it counts the nodes, and what the tree builder asks of those that are open, and
 * throws `BudgetSpent` past their bounds.
 */
export class HtmlTreeAdapter implements Omit<TreeAdapter<HtmlTreeMap>, Unasked> {
  private created = 0;
  private elements = 0;
  /** Start tags so far; counted by the tokenizer. */
  startTags = 0;
  /** Whether the page has a declarative shadow root. */
  sawShadowRoot = false;
  /** Whether the page has a part that React streamed. */
  sawSegment = false;
  /** The last node of what a `<template id="B:1">` before it shows until its part has come, by the template. */
  readonly fallbackEnds = new Map<HtmlNode, HtmlNode>();
  private readonly awaited: { readonly template: HtmlNode; open: number }[] = [];
  /** Whether the page has an element that keeps white space. */
  sawKeptSpace = false;
  /** Whether the page has a `<base>`. */
  sawBase = false;
  private mode: html.DOCUMENT_MODE = html.DOCUMENT_MODE.NO_QUIRKS;
  private readonly adopted = new Map<HtmlNode, { attrs: Attribute[]; names: Set<string> }>();

  constructor(private readonly budget: Budget) {}

  createDocument(): HtmlNode {
    return HtmlNode.element(DOCUMENT_TAG);
  }
  createDocumentFragment(): HtmlNode {
    return COMMENT;
  }
  createElement(tagName: string, namespace: html.NS, attrs: Token.Attribute[]): HtmlNode {
    this.countNode(1 + attrs.length);
    if (++this.elements - this.startTags > COPY_BUDGET)
      throw new BudgetSpent(`more than ${COPY_BUDGET} elements without a start tag of their own`);
    if (tagName === 'base') this.sawBase = true;
    else if (tagName === 'div' && isStreamedSegment(attrs)) this.sawSegment = true;
    const element = HtmlNode.element(tagName, NS_URI.indexOf(namespace) as HtmlNode['ns'], attrs);
    this.sawKeptSpace ||= keepsSpace(element);
    return element;
  }
  createCommentNode(data: string): HtmlNode {
    const last = this.awaited.at(-1);
    if (data === '' || last === undefined) return COMMENT;
    if (data === '/$') return FALLBACK_END;
    last.open++;
    return COMMENT;
  }
  createTextNode(value: string): HtmlNode {
    this.countNode(1);
    return HtmlNode.text(value);
  }
  private countNode(steps: number): void {
    this.budget.spend(steps, DOING);
    checkNodes(++this.created);
  }

  appendChild(parent: HtmlNode, node: HtmlNode): void {
    if (node === FALLBACK_END) this.endFallback(parent);
    else if (node !== COMMENT) insert(parent, node, null);
  }
  insertBefore(parent: HtmlNode, node: HtmlNode, reference: HtmlNode): void {
    if (node !== COMMENT && node !== FALLBACK_END) insert(parent, node, reference);
  }
  insertText(parent: HtmlNode, text: string): void {
    const last = parent.last;
    if (last !== null && last.kind === TEXT) last.text += text;
    else this.appendChild(parent, this.createTextNode(text));
  }
  insertTextBefore(parent: HtmlNode, text: string, reference: HtmlNode): void {
    const prev = reference.prev;
    if (prev !== null && prev.kind === TEXT) prev.text += text;
    else this.insertBefore(parent, this.createTextNode(text), reference);
  }
  detachNode(node: HtmlNode): void {
    detach(node);
  }

  /** Attributes of a second `<html>` or `<body>` tag: those that are new. Linear over any number of such tags. */
  adoptAttributes(recipient: HtmlNode, attrs: Token.Attribute[]): void {
    if (attrs.length === 0) return;
    let entry = this.adopted.get(recipient);
    if (!entry) {
      const own = [...recipient.attrs];
      entry = { attrs: own, names: new Set(own.map((a) => a.name)) };
      this.adopted.set(recipient, entry);
      recipient.attrs = own;
    }
    for (const a of attrs) if (!entry.names.has(a.name)) entry.attrs.push(a);
    for (const { name } of attrs) entry.names.add(name);
  }

  /** Parts that have come, or are awaited, may stand in what is shown until another one has. */
  private endFallback(parent: HtmlNode): void {
    const last = this.awaited.at(-1)!;
    if (last.open > 0) last.open--;
    else if (last.template.parent === parent) {
      this.awaited.pop();
      const around = this.awaited.at(-1);
      if (around !== undefined) around.open--;
      this.fallbackEnds.set(last.template, parent.last!);
    }
  }

  // A template's content is the template itself; only the parser's stack needs to know that it is one.
  setTemplateContent(template: HtmlNode): void {
    if (isAwaited(template.attrs)) this.awaited.push({ template, open: 0 });
    if (isShadowRootTemplate(template)) this.sawShadowRoot = true;
  }
  getTemplateContent(template: HtmlNode): HtmlNode {
    return template;
  }
  setDocumentType(): void {}
  setDocumentMode(_document: HtmlNode, mode: html.DOCUMENT_MODE): void {
    this.mode = mode;
  }
  getDocumentMode(): html.DOCUMENT_MODE {
    return this.mode;
  }

  // Asked of each open element that the tree builder looks at on its way to another one.
  getNamespaceURI(node: HtmlNode): html.NS {
    this.budget.spend(1, DOING);
    return NS_URI[node.ns]!;
  }
  getTagName(node: HtmlNode): string {
    this.budget.spend(1, DOING);
    return node.tag;
  }
  getParentNode(node: HtmlNode): HtmlNode | null {
    return node.parent;
  }
  getChildNodes(node: HtmlNode): HtmlNode[] {
    return childrenOf(node);
  }
  getAttrList(node: HtmlNode): Token.Attribute[] {
    return node.attrs as Token.Attribute[];
  }
}
