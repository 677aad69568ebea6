import { addTo } from '../../add-to.ts';
import {
  attr,
  elementBeside,
  firstPart,
  HEADINGS,
  type HtmlDocument,
  type HtmlNode,
} from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { lowerBound } from '../../lower-bound.ts';
import { rolesOf } from '../../page/roles.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import { targetsOf } from '../../units/disclosure.ts';
import type { Builder } from '../builder.ts';
import type { Heading } from '../tree.ts';
import { headingAround } from './control.ts';

/** Longest title of a part that opens. */
const MAX_CHARS = 200;
/** Elements between a control and the box that its part stands behind. */
const MAX_HEIGHT = 2;
/** Fewest controls alike that say something else each: one alone, or all of them, says "Show more". */
const MIN_TITLES = 2;

/** What opens the part right behind it, as others of its kind do: the heading of that part. Null for other controls. */
export function handleToggle(node: HtmlNode, b: Builder): boolean | null {
  if (b.frame.phrasing || headingAround(node) !== null || b.doc.elements.hasWithin(node, ...HEADINGS))
    return null;
  const isTitle = opensNext(node, b) && titleKinds(b.doc).has(kindOf(b.doc, node));
  return isTitle ? openTitle(node, b) : null;
}

/** Makes what an element says a heading, a level below the one above it. */
export function openTitle(node: HtmlNode, b: Builder): true {
  const depth = Math.min(6, levelAbove(node, b.doc) + 1) as Heading['depth'];
  return b.openPhrasing(node, 'heading', (children) => {
    if (children.length > 0) b.add({ type: 'heading', depth, children });
  });
}

/** Whether disclosures stand in a row, each in a box of its own or not, and hold none: questions and their answers. */
export function isOneOfSeveral(details: HtmlNode, { doc, frame }: Builder): boolean {
  if (frame.kind !== 'flow' || doc.elements.hasWithin(details, 'details')) return false;
  let box: HtmlNode | null = details;
  for (let height = 0; box !== null && height <= MAX_HEIGHT; height++, box = box.parent) {
    const { tag }: HtmlNode = box;
    const beside = [elementBeside(box, 'prev'), elementBeside(box, 'next')].filter((one) => one !== null);
    const isAlike = (one: HtmlNode) => one.tag === tag && (height === 0 || firstPart(one)?.tag === 'details');
    if (beside.length > 0) return beside.some(isAlike);
  }
  return false;
}

/** Whether the part that a control names stands behind it, or behind the box of nothing else that it is in, and stays. */
function opensNext(node: HtmlNode, { doc, removedBy }: Builder): boolean {
  const ids = targetsOf(node);
  let box = node;
  for (let height = 0; ids.length > 0 && height <= MAX_HEIGHT; height++) {
    const next = elementBeside(box, 'next');
    if (next !== null)
      return ids.includes(attr(next, 'id') ?? '') && removedBy[next.index] === 0 && hasWords(doc, next);
    if (box.parent === null) break;
    box = box.parent;
  }
  return false;
}

/** Kinds of controls of a page that open something and say something else each. */
const titleKinds = lazyBy((doc: HtmlDocument): ReadonlySet<string> => {
  const labels = new Map<string, string[]>();
  for (const node of doc.elements.having('aria-expanded'))
    addTo(labels, kindOf(doc, node), labelOf(doc, node, MAX_CHARS));
  const areTitles = (said: readonly string[]) =>
    said.length >= MIN_TITLES && new Set(said).size === said.length;
  return new Set([...labels].filter(([, said]) => areTitles(said)).map(([kind]) => kind));
});

const kindOf = (doc: HtmlDocument, node: HtmlNode): string => `${node.tag} ${rolesOf(doc).names(node)}`;

/** Level of the heading above an element; 1 without one. */
function levelAbove({ index }: HtmlNode, doc: HtmlDocument): number {
  const headings = headingsOf(doc);
  const above = headings[lowerBound(headings.length, (i) => headings[i]!.index > index) - 1];
  return above === undefined ? 1 : Number(above.tag[1]);
}

const headingsOf = lazyBy((doc: HtmlDocument) => doc.elements.tagged(...HEADINGS));
