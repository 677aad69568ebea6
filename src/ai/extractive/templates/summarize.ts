import type { Sentence } from '../page-text.ts';
import {
  type ExtractiveTemplate,
  lineLength,
  pickSentences,
  type Scores,
  standsAlone,
} from '../select-sentences.ts';

/** Longest summary as a share of the page. */
const SHARE = 0.2;
/** What a summary needs at most, in characters, once every main section is covered. */
const ENOUGH_CHARACTERS = 2000;

/**
 * One sentence for each main section, then the best of the rest while there is room, in the order of the page. Never
 * more than a fifth of the page, except that one sentence is always given. Where the sections' sentences do not fit,
 * shorter ones stand in for the longest; where even those do not fit, the sections with the least text go without.
 */
export const summarize: ExtractiveTemplate = ({ page, scores, phrases }) => {
  const budget = Math.floor(page.characters * SHARE);
  const cover = coverWithin(
    sectionsOf(
      page.sentences,
      page.sections.map(({ main }) => main),
    ).map((sentences) => byScore(sentences, scores)),
    budget,
  );
  if (cover.length === 0) return [phrases.noText];
  const left = Math.min(budget, Math.max(ENOUGH_CHARACTERS, length(cover))) - length(cover);
  const rest = pickSentences(page.sentences.filter(standsAlone), scores.of, {
    count: 20,
    characters: left,
    taken: cover,
  });
  const all = [...cover, ...rest].sort((a, b) => a.order - b.order);
  return [all.map(({ text }) => `- ${text}`).join('\n')];
};

function sectionsOf(
  sentences: readonly Sentence[],
  mainOf: readonly number[],
): readonly (readonly Sentence[])[] {
  const groups = new Map<number, Sentence[]>();
  for (const sentence of sentences) {
    const main = mainOf[sentence.section]!;
    const group = groups.get(main);
    if (group) group.push(sentence);
    else groups.set(main, [sentence]);
  }
  return [...groups.values()];
}

function byScore(sentences: readonly Sentence[], scores: Scores): readonly Sentence[] {
  const good = sentences.filter(standsAlone);
  return [...(good.length > 0 ? good : sentences)].sort(
    (a, b) => scores.of(b) - scores.of(a) || a.order - b.order,
  );
}

/** One sentence of each group, best first choice, within the budget as {@link summarize} says. */
function coverWithin(groups: readonly (readonly Sentence[])[], budget: number): readonly Sentence[] {
  const choices = keepLargest(groups, budget).map((group) => ({ group, at: group[0]! }));
  let used = length(choices.map(({ at }) => at));
  while (used > budget) {
    choices.sort((a, b) => b.at.text.length - a.at.text.length || a.at.order - b.at.order);
    const choice = choices.find(({ group, at }) => group.some(({ text }) => text.length < at.text.length));
    if (choice === undefined) break;
    const shorter = choice.group.find(({ text }) => text.length < choice.at.text.length)!;
    used -= choice.at.text.length - shorter.text.length;
    choice.at = shorter;
  }
  return choices.map(({ at }) => at);
}

/** The groups whose shortest sentences fit together, those with the most text first; at least one. */
function keepLargest(
  groups: readonly (readonly Sentence[])[],
  budget: number,
): readonly (readonly Sentence[])[] {
  const sized = groups.map((group) => ({
    group,
    least: Math.min(...group.map(lineLength)),
    size: size(group),
  }));
  sized.sort((a, b) => b.size - a.size || a.group[0]!.order - b.group[0]!.order);
  let left = budget;
  return sized.flatMap(({ group, least }, index) => {
    left -= least;
    if (left >= 0 || index === 0) return [group];
    left += least;
    return [];
  });
}

function size(group: readonly Sentence[]): number {
  return group.reduce((sum, { text }) => sum + text.length, 0);
}

function length(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, sentence) => sum + lineLength(sentence), 0);
}
