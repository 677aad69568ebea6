import type { Section, Sentence } from '../page-text.ts';
import type { PhraseLanguage } from '../phrases.table.ts';
import { type ExtractiveTemplate, refersBack, type Scores, standsAlone } from '../select-sentences.ts';

/** Share of a section's sentences which is kept. */
const KEPT_SHARE = 0.4;

/**
 * The plain sentences of the page under its own headings: of each section the simplest, where simple means short,
 * without parentheses, insertions and stacked clauses. Selecting cannot reword; what is too hard is left out, and with it what
 * refers to it.
 */
export const simplify: ExtractiveTemplate = ({ page, scores, language, phrases }) => {
  const blocks = page.sections.flatMap((section) => {
    const kept = plainest(section, scores, language);
    if (kept.length === 0) return [];
    const heading = section.heading && `${'#'.repeat(section.heading.depth)} ${section.heading.text}`;
    return [...(heading === undefined ? [] : [heading]), ...paragraphs(kept)];
  });
  return blocks.length > 0 ? blocks : [phrases.noText];
};

function plainest({ sentences }: Section, scores: Scores, language: PhraseLanguage): readonly Sentence[] {
  const usable = sentences.filter((sentence) => standsAlone(sentence) && !isFragment(sentence));
  const count = Math.ceil(usable.length * KEPT_SHARE);
  const plain = new Set(
    [...usable]
      .sort((a, b) => difficulty(a, scores) - difficulty(b, scores) || a.order - b.order)
      .slice(0, count),
  );
  const kept: Sentence[] = [];
  for (const sentence of sentences) {
    const isAfterKept = kept.at(-1)?.order === sentence.order - 1;
    const refers = refersBack(sentence, language) || (isItem(sentence) && !sentence.isFirst);
    if (isStep(sentence) || (plain.has(sentence) && (isAfterKept || !refers))) kept.push(sentence);
  }
  return kept;
}

const isItem = ({ origin }: Sentence) => origin === 'item' || origin === 'ordered_item';
/** Steps stay together: each goes on from the one before. */
const isStep = ({ origin }: Sentence) => origin === 'ordered_item';
/** An item that is no sentence: what is left of such a list would look like all of it. */
const isFragment = (sentence: Sentence) => isItem(sentence) && !/[.!?。！？।…][)*_"”»]*$/.test(sentence.text);

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
    const isOfList = isItem(sentence);
    const isRun = last !== undefined && last.origin === sentence.origin && (isOfList || !sentence.isFirst);
    const line = isOfList && sentence.isFirst ? `- ${sentence.text}` : sentence.text;
    const joint = isOfList && sentence.isFirst ? '\n' : ' ';
    if (isRun && blocks.length > 0) blocks.push(`${blocks.pop()}${joint}${line}`);
    else blocks.push(line);
    last = sentence;
  }
  return blocks;
}
