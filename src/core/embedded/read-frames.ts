import { parseUrl } from '../../contract/address.ts';
import { ElementIndex } from '../html/element-index.ts';
import { numberTree, parseHtml } from '../html/parse.ts';
import {
  attr,
  childrenOf,
  detach,
  HTML_NS,
  type HtmlDocument,
  HtmlNode,
  insert,
  setChildren,
} from '../html/tree.ts';
import { visibleLength } from '../html/visible-length.ts';

/** Frames of a page that are read, and frames within frames. */
const MAX_FRAMES = 20;
const MAX_DEPTH = 3;
/** Visible characters of a frame's document that are worth a place: fewer are a counter or a button. */
const MIN_LENGTH = 60;
/** Sides in CSS pixels of a frame that nobody reads. */
const TINY = /^\s*\d{1,2}(?:px)?\s*$/;

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'cite']);

/**
 * A page with the documents that it carries in frames put in their place: those of `srcdoc`, and what `noframes` says in the place of a
 * set of frames. Every other page as it is. Changes `doc`. Pure otherwise, and bounded.
 */
export function readFrames(doc: HtmlDocument, depth = 0): HtmlDocument {
  if (doc.truncated || depth >= MAX_DEPTH) return doc;
  const frames = doc.elements.tagged('iframe').filter(isRead).slice(0, MAX_FRAMES);
  let placed = doc.body === null && placeNoframes(doc);
  for (const frame of frames) placed = placeDocument(frame, attr(frame, 'srcdoc')!, doc, depth) || placed;
  if (!placed) return doc;
  const nodes = numberTree(doc.root);
  const body = childrenOf(doc.root).find(({ tag }) => tag === 'body') ?? null;
  return { ...doc, body, nodes, elements: new ElementIndex(nodes) };
}

function isRead(frame: HtmlNode): boolean {
  const isTiny = ['width', 'height'].some((side) => TINY.test(attr(frame, side) ?? ''));
  return frame.ns === HTML_NS && attr(frame, 'srcdoc') !== null && attr(frame, 'hidden') === null && !isTiny;
}

/** Puts the body of a frame's document in its place; false where it has next to no text. */
function placeDocument(frame: HtmlNode, source: string, around: HtmlDocument, depth: number): boolean {
  const parsed = readFrames(parseHtml(source, around.baseUrl, around.budget), depth + 1);
  const { parent } = frame;
  if (parent === null || parsed.body === null || lengthOf(parsed) < MIN_LENGTH) return false;
  if (parsed.baseUrl !== around.baseUrl) makeAbsolute(parsed);
  const place = HtmlNode.element('div');
  setChildren(place, childrenOf(parsed.body));
  insert(parent, place, frame);
  detach(frame);
  return true;
}

/** Makes a body of what a set of frames says to those who show none. */
function placeNoframes({ elements, root, baseUrl, budget }: HtmlDocument): boolean {
  const source = elements
    .tagged('noframes')
    .flatMap((node) => childrenOf(node).map(({ text }) => text))
    .join('');
  const parsed = parseHtml(source, baseUrl, budget);
  if (source === '' || parsed.body === null) return false;
  for (const child of childrenOf(root))
    if (child.tag === 'frameset' || child.tag === 'noframes') detach(child);
  const body = HtmlNode.element('body');
  setChildren(body, childrenOf(parsed.body));
  insert(root, body, null);
  return true;
}

function lengthOf({ nodes, body }: HtmlDocument): number {
  let length = 0;
  for (let i = body!.index; i < body!.end; i++) {
    const node = nodes[i]!;
    if (node.tag === 'script' || node.tag === 'style') i = node.end - 1;
    else length += visibleLength(node.text);
  }
  return length;
}

function makeAbsolute({ nodes, baseUrl }: HtmlDocument): void {
  for (const node of nodes) {
    if (!node.attrs.some(({ name }) => ADDRESSES.has(name))) continue;
    node.attrs = node.attrs.map(({ name, value }) => {
      const isAddress = ADDRESSES.has(name) && !value.startsWith('#');
      return { name, value: isAddress ? (parseUrl(value, baseUrl)?.href ?? value) : value };
    });
  }
}
