import { setImmediate } from 'node:timers/promises';
import { plainInline, splitSentences, wordsOf } from './inline-text.ts';
import { type MarkdownBlock, readMarkdownBlocks } from './markdown-blocks.ts';

/** One sentence of the page. `text` occurs in the page, but for line breaks, character by character. */
export interface Sentence {
  readonly text: string;
  /** Distinct folded words. */
  readonly words: ReadonlySet<string>;
  readonly wordCount: number;
  /** Position among all sentences of the page. */
  readonly order: number;
  /** Index into `PageText.sections`. */
  readonly section: number;
  readonly origin: 'paragraph' | 'quote' | 'item' | 'ordered_item';
  readonly task: 'open' | 'done' | 'none';
  /** First of its paragraph or item. */
  readonly isFirst: boolean;
}

/** A heading and what stands under it up to the next heading of any depth. */
export interface Section {
  /** Undefined for what stands before the first heading. */
  readonly heading: { readonly text: string; readonly plain: string; readonly depth: number } | undefined;
  readonly sentences: readonly Sentence[];
  /** Sections of one main section have the same number: those of its subheadings belong to it. */
  readonly main: number;
}

/** What the extractive templates select from. */
export interface PageText {
  /** First heading of depth 1, else the first heading, as Markdown. */
  readonly title: string | undefined;
  readonly sections: readonly Section[];
  readonly sentences: readonly Sentence[];
  /** Length of the Markdown in UTF-16 units; the measure of a summary. */
  readonly characters: number;
}

/** Longest stretch of work on one turn of the event loop, in milliseconds. */
const TURN_MS = 8;

/** Reads a page. Gives way to other work every few milliseconds; throws `signal.reason` when aborted. */
export async function readPageText(markdown: string, signal: AbortSignal): Promise<PageText> {
  const blocks = readMarkdownBlocks(markdown);
  const mainDepth = mainDepthOf(blocks);
  const oneLine = markdown.replace(/\s+/g, ' ');
  const sections: { heading: Section['heading']; sentences: Sentence[]; main: number }[] = [];
  const sentences: Sentence[] = [];
  let current = { heading: undefined as Section['heading'], sentences: [] as Sentence[], main: 0 };
  sections.push(current);
  let turnEndsAt = performance.now() + TURN_MS;
  for (const block of blocks) {
    if (performance.now() > turnEndsAt) {
      await setImmediate();
      signal.throwIfAborted();
      turnEndsAt = performance.now() + TURN_MS;
    }
    if (block.kind === 'heading') {
      const isEmptyStart = current.heading === undefined && current.sentences.length === 0;
      const main = current.main + (block.depth <= mainDepth && !isEmptyStart ? 1 : 0);
      current = {
        heading: { text: block.text, plain: plainInline(block.text), depth: block.depth },
        sentences: [],
        main,
      };
      sections.push(current);
      continue;
    }
    for (const sentence of sentencesOf(block, oneLine, sections.length - 1, sentences.length)) {
      current.sentences.push(sentence);
      sentences.push(sentence);
    }
  }
  const headings = blocks.filter((block) => block.kind === 'heading');
  const title = headings.find(({ depth }) => depth === 1) ?? headings[0];
  return { title: title?.text, sections, sentences, characters: markdown.length };
}

/** The shallowest depth that occurs at least twice: a lone title does not divide the page. */
function mainDepthOf(blocks: readonly MarkdownBlock[]): number {
  const depths = blocks.flatMap((block) => (block.kind === 'heading' ? [block.depth] : []));
  const repeated = depths.filter((depth, index) => depths.indexOf(depth) !== index);
  return Math.min(...(repeated.length > 0 ? repeated : depths), 6);
}

function sentencesOf(
  block: MarkdownBlock,
  oneLine: string,
  section: number,
  order: number,
): readonly Sentence[] {
  if (block.kind !== 'paragraph' && block.kind !== 'item') return [];
  const isQuote = block.kind === 'paragraph' && block.isQuote;
  return (
    splitSentences(block.text)
      // The marks at the line starts of a quote stand inside a sentence that crosses them: it cannot be quoted.
      .filter((text) => !isQuote || oneLine.includes(text))
      .map((text, index) => {
        const words = wordsOf(text);
        return {
          text,
          words: new Set(words),
          wordCount: words.length,
          order: order + index,
          section,
          origin: originOf(block),
          task: block.kind === 'item' ? block.task : 'none',
          isFirst: index === 0,
        };
      })
  );
}

function originOf(block: MarkdownBlock): Sentence['origin'] {
  if (block.kind === 'item') return block.isOrdered ? 'ordered_item' : 'item';
  return block.kind === 'paragraph' && block.isQuote ? 'quote' : 'paragraph';
}
