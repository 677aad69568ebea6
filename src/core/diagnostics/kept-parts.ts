import { type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';
import { visibleLength } from '../html/visible-length.ts';
import { lowerBound } from '../lower-bound.ts';
import { selectorOf } from '../page/selector-of.ts';
import { wordSet } from '../word-set.ts';
import type { KeptPart } from './diagnostics.ts';
import { beginningOf, endOf, PLACE_CHARS, shownText } from './shown-text.ts';

/** Elements that can be left out for themselves; rows, items and headings are parts of others. */
const PARTS = wordSet(
  'address article aside blockquote details dialog div dl fieldset figure footer form header main menu nav ol p pre section table ul',
);
/** Those whose tag alone says what they hold. An article has headers and footers of its own. */
const TOLD_BY_TAG = wordSet('aside dialog form nav');
const HEADING = /^h[1-6]$/;
/** Parts that are told, the first ones. */
const MOST_PARTS = 200;

/**
 * The parts of a page that a selector can take out of what stays, of which `kept` are the texts in document order. Not those
 * whose selector would take half of it, nor a part with the same text as one around it, nor one of headings alone.
 */
export function keptParts(doc: HtmlDocument, kept: readonly HtmlNode[]): readonly KeptPart[] {
  const lengths = lengthsUpTo(doc, kept);
  const placeOf = (index: number) => lowerBound(kept.length, (place) => kept[place]!.index >= index);
  const lengthOf = new Map<string, number>();
  const parts: { readonly element: string; readonly from: number; readonly to: number }[] = [];
  for (const node of doc.nodes) {
    if (!PARTS.has(node.tag)) continue;
    const element = selectorOf(node);
    if (element === node.tag && !TOLD_BY_TAG.has(element)) continue;
    const [from, to] = [placeOf(node.index), placeOf(node.end)];
    const length = lengths[to]! - lengths[from]!;
    if (length === 0) continue;
    lengthOf.set(element, (lengthOf.get(element) ?? 0) + length);
    parts.push({ element, from, to });
  }
  const told = new Set<string>();
  const most = lengths.at(-1)! / 2;
  return parts
    .filter(({ element, from, to }) => {
      const isNew = lengthOf.get(element)! < most && !told.has(`${from} ${to}`);
      if (isNew) told.add(`${from} ${to}`);
      return isNew;
    })
    .slice(0, MOST_PARTS)
    .map(({ element, from, to }) => ({ element, ...edgesOf(kept.slice(from, to)) }));
}

/** Visible characters ahead of each of some texts, and of all; those of headings do not count. */
function lengthsUpTo(doc: HtmlDocument, texts: readonly HtmlNode[]): readonly number[] {
  const lengths = [0];
  let headingEnd = 0;
  let place = 0;
  for (const { index, end, kind, tag, text } of doc.nodes) {
    if (kind !== TEXT && HEADING.test(tag)) headingEnd = Math.max(headingEnd, end);
    if (texts[place]?.index !== index) continue;
    lengths.push(lengths[place]! + (index < headingEnd ? 0 : visibleLength(text)));
    place++;
  }
  return lengths;
}

/** The first and the last words of texts of which each shows something: so many of them are enough. */
function edgesOf(texts: readonly HtmlNode[]): Pick<KeptPart, 'begins' | 'ends'> {
  const shown = (some: readonly HtmlNode[]) => shownText(some.map(({ text }) => text).join(' '));
  return {
    begins: beginningOf(shown(texts.slice(0, PLACE_CHARS))),
    ends: endOf(shown(texts.slice(-PLACE_CHARS))),
  };
}
