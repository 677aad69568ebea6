import { actionSentences } from './actions.ts';
import { plainInline } from './inline-text.ts';
import { phrasePattern, withoutAccents } from './lexicon.ts';
import type { Unit } from './page.ts';
import {
  byScore,
  type ExtractiveTemplate,
  isQuestion,
  lineLength,
  overlap,
  pickSentences,
  refersBack,
  render,
  standsAlone,
} from './selection.ts';
import { termsOf } from './terms.ts';

const listOf = (sentences: readonly Unit[]) => sentences.map(({ text }) => `- ${text}`).join('\n');

/** Longest summary as a share of the page, and what it needs at most once every main section is heard, in characters. */
const SUMMARY_SHARE = 0.2;
const SUMMARY_CHARACTERS = 2000;

/**
 * One sentence for each main section, then the best of the rest while there is room, in the order of the page. Never more than a
 * fifth of the page, except that one sentence is always given: sections with the least text go without, the first one last, and
 * shorter sentences stand in for better ones. `lines`, where a caller wants so many, are the best of the page.
 */
export const summarize: ExtractiveTemplate = ({ page, scoreOf, notices, lines }) => {
  const standing = page.sentences.filter(standsAlone);
  const good = standing.length > 0 ? standing : page.sentences;
  if (good.length === 0) return [notices.noText];
  const best = pickSentences(good, scoreOf, { count: lines ?? 0, characters: Infinity });
  if (lines !== undefined) return [best.length === 1 ? best[0]!.text : listOf(best)];
  let left = Math.floor(page.characters * SUMMARY_SHARE);
  const most = Math.min(left, SUMMARY_CHARACTERS);
  const mainOf = ({ section }: Unit) => page.sections[section]!.main;
  const mains = [...new Set(good.map(mainOf))].map((main) => {
    const ranked = byScore(
      good.filter((sentence) => mainOf(sentence) === main),
      scoreOf,
    );
    const size = ranked.reduce((sum, sentence) => sum + lineLength(sentence), 0);
    return { ranked, size, least: Math.min(...ranked.map(lineLength)) };
  });
  const [opening, ...others] = mains;
  others.sort((a, b) => b.size - a.size);
  let needed = opening!.least;
  const heard = others.filter(({ least }) => {
    if (needed + least > left) return false;
    needed += least;
    return true;
  });
  // What the page begins with stands as it is where others must go without in any case.
  const isCrowded = heard.length < others.length;
  const cover = [opening!, ...heard].flatMap(({ ranked, least }, at) => {
    needed -= least;
    const room = isCrowded && at === 0 ? left : left - needed;
    const fitting =
      ranked.find((sentence) => lineLength(sentence) <= room) ?? (at === 0 ? ranked.at(-1) : undefined);
    left -= fitting === undefined ? 0 : lineLength(fitting);
    return fitting ?? [];
  });
  const characters = Math.min(left, Math.max(0, most - cover.reduce((sum, one) => sum + lineLength(one), 0)));
  const rest = pickSentences(good, scoreOf, { count: 20, characters, taken: cover });
  return [listOf([...cover, ...rest].sort((a, b) => a.order - b.order))];
};

/** Share of a section's sentences which simplified text keeps. */
const KEPT_SHARE = 0.4;

/**
 * The plain sentences of the page under its own headings: of each section the shortest, with the fewest parentheses and insertions.
 * Selecting cannot reword; what is too hard is left out, and with it what refers to it. Steps stay together.
 */
export const simplify: ExtractiveTemplate = ({ page, scoreOf, language, notices }) => {
  const difficulty = (sentence: Unit) => {
    const { text, terms } = sentence;
    const marks = text.match(/[,;:()[\]–—、，；：（）«»"“”`$]/g)?.length ?? 0;
    const wordLength = text.length / Math.max(terms.length, 1);
    return 2 * scoreOf(sentence) - (Math.max(terms.length, 8) + 3 * marks) * (4 + wordLength);
  };
  const blocks = page.sections.flatMap(({ heading, sentences }) => {
    // An item that is no sentence: what is left of such a list would look like all of it.
    const isFragment = ({ origin, text }: Unit) =>
      origin.endsWith('item') && !/[.!?。！？।…][)*_"”»]*$/.test(text);
    const usable = sentences.filter((sentence) => standsAlone(sentence) && !isFragment(sentence));
    const plain = new Set(byScore(usable, difficulty).slice(0, Math.ceil(usable.length * KEPT_SHARE)));
    const kept: Unit[] = [];
    for (const sentence of sentences) {
      const isAfterKept = kept.at(-1)?.order === sentence.order - 1;
      const refers =
        refersBack(sentence, language) || (sentence.origin.endsWith('item') && !sentence.isFirst);
      const isStep = sentence.origin === 'ordered_item';
      if (isStep || (plain.has(sentence) && (isAfterKept || !refers))) kept.push(sentence);
    }
    const title = heading === undefined ? [] : [`${'#'.repeat(heading.depth)} ${heading.text}`];
    return kept.length === 0 ? [] : [...title, ...render(kept)];
  });
  return blocks.length > 0 ? blocks : [notices.noText];
};

/** Sentences that support the claim of a note, and all characters of these. */
const SUPPORT = { count: 3, characters: 900 };
/** A claim says something of something, in terms at least. */
const FEWEST_CLAIM_TERMS = 5;

/**
 * One idea: the page's most central sentence as the claim, and the sentences closest to it. A claim is understood by itself, ends as
 * a sentence, and is no heading once more, no advertisement and, if another is there, no instruction.
 */
export const atomicNote: ExtractiveTemplate = ({ page, scoreOf, language, notices }) => {
  const usable = page.sentences.filter((sentence) => standsAlone(sentence) && !isQuestion(sentence.text));
  const headings = new Set(page.sections.map(({ heading }) => termsOf(heading?.plain ?? '').join(' ')));
  const advert = phrasePattern('advert', language, 'anywhere');
  const ranked = byScore(usable, scoreOf);
  const claims = ranked.filter((sentence) => {
    const plain = plainInline(sentence.text);
    if (sentence.terms.length < FEWEST_CLAIM_TERMS || /^\S{1,20}[:：]/.test(plain)) return false;
    if (!/[.。!！।…]["”»’')）」]*$/.test(plain) || headings.has(sentence.terms.join(' '))) return false;
    return !advert.test(withoutAccents(plain)) && !refersBack(sentence, language);
  });
  const actions = new Set(actionSentences(page, language));
  const claim = claims.find((sentence) => !actions.has(sentence)) ?? claims[0] ?? ranked[0];
  if (claim === undefined) return [notices.noText];
  const supports = (sentence: Unit) => {
    const near = 1 / (1 + Math.abs(sentence.order - claim.order) / 8);
    return (
      scoreOf(sentence) * (overlap(sentence, claim) + (sentence.section === claim.section ? 0.3 : 0)) * near
    );
  };
  const after = usable.filter(({ order }) => order > claim.order || page.sentences.length < 12);
  const support = pickSentences(after, supports, { ...SUPPORT, taken: [claim] });
  return [`# ${claim.text}`, ...(support.length === 0 ? [] : [listOf(support)])];
};

/** Sentences at the start of a page among which it may put its question. */
const OPENING_SENTENCES = 5;

/**
 * The page's question, as its title or its first sentences put it, else its title; and its most central sentences, those near the
 * question first. Where there is no title, the answer stands alone: no question is made up.
 */
export const answerCoreQuestion: ExtractiveTemplate = ({ page, scoreOf, notices }) => {
  const asking = page.sentences.slice(0, OPENING_SENTENCES).find(({ text }) => isQuestion(text));
  const question = isQuestion(page.title ?? '') ? page.title : (asking?.text ?? page.title);
  const from = asking !== undefined && question === asking.text ? asking.order : 0;
  const relevance = (one: Unit) =>
    scoreOf(one) * (one.order < from ? 0.5 : 1 + 1 / (1 + (one.order - from) / 4));
  const answers = page.sentences.filter((sentence) => standsAlone(sentence) && !isQuestion(sentence.text));
  const picked = pickSentences(answers, relevance, SUPPORT);
  const answer = picked.length > 0 ? picked : answers.slice(0, 1);
  if (answer.length === 0) return [notices.noText];
  return [...(question === undefined ? [] : [`**${question.replaceAll('**', '')}**`]), ...render(answer)];
};

/** The headings of a page as a list. */
export const outline: ExtractiveTemplate = ({ page, notices }) => {
  const headings = page.sections.flatMap(({ heading }) => heading ?? []);
  if (headings.length === 0) return [notices.noText];
  return [headings.map(({ depth, plain }) => `${'  '.repeat(depth - 1)}- ${plain}`).join('\n')];
};
