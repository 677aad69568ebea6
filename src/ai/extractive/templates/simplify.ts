import type { Section, Sentence } from '../page-text.ts';
import { type ExtractiveTemplate, type Scores, standsAlone } from '../select-sentences.ts';

/** Share of a section's sentences which is kept. */
const KEPT_SHARE = 0.4;

/**
 * The plain sentences of the page under its own headings: of each section the simplest, where simple means short,
 * without parentheses, insertions and stacked clauses. Selecting cannot reword; what is too hard is left out.
 */
export const simplify: ExtractiveTemplate = ({ page, scores, phrases }) => {
  const blocks = page.sections.flatMap((section) => {
    const kept = plainest(section, scores);
    if (kept.length === 0) return [];
    const heading = section.heading && `${'#'.repeat(section.heading.depth)} ${section.heading.text}`;
    return [...(heading === undefined ? [] : [heading]), ...paragraphs(kept)];
  });
  return blocks.length > 0 ? blocks : [phrases.noText];
};

function plainest({ sentences }: Section, scores: Scores): readonly Sentence[] {
  const usable = sentences.filter(standsAlone);
  const count = Math.ceil(usable.length * KEPT_SHARE);
  return [...usable]
    .sort((a, b) => difficulty(a, scores) - difficulty(b, scores) || a.order - b.order)
    .slice(0, count)
    .sort((a, b) => a.order - b.order);
}

/** Characters of a word stand in for its rarity; marks count what readers must hold in mind. */
function difficulty(sentence: Sentence, scores: Scores): number {
  const { text, wordCount } = sentence;
  const marks = text.match(/[,;:()[\]–—、，；：（）«»"“”`$]/g)?.length ?? 0;
  const wordLength = text.length / Math.max(wordCount, 1);
  const length = Math.max(wordCount, 8);
  return (length + 3 * marks) * (4 + wordLength) - 2 * scores.of(sentence);
}

/** Items stay items; sentences of prose that follow each other share a paragraph. */
function paragraphs(sentences: readonly Sentence[]): readonly string[] {
  const blocks: string[] = [];
  let last: Sentence | undefined;
  for (const sentence of sentences) {
    const isItem = sentence.origin === 'item' || sentence.origin === 'ordered_item';
    const isRun = last !== undefined && last.origin === sentence.origin && (isItem || !sentence.isFirst);
    const line = isItem && sentence.isFirst ? `- ${sentence.text}` : sentence.text;
    const joint = isItem && sentence.isFirst ? '\n' : ' ';
    if (isRun && blocks.length > 0) blocks.push(`${blocks.pop()}${joint}${line}`);
    else blocks.push(line);
    last = sentence;
  }
  return blocks;
}
