import type { RemovalStep } from '../contract/removal-steps.ts';
import type { Root } from './content/tree.ts';
import { type HtmlDocument, type HtmlNode, TEXT } from './html/tree.ts';
import { inkOf } from './ink.ts';
import type { Extraction } from './select/extract.ts';
import { MODEL_STEP, selectorOf } from './trace-removals.ts';
import { WrittenText } from './written-text.ts';

/** A text of a page or document, and what became of it. */
export interface TracedText {
  /** As the page has it, blank texts before it as a space. */
  readonly text: string;
  /** What removed it; null when it stays. */
  readonly step: RemovalStep | null;
  /** The elements it stands in, outermost first, at most four: `main > div.promo > p`; `''` for no page. */
  readonly element: string;
  /** The largest element that was removed with it, as a selector; absent when it stays. */
  readonly removedWith?: string;
  /** Number of the block it is part of: texts with the same number were judged as one. */
  readonly block: number;
  /** What the model said of the block, and the least that stays, both in 1/4096; absent where no model was asked. */
  readonly score?: number;
  readonly threshold?: number;
}

/** Elements named in `TracedText.element`. */
const PATH_LENGTH = 4;

/** Every text of a page in document order, scripts and styles included, and what became of each. */
export function traceTexts(
  doc: HtmlDocument,
  { selection, scored }: Extraction,
  content: Root,
): readonly TracedText[] {
  const { removedBy, steps, dropped } = selection;
  const written = new WrittenText(content);
  const texts: TracedText[] = [];
  let removed: HtmlNode | null = null;
  let gap = '';
  for (const node of doc.nodes) {
    if (removed !== null && node.index >= removed.end) removed = null;
    if (removed === null && removedBy[node.index] !== 0) removed = node;
    if (node.kind !== TEXT) continue;
    if (inkOf(node.text) === 0) {
      gap = ' ';
      continue;
    }
    const block = dropped?.blockOf[node.index] ?? -1;
    const chance = block < 0 ? undefined : scored?.chances[block];
    const place = {
      text: gap + node.text,
      element: pathOf(node),
      block: block < 0 ? -1 - node.index : block,
    };
    gap = '';
    const judged = chance === undefined ? place : { ...place, score: chance, threshold: scored!.threshold };
    if (removed === null) texts.push({ ...judged, step: written.has(node.text) ? null : 'construct' });
    else {
      const own = steps[removedBy[removed.index]! - 1]!;
      const rule = own === MODEL_STEP && block >= 0 ? steps[dropped!.by[block]! - 1] : undefined;
      texts.push({ ...judged, step: rule ?? own, removedWith: selectorOf(removed) });
    }
  }
  return texts;
}

function pathOf(text: HtmlNode): string {
  const path: string[] = [];
  for (let node = text.parent; node?.parent && path.length < PATH_LENGTH; node = node.parent)
    path.unshift(selectorOf(node));
  return path.join(' > ');
}
