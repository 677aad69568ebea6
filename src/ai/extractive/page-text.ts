import { setImmediate } from 'node:timers/promises';
import { plainInline, splitSentences, wordsOf } from './inline-text.ts';
import { type MarkdownBlock, readMarkdownBlocks } from './markdown-blocks.ts';

/** The least that an answer can take of the page. `text` occurs in the page, but for line breaks, character by character. */
export interface Unit {
  readonly text: string;
  /** Distinct folded words. */
  readonly words: ReadonlySet<string>;
  readonly wordCount: number;
  /** Index into `PageText.units`. */
  readonly order: number;
  /** Index into `PageText.sections`. */
  readonly section: number;
  /** A sentence of a paragraph, a quotation or an item; a row of a table; a block of code. */
  readonly origin: 'paragraph' | 'quote' | 'item' | 'ordered_item' | 'row' | 'code';
  readonly task: 'open' | 'done' | 'none';
  /** First of its paragraph or item. */
  readonly isFirst: boolean;
  /** Units of one paragraph, list, table or block of code have the same number. */
  readonly group: number;
  /** What its meaning needs: the head of the row's table, or the sentence that introduces its list or code. */
  readonly lead: string;
}

/** A heading and what stands under it up to the next heading of any depth. */
export interface Section {
  /** Undefined for what stands before the first heading. */
  readonly heading: { readonly text: string; readonly plain: string; readonly depth: number } | undefined;
  /** Plain text of the headings above it, outermost first, without the page's title. */
  readonly above: readonly string[];
  readonly units: readonly Unit[];
  /** Its sentences: all units but rows and code. */
  readonly sentences: readonly Unit[];
  /** Sections of one main section have the same number: those of its subheadings belong to it. */
  readonly main: number;
}

/** What the extractive templates select from. */
export interface PageText {
  /** First heading of depth 1, else the first heading, as Markdown. */
  readonly title: string | undefined;
  readonly sections: readonly Section[];
  readonly units: readonly Unit[];
  readonly sentences: readonly Unit[];
  /** Length of the Markdown in UTF-16 units; the measure of a summary. */
  readonly characters: number;
}

/** Longest stretch of work on one turn of the event loop, in milliseconds. */
const TURN_MS = 8;

/** Reads a page. Gives way to other work every few milliseconds; throws `signal.reason` when aborted. */
export async function readPageText(markdown: string, signal: AbortSignal): Promise<PageText> {
  const blocks = readMarkdownBlocks(markdown);
  const headings = blocks.filter((block) => block.kind === 'heading');
  const title = headings.find(({ depth }) => depth === 1) ?? headings[0];
  const mainDepth = mainDepthOf(headings.map(({ depth }) => depth));
  const oneLine = markdown.replace(/\s+/g, ' ');
  const sections: (Omit<Section, 'sentences'> & { units: Unit[] })[] = [];
  let current = {
    heading: undefined as Section['heading'],
    above: [] as string[],
    units: [] as Unit[],
    main: 0,
  };
  sections.push(current);
  const units: Unit[] = [];
  let group = 0;
  let before: MarkdownBlock | undefined;
  let open: Section['heading'][] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const block of blocks) {
    if (performance.now() > turnEndsAt) {
      await setImmediate();
      signal.throwIfAborted();
      turnEndsAt = performance.now() + TURN_MS;
    }
    if (block.kind === 'heading') {
      const isEmptyStart = current.heading === undefined && current.units.length === 0;
      const main = current.main + (block.depth <= mainDepth && !isEmptyStart ? 1 : 0);
      const heading = { text: block.text, plain: plainInline(block.text), depth: block.depth };
      open = open.filter((outer) => outer!.depth < block.depth);
      current = { heading, above: open.map((outer) => outer!.plain), units: [], main };
      if (block !== title) open.push(heading);
      sections.push(current);
    } else {
      if (block.kind !== 'item' || before?.kind !== 'item') group++;
      const lead = units.at(-1)?.section === sections.length - 1 ? units.at(-1) : undefined;
      const place = { order: units.length, section: sections.length - 1, group, lead };
      const found = unitsOf(block, oneLine, place, before?.kind === 'item');
      current.units.push(...found);
      units.push(...found);
    }
    before = block;
  }
  const isSentence = ({ origin }: Unit) => origin !== 'row' && origin !== 'code';
  return {
    title: title?.text,
    sections: sections.map((section) => ({ ...section, sentences: section.units.filter(isSentence) })),
    units,
    sentences: units.filter(isSentence),
    characters: markdown.length,
  };
}

/** The shallowest depth that occurs at least twice: a lone title does not divide the page. */
function mainDepthOf(depths: readonly number[]): number {
  const repeated = depths.filter((depth, index) => depths.indexOf(depth) !== index);
  return Math.min(...(repeated.length > 0 ? repeated : depths), 6);
}

interface Place {
  readonly order: number;
  readonly section: number;
  readonly group: number;
  /** The unit before, in the same section. */
  readonly lead: Unit | undefined;
}

function unitsOf(block: MarkdownBlock, oneLine: string, place: Place, isInList: boolean): readonly Unit[] {
  if (block.kind === 'heading') return [];
  const { lead, ...at } = place;
  const isItem = block.kind === 'item';
  const isQuote = block.kind === 'paragraph' && block.isQuote;
  const origin = isItem
    ? block.isOrdered
      ? 'ordered_item'
      : 'item'
    : block.kind === 'table'
      ? 'row'
      : block.kind === 'code'
        ? 'code'
        : isQuote
          ? 'quote'
          : 'paragraph';
  const introduced = isItem && isInList ? (lead?.lead ?? '') : introduction(lead?.text ?? '', block.kind);
  const texts =
    block.kind === 'table'
      ? block.rows
      : block.kind === 'code'
        ? [block.text]
        : // The marks at the line starts of a quote stand inside a sentence that crosses them: it cannot be quoted.
          splitSentences(block.text).filter((text) => !isQuote || oneLine.includes(text));
  return texts.map((text, index) => {
    const words = wordsOf(text);
    return {
      ...at,
      text,
      words: new Set(words),
      wordCount: words.length,
      order: place.order + index,
      origin,
      task: isItem ? block.task : 'none',
      isFirst: index === 0,
      lead: block.kind === 'table' ? block.head : introduced,
    };
  });
}

/** The sentence before a list or code where it introduces it. */
function introduction(before: string, kind: MarkdownBlock['kind']): string {
  if (kind === 'code') return before;
  return kind === 'item' && /[:：][*_]*$/.test(before) ? before : '';
}
