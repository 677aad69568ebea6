import type { RemovalStep } from '../../contract/removal-steps.ts';
import type { Root } from '../content/tree.ts';
import { type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';
import { visibleLength } from '../html/visible-length.ts';
import { selectorOf } from '../page/selector-of.ts';
import type { Extraction } from '../select/extract.ts';
import { MODEL_STEP, WrittenText } from './trace-removals.ts';

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
    if (visibleLength(node.text) === 0) {
      gap = ' ';
      continue;
    }
    const block = dropped?.blockOf[node.index] ?? -1;
    const probability = block < 0 ? undefined : scored?.probabilities[block];
    const judged = {
      text: gap + node.text,
      element: pathOf(node),
      block: block < 0 ? -1 - node.index : block,
      ...(probability !== undefined && { score: probability, threshold: scored!.threshold }),
    };
    gap = '';
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

/** One place where a sought text stands. */
export interface ExplainedPlace {
  /** What it consists of, in order: one part per block and fate. */
  readonly parts: readonly TracedText[];
  /** Line of the Markdown, from 1, where its kept part stands; null when none of it stays or is found there. */
  readonly line: number | null;
  /** The kept texts next to it. */
  readonly before: TracedText | null;
  readonly after: TracedText | null;
}

const MAX_PLACES = 20;

/** Where a text stands on a page, `MAX_PLACES` times at most, whatever its white space, case and elements; empty: nowhere. */
export function explainText(
  texts: readonly TracedText[],
  markdown: string,
  sought: string,
): readonly ExplainedPlace[] {
  const wanted = squeeze(sought);
  if (wanted === '') return [];
  const squeezed = texts.map(({ text }) => squeeze(text));
  const ends = endsOf(squeezed);
  const page = squeezed.join('');
  const lines = new LineFinder(markdown);
  const places: ExplainedPlace[] = [];
  for (let at = page.indexOf(wanted); at >= 0 && places.length < MAX_PLACES; ) {
    const from = ends.findIndex((end) => end > at);
    const to = ends.findIndex((end) => end >= at + wanted.length) + 1;
    const covered = texts.slice(from, to);
    const kept = covered.filter(({ step }) => step === null).map(({ text }) => text);
    const longestFirst = kept.sort((a, b) => b.length - a.length);
    places.push({
      parts: merge(covered),
      line: kept.length === 0 ? null : lines.find([sought, ...longestFirst]),
      before: texts.slice(0, from).findLast(({ step }) => step === null) ?? null,
      after: texts.slice(to).find(({ step }) => step === null) ?? null,
    });
    at = page.indexOf(wanted, at + wanted.length);
  }
  return places;
}

function merge(texts: readonly TracedText[]): readonly TracedText[] {
  const merged: TracedText[] = [];
  for (const next of texts) {
    const last = merged.at(-1);
    if (last === undefined || last.block !== next.block || last.step !== next.step) merged.push(next);
    else merged[merged.length - 1] = { ...last, text: last.text + next.text };
  }
  return merged;
}

/** Finds texts in Markdown by their letters and digits, so that its signs do not matter; each search goes on after the last. */
class LineFinder {
  readonly #words: string;
  /** Length of `#words` at the end of each line. */
  readonly #ends: readonly number[];
  readonly #from = new Map<string, number>();

  constructor(markdown: string) {
    const lines = markdown.split('\n').map(wordsOf);
    this.#ends = endsOf(lines);
    this.#words = lines.join('');
  }

  find(texts: readonly string[]): number | null {
    for (const text of texts) {
      const words = wordsOf(text);
      const at = words === '' ? -1 : this.#words.indexOf(words, this.#from.get(words) ?? 0);
      if (at < 0) continue;
      this.#from.set(words, at + words.length);
      return this.#ends.findIndex((end) => end > at) + 1;
    }
    return null;
  }
}

function endsOf(texts: readonly string[]): readonly number[] {
  let end = 0;
  return texts.map(({ length }) => (end += length));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
