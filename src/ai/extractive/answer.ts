import type { NoticeLanguage } from './notices.table.ts';
import { endsOpen, leadsTo, type Page, type Unit } from './page.ts';
import type { PromptRequest } from './request.ts';
import { type Match, searchPage } from './search.ts';
import { refersBack } from './selection.ts';

/** Share of a question that the best unit and its context must speak of; less is no answer. */
const ENOUGH_COVERAGE = 0.42;
/** Units of an answer that is no list; rows or items of one that is; characters of a section. */
const MOST_UNITS = 3;
const MOST_LISTED = 40;
const SECTION_CHARACTERS = 1500;
/** What a further unit must score, of the best one's score: one as good, and one that speaks of what the others do not. */
const CLOSE = 0.85;
const USEFUL = 0.3;
/** Share of a question, by weight, from which on that is worth its place. */
const WORTH = 0.15;

/**
 * The units that answer a question, in the order of the page: the best, those that speak of what it does not, and what belongs to
 * them: all of the list, table or section where only its heading or head matches. Empty where none answers. `languages`: those of
 * the page and the question.
 */
export function answerQuestion(
  page: Page,
  question: string,
  languages: readonly NoticeLanguage[],
  { wantsAll, lines }: Pick<PromptRequest, 'wantsAll' | 'lines'>,
): readonly Unit[] {
  const { matches, weights } = searchPage(page, question, languages);
  // All there is of a kind stands below a heading that names the kind.
  const found = matches[0] !== undefined && matches[0].coverage >= ENOUGH_COVERAGE ? matches : [];
  const [best, ...others] = found.length === 0 && wantsAll ? matches.filter(({ isNamed }) => isNamed) : found;
  if (best === undefined) return [];
  const sum = (shares: readonly number[]) =>
    shares.reduce((total, share, at) => total + share * weights[at]!, 0);
  const units =
    wholeAround(page, best, sum, wantsAll) ??
    spread([best, ...others], sum).flatMap((unit) => withCompany(page, unit, languages[0]!));
  return [...new Set(units)].sort((a, b) => a.order - b.order).slice(0, lines ?? MOST_LISTED);
}

type Sum = (shares: readonly number[]) => number;

/** The list, table or section whose heading, introduction or head is what matches; undefined: a unit itself does. */
function wholeAround({ units, sections }: Page, { unit, own, context }: Match, sum: Sum, wantsAll: boolean) {
  const beyond = sum(own.map((share, at) => Math.max(0, share - context[at]!)));
  const around = sum(context);
  const isListed = unit.origin === 'row' || unit.origin.endsWith('item');
  if (around === 0 || beyond > (wantsAll && isListed ? 0.5 : 0.25) * around) return undefined;
  const group = units.filter((other) => other.group === unit.group);
  if (isListed && (wantsAll || unit.origin === 'row') && group.length > 1) return group;
  let used = 0;
  return sections[unit.section]!.units.filter(({ text }, at) => {
    used += text.length;
    return used <= SECTION_CHARACTERS || at === 0;
  });
}

/** The best unit, those as good, and for each part of the question that none of them has the best one that does. */
function spread([best, ...others]: readonly Match[], sum: Sum): readonly Unit[] {
  const taken = [best!];
  let seen = best!.own.map((share, at) => Math.max(share, best!.context[at]!));
  const total = sum(seen.map(() => 1));
  for (const match of others) {
    if (taken.length >= MOST_UNITS) break;
    const fresh = sum(match.own.map((share, at) => Math.max(0, share - seen[at]!)));
    if (match.score < (fresh < WORTH * total ? CLOSE : USEFUL) * best!.score) continue;
    taken.push(match);
    seen = seen.map((share, at) => Math.max(share, match.own[at]!, match.context[at]!));
  }
  return taken.map(({ unit }) => unit);
}

/** A unit with what it is not understood without: all below a heading that asks, the list or code behind a colon, what it refers to. */
function withCompany({ units, sections }: Page, unit: Unit, language: NoticeLanguage): readonly Unit[] {
  const { heading, units: around } = sections[unit.section]!;
  const size = around.reduce((sum, { text }) => sum + text.length, 0);
  if (/[?？]$/.test(heading?.plain ?? '') && size < SECTION_CHARACTERS / 2) return around;
  const next = units[unit.order + 1];
  const isOther = next?.group !== unit.group;
  if (next?.section === unit.section && (isOther ? leadsTo(unit, next.origin) : endsOpen(unit.text)))
    return [unit, ...units.filter(({ group }) => group === next.group)];
  const before = units[unit.order - 1];
  if (before?.section !== unit.section) return [unit];
  const refers = before.group === unit.group && !unit.isFirst && refersBack(unit, language);
  return refers || unit.origin === 'code' || /[?？][*_]*$/.test(before.text) ? [before, unit] : [unit];
}
