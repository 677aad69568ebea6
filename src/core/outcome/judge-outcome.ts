import type { Outcome, OutcomeReason } from '../../contract/failure.ts';
import type { Root } from '../content/tree.ts';
import type { HtmlDocument } from '../html/tree.ts';
import { lazy } from '../lazy.ts';
import { CERTAIN } from '../select/forest/probability.ts';
import { someText } from '../walk-content.ts';
import { isBlankContent } from './blank-content.ts';
import { signsOfGate } from './gate.ts';
import { isLoadingNotice, signsOfIncompleteness, signsOfWaiting } from './incompleteness.ts';
import { isJsShell } from './js-shell.ts';
import { KNOWN, PAGE_WORDS } from './known-marks.ts';
import type { KnownPage } from './known-page.ts';
import { type Evidence, type PageReading, readPage, titleOf } from './page-reading.ts';
import type { Rule, Sign } from './rules/rule.ts';
import { RULES, TIERS } from './rules/rules.ts';
import { explains, hasTopic, quotes } from './speech.ts';
import { likelyStub } from './stub/stub-model.ts';

/** What became of a page, and the signs that led to it; none for `ok`. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly signs: readonly string[];
  /** What speaks for content that a browser would get; absent where nothing does. */
  readonly incomplete?: readonly string[];
}

/** Characters of content from which no rule reads a page: twice those of the longest of 1,400 walls and dead ends. */
const MOST_STUB_CHARACTERS = 2000;

/** Probability in 1/4096 from which a page is a stub that no rule knows by what it says: none of 1,700 genuine short pages has it. */
const LEAST_LIKELY = 0.75 * CERTAIN;

/** Characters of content from which nothing is missing that scripts would bring: about 600 words. */
const AMPLE_CHARACTERS = 3600;

/** Characters of content above which a page is no shell, whatever its scripts: it has been served with its text. */
const MOST_SHELL_CHARACTERS = 1000;

/** Judges a page: `ok`, or the first reason why what was found is not its content. Pure, linear in the page. */
export function judgeOutcome(evidence: Evidence): Verdict {
  const characters = charactersOf(evidence.content, AMPLE_CHARACTERS);
  const short = characters < MOST_STUB_CHARACTERS ? weighAll(readPage(evidence)) : null;
  const verdict =
    (short === null ? longRefusalOf(evidence.doc) : refusalOf(short)) ??
    judgeContent(evidence, characters, short);
  const status = evidence.status ?? 200;
  if (evidence.rendered || (status < 400 && verdict.outcome !== 'bot_wall')) return verdict;
  const gate = short === null ? [] : signsOfGate(short.page, verdict.outcome, evidence.doc);
  const { incomplete: _, ...told } = verdict;
  return gate.length === 0 ? told : { ...told, incomplete: gate };
}

function judgeContent(evidence: Evidence, characters: number, short: WeighedPage | null): Verdict {
  if (characters >= AMPLE_CHARACTERS) return OK;
  const verdict = evidence.rendered ? judgeRendered(evidence) : judgeSource(evidence, characters);
  if (verdict.outcome !== 'ok' || short === null) return verdict;
  const refusal = likelyRefusalOf(short, evidence);
  return refusal === null ? verdict : { ...verdict, ...refusal };
}

/** The verdict on a page with text of some length: it is none where its title is that of a standard page which goes on at length. */
function longRefusalOf(doc: HtmlDocument): Verdict | null {
  const known = KNOWN.title.of(titleOf(doc));
  return known?.mostWords === Number.POSITIVE_INFINITY ? verdictOf(known) : null;
}

/** A short page with what each rule sees of it, in their order; rules are read when the first one is asked. */
const weighAll = (page: PageReading) => ({ page, rules: lazy(() => RULES.map((rule) => weigh(rule, page))) });
type WeighedPage = ReturnType<typeof weighAll>;

/** The verdict on a page that is none, by the table of standard pages or by the rules. */
function refusalOf({ page, rules }: WeighedPage): Verdict | null {
  const known = knownPages(page);
  const sure = known.find(({ bare }) => !bare);
  if (sure !== undefined) return verdictOf(sure);
  for (const tier of TIERS) {
    const own = known.find(({ reason }) => tier.some((rule) => rule.reason === reason));
    if (own !== undefined) return verdictOf(own);
    const weighed = rules().filter(({ rule }) => tier.includes(rule));
    // Of equals the first.
    const { reason, over, signs } = weighed.reduce((best, one) => (one.over > best.over ? one : best));
    if (over >= 0) return { outcome: reason, signs: signs.map(tellSign) };
  }
  return null;
}

/** The verdict on a page that no rule knows by what it says, by how it is built and worded. */
function likelyRefusalOf({ page, rules }: WeighedPage, { stubModel = likelyStub }: Evidence): Verdict | null {
  const leads = rules().map(({ over }) => over);
  const { stub, rule } = stubModel(page, leads);
  if (stub < LEAST_LIKELY || !page.sentences.some((one) => hasTopic(one, RULES[rule]!.topics))) return null;
  const { reason, signs } = rules()[rule]!;
  const likely = `built and worded as such a page (${Math.floor((100 * stub) / CERTAIN)} %)`;
  return { outcome: reason, signs: [...signs.map(tellSign), likely] };
}

/** A page whose scripts have run. One that was at work even then, and shows where its content will be, has not come to its end. */
function judgeRendered(evidence: Evidence): Verdict {
  const { content, isLoading = false } = evidence;
  const isBlank = isBlankContent(content);
  if ((isBlank && isLoading) || isLoadingNotice(content)) return stillLoading([]);
  if (isBlank) return BLANK;
  const waiting = isLoading ? signsOfWaiting(evidence) : [];
  return waiting.length > 0 ? stillLoading(waiting) : OK;
}

function stillLoading(waiting: readonly string[]): Verdict {
  return { outcome: 'js_required', signs: ['still loading', ...waiting] };
}

/** A page as it was served. */
function judgeSource(evidence: Evidence, characters: number): Verdict {
  const { doc, content } = evidence;
  if (characters < MOST_SHELL_CHARACTERS && isJsShell(doc)) {
    const signs = ['a shell that scripts fill'];
    return { outcome: 'js_required', signs, incomplete: signs };
  }
  const incomplete = signsOfIncompleteness(evidence);
  const verdict = isBlankContent(content) ? BLANK : OK;
  return incomplete.length === 0 ? verdict : { ...verdict, incomplete };
}

const OK: Verdict = { outcome: 'ok', signs: [] };
const BLANK: Verdict = { outcome: 'empty_content', signs: ['no text and no image'] };

function verdictOf({ reason, page }: KnownPage): Verdict {
  return { outcome: reason, signs: [`known page: ${page}`] };
}

/** Signs that a rule has seen, and how many points they have above its threshold. */
interface Weighed {
  readonly rule: Rule;
  readonly reason: OutcomeReason;
  readonly over: number;
  readonly signs: readonly Sign[];
}

function weigh(rule: Rule, page: PageReading): Weighed {
  const { reason, threshold, read } = rule;
  const signs = read(page).filter(([, weight]) => weight !== 0);
  return { rule, reason, over: signs.reduce((sum, [, weight]) => sum + weight, -threshold), signs };
}

function tellSign([what, weight]: Sign): string {
  return `${what} (${weight > 0 ? '+' : ''}${weight})`;
}

/** Characters of a content tree, counted until there are as many as `enough`; ideographs count for two. */
function charactersOf(root: Root, enough: number): number {
  let characters = 0;
  someText(root, (text) => {
    const isWide = text.length > 0 && text.charCodeAt(text.length >> 1) > 0x2e80;
    characters += isWide ? 2 * text.length : text.length;
    return characters >= enough;
  });
  return characters;
}

/** The standard pages that a page is by one mark, that of its title first. */
function knownPages(page: PageReading): KnownPage[] {
  const words = page.mainWords + page.unreadWords;
  const explained = explains(page) || quotes(page);
  const counts = (known: KnownPage | undefined): known is KnownPage =>
    known !== undefined && words <= known.mostWords && !(known.bare && explained);
  const heading = page.sentences.find(({ role }) => role === 'heading')?.text ?? '';
  // A question about what the title names is the heading of an article.
  const asks = heading.endsWith('?') && heading.length > page.title.length && heading.includes(page.title);
  // So is one that goes on after a title that other pages can have too.
  const goesOn = heading.startsWith(`${page.title},`) || heading.startsWith(`${page.title}:`);
  const title = KNOWN.title.of(page.title);
  const found = [
    asks || (goesOn && title?.bare) ? undefined : title,
    page.title.includes(heading) ? undefined : KNOWN.heading.of(heading),
    words <= PAGE_WORDS ? KNOWN.text.of(textOf(page)) : undefined,
    ...page.marks.known,
  ];
  return found.filter(counts);
}

/** All that a page says, controls and title apart. */
function textOf({ sentences }: PageReading): string {
  return sentences
    .filter(({ role }) => role !== 'title' && role !== 'control')
    .map(({ text }) => text)
    .join(' ');
}
