import type { Section, Unit } from '../page-text.ts';
import {
  type ExtractiveTemplate,
  refersBack,
  render,
  type SelectionContext,
  standsAlone,
} from '../select-sentences.ts';

/** Share of a section's sentences which is kept. */
const KEPT_SHARE = 0.4;

/**
 * The plain sentences of the page under its own headings: of each section the simplest, where simple means short,
 * without parentheses, insertions and stacked clauses. Selecting cannot reword; what is too hard is left out, and with it what
 * refers to it.
 */
export const simplify: ExtractiveTemplate = (context) => {
  const blocks = context.page.sections.flatMap((section) => {
    const kept = plainest(section, context);
    const heading = section.heading && `${'#'.repeat(section.heading.depth)} ${section.heading.text}`;
    return kept.length === 0 ? [] : [...(heading === undefined ? [] : [heading]), ...render(kept)];
  });
  return blocks.length > 0 ? blocks : [context.notices.noText];
};

function plainest({ sentences }: Section, { scoreOf, language }: SelectionContext): readonly Unit[] {
  const usable = sentences.filter((sentence) => standsAlone(sentence) && !isFragment(sentence));
  const difficulties = new Map(
    usable.map((sentence) => [sentence, difficulty(sentence) - 2 * scoreOf(sentence)]),
  );
  const simplest = [...usable].sort(
    (a, b) => difficulties.get(a)! - difficulties.get(b)! || a.order - b.order,
  );
  const plain = new Set(simplest.slice(0, Math.ceil(usable.length * KEPT_SHARE)));
  const kept: Unit[] = [];
  for (const sentence of sentences) {
    const isAfterKept = kept.at(-1)?.order === sentence.order - 1;
    const refers = refersBack(sentence, language) || (isItem(sentence) && !sentence.isFirst);
    // Steps stay together: each goes on from the one before.
    const isStep = sentence.origin === 'ordered_item';
    if (isStep || (plain.has(sentence) && (isAfterKept || !refers))) kept.push(sentence);
  }
  return kept;
}

const isItem = ({ origin }: Unit) => origin === 'item' || origin === 'ordered_item';
/** An item that is no sentence: what is left of such a list would look like all of it. */
const isFragment = (sentence: Unit) => isItem(sentence) && !/[.!?。！？।…][)*_"”»]*$/.test(sentence.text);

/** Characters of a word stand in for its rarity; marks count what readers must hold in mind. */
function difficulty({ text, wordCount }: Unit): number {
  const marks = text.match(/[,;:()[\]–—、，；：（）«»"“”`$]/g)?.length ?? 0;
  return (Math.max(wordCount, 8) + 3 * marks) * (4 + text.length / Math.max(wordCount, 1));
}
