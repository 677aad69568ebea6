import type { NoticeLanguage } from '../notices.table.ts';
import type { PageText, Unit } from '../page-text.ts';
import type { PromptRequest } from '../request.ts';
import type { createSearch, Match } from '../search.ts';
import { refersBack } from '../select-sentences.ts';

/** Share of a question that the best unit and its context must speak of; less is no answer. */
const ENOUGH_COVERAGE = 0.42;
/** Units of an answer that is no list. */
const MOST_UNITS = 3;
/** Rows or items of a list that is asked for, and characters of a section. */
const MOST_LISTED = 40;
const SECTION_CHARACTERS = 1500;
/** What a further unit must score, of the best one's score. */
const CLOSE = 0.85;
/** Share of a question, by weight, from which on a further unit that speaks of it is worth its place. */
const WORTH = 0.15;

/**
 * The units that answer a question, in the order of the page: the best, those that speak of what it does not, and what belongs to
 * them: all of the list, table or section where only its heading or head matches. Empty where none answers.
 */
export function answerQuestion(
  page: PageText,
  search: ReturnType<typeof createSearch>,
  question: string,
  language: NoticeLanguage,
  { wantsAll, lines }: Pick<PromptRequest, 'wantsAll' | 'lines'>,
): readonly Unit[] {
  const query = search.read(question);
  const ranked = search.rank(question, query);
  const [best] = ranked;
  if (best === undefined || best.coverage < ENOUGH_COVERAGE) return [];
  const weights = query.map(({ weight }) => weight);
  const whole = wholeAround(page, best, weights, wantsAll);
  const units = new Set(
    whole ?? spread(best, ranked, weights).flatMap((unit) => withCompany(page, unit, language)),
  );
  return [...units].sort((a, b) => a.order - b.order).slice(0, lines ?? MOST_LISTED);
}

/** The list, table or section whose heading, introduction or head is what matches; undefined: a unit itself does. */
function wholeAround(page: PageText, best: Match, weights: readonly number[], wantsAll: boolean) {
  const sum = (shares: readonly number[]) =>
    shares.reduce((total, share, at) => total + share * weights[at]!, 0);
  const beyond = sum(best.own.map((share, at) => Math.max(0, share - best.context[at]!)));
  const around = sum(best.context);
  const { unit } = best;
  const isListed = ['item', 'ordered_item', 'row'].includes(unit.origin);
  const isOfContext = around > 0 && beyond <= 0.25 * around;
  if (!isOfContext && !(wantsAll && isListed && beyond <= 0.5 * around)) return undefined;
  const group = page.units.filter((other) => other.group === unit.group);
  if (isListed && (wantsAll || unit.origin === 'row') && group.length > 1) return group;
  const { units } = page.sections[unit.section]!;
  let used = 0;
  return units.filter(({ text }, at) => {
    used += text.length;
    return used <= SECTION_CHARACTERS || at === 0;
  });
}

/** The best unit, those as good, and for each part of the question that none of them has the best one that does. */
function spread(best: Match, ranked: readonly Match[], weights: readonly number[]): readonly Unit[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const taken = [best];
  const seen = best.own.map((share, at) => Math.max(share, best.context[at]!));
  for (const match of ranked.slice(1, 50)) {
    if (taken.length >= MOST_UNITS) break;
    const fresh = match.own.reduce(
      (sum, share, at) => sum + Math.max(0, share - seen[at]!) * weights[at]!,
      0,
    );
    if (fresh < WORTH * total && match.score < CLOSE * best.score) continue;
    if (fresh >= WORTH * total && match.score < 0.3 * best.score) continue;
    taken.push(match);
    match.own.forEach((share, at) => {
      seen[at] = Math.max(seen[at]!, share, match.context[at]!);
    });
  }
  return taken.map(({ unit }) => unit);
}

/** A unit with what it is not understood without: the answer below a heading that asks, the list or code behind a colon. */
function withCompany(page: PageText, unit: Unit, language: NoticeLanguage): readonly Unit[] {
  const section = page.sections[unit.section]!;
  const size = section.units.reduce((sum, { text }) => sum + text.length, 0);
  if (/[?？]$/.test(section.heading?.plain ?? '') && size < SECTION_CHARACTERS / 2) return section.units;
  const next = page.units[unit.order + 1];
  if (/[:：][*_]*$/.test(unit.text) && next?.section === unit.section)
    return [unit, ...page.units.filter(({ group }) => group === next.group)];
  const previous = page.units[unit.order - 1];
  const needsPrevious = previous?.group === unit.group && !unit.isFirst && refersBack(unit, language);
  const isLedCode = unit.origin === 'code' && previous?.section === unit.section;
  const isAsked =
    previous !== undefined && previous.section === unit.section && /[?？][*_]*$/.test(previous.text);
  return isLedCode || isAsked || needsPrevious ? [previous!, unit] : [unit];
}
