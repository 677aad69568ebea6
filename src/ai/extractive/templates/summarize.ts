import type { Unit } from '../page-text.ts';
import {
  byScore,
  type ExtractiveTemplate,
  lineLength,
  pickSentences,
  standsAlone,
} from '../select-sentences.ts';

/** Longest summary as a share of the page. */
const SHARE = 0.2;
/** What a summary needs at most, in characters, once every main section is covered. */
const ENOUGH_CHARACTERS = 2000;

/**
 * One sentence for each main section, then the best of the rest while there is room, in the order of the page. Never
 * more than a fifth of the page, except that one sentence is always given. Where the sections' sentences do not fit,
 * shorter ones stand in for the longest; where even those do not fit, the sections with the least text go without, the first one last.
 * `lines`, where a caller wants so many, are the best of the page.
 */
export const summarize: ExtractiveTemplate = ({ page, scoreOf, notices, lines }) => {
  const good = page.sentences.filter(standsAlone);
  if (page.sentences.length === 0) return [notices.noText];
  if (lines !== undefined) {
    const best = pickSentences(good.length > 0 ? good : page.sentences, scoreOf, {
      count: lines,
      characters: Infinity,
    });
    return lines === 1 ? [best[0]!.text] : [listOf(best)];
  }
  const budget = Math.floor(page.characters * SHARE);
  const mains = new Map<number, Unit[]>();
  for (const sentence of page.sentences) {
    const { main } = page.sections[sentence.section]!;
    mains.set(main, [...(mains.get(main) ?? []), sentence]);
  }
  const cover = coverWithin(
    [...mains.values()].map((sentences) => {
      const standing = sentences.filter(standsAlone);
      return byScore(standing.length > 0 ? standing : sentences, scoreOf);
    }),
    budget,
  );
  const characters = Math.min(budget, Math.max(ENOUGH_CHARACTERS, length(cover))) - length(cover);
  const rest = pickSentences(good, scoreOf, { count: 20, characters, taken: cover });
  return [listOf([...cover, ...rest].sort((a, b) => a.order - b.order))];
};

const listOf = (sentences: readonly Unit[]) => sentences.map(({ text }) => `- ${text}`).join('\n');
const length = (sentences: readonly Unit[]) =>
  sentences.reduce((sum, sentence) => sum + lineLength(sentence), 0);

/** One sentence of each group, best first choice, within the budget as {@link summarize} says. */
function coverWithin(groups: readonly (readonly Unit[])[], budget: number): readonly Unit[] {
  const choices = keepLargest(groups, budget).map((group) => ({ group, at: group[0]! }));
  let used = length(choices.map(({ at }) => at));
  while (used > budget) {
    choices.sort((a, b) => b.at.text.length - a.at.text.length || a.at.order - b.at.order);
    const canShorten = ({ group, at }: (typeof choices)[number]) =>
      group.some(({ text }) => text.length < at.text.length);
    const choice =
      choices.find((one) => one.group !== groups[0] && canShorten(one)) ?? choices.find(canShorten);
    if (choice === undefined) break;
    const shorter = choice.group.find(({ text }) => text.length < choice.at.text.length)!;
    used -= choice.at.text.length - shorter.text.length;
    choice.at = shorter;
  }
  return choices.map(({ at }) => at);
}

/** The groups whose shortest sentences fit together, the first one and then those with the most text; at least one. */
function keepLargest(groups: readonly (readonly Unit[])[], budget: number): readonly (readonly Unit[])[] {
  const shortest = groups.map((group) => Math.min(...group.map(lineLength)));
  const others = shortest.slice(1).reduce((sum, least) => sum + least, 0);
  // What a page begins with stands as it is where others must go without in any case.
  const opening = groups[0] === undefined ? 0 : lineLength(groups[0][0]!);
  if (opening <= budget && (others + opening <= budget || others + shortest[0]! > budget))
    shortest[0] = opening;
  const order = groups.map((_, at) => at).sort((a, b) => length(groups[b]!) - length(groups[a]!) || a - b);
  let left = budget;
  return [0, ...order.filter((at) => at > 0)].flatMap((at, place) => {
    if (groups[at] === undefined || (shortest[at]! > left && place > 0)) return [];
    left -= shortest[at]!;
    return [groups[at]];
  });
}
