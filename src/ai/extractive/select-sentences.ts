import { plainInline } from './inline-text.ts';
import { phrasePattern, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage, Notices } from './notices.table.ts';
import type { PageText, Unit } from './page-text.ts';

/** What every extractive template is given. */
export interface SelectionContext {
  readonly page: PageText;
  /** How much each sentence says of what the page is about. */
  readonly scoreOf: (sentence: Unit) => number;
  readonly language: NoticeLanguage;
  readonly notices: Notices;
  /** How many lines are wanted; undefined: as many as the template gives. */
  readonly lines?: number | undefined;
}

/** Selects; returns Markdown blocks, at least one, to be joined by blank lines. */
export type ExtractiveTemplate = (context: SelectionContext) => readonly string[];

/** Shortest sentence that can stand alone, in words; one-word items and labels say nothing out of place. */
const FEWEST_WORDS = 4;
/** From here on, a sentence says too many things at once, in words. */
const MANY_WORDS = 45;

/**
 * Scores by centrality: a word counts by how many sentences use it (what the page keeps coming back to) against how common it is
 * among them (function words of any language are in most). A sentence is the sum of its distinct words over the root of its length,
 * raised where authors put their point: first on the page, first in a section, in the words of its heading. Each of the `wanted`
 * words (a caller's prompt) raises the sentences that have it.
 */
export function scoreSentences(page: PageText, language: NoticeLanguage, wanted: ReadonlySet<string>) {
  const usedBy = new Map<string, number>();
  for (const { words } of page.sentences)
    for (const word of words) usedBy.set(word, (usedBy.get(word) ?? 0) + 1);
  const total = Math.max(page.sentences.length, 2);
  const weightOf = (word: string) => {
    const count = usedBy.get(word) ?? 0;
    return count === 0 || /^\d+$/.test(word) ? 0 : Math.log2(1 + count) * Math.log((total + 1) / count);
  };
  const headingWords = page.sections.map(
    ({ heading }) => new Set((heading?.plain ?? '').toLowerCase().split(/\s+/)),
  );
  const scores = new Map<Unit, number>();
  page.sentences.forEach((sentence, place) => {
    let sum = 0;
    let asked = 1;
    for (const word of sentence.words) {
      if (wanted.has(word)) asked += 2;
      sum += weightOf(word) * (headingWords[sentence.section]!.has(word) ? 1.5 : 1);
    }
    const isFirstOfSection = page.sections[sentence.section]?.sentences[0] === sentence;
    const placed = (place < 3 ? 1.25 : 1) * (isFirstOfSection ? 1.25 : 1) * (place === 0 ? 1.5 : 1);
    const length = Math.sqrt(Math.max(sentence.wordCount, 8));
    scores.set(sentence, (sum / length) * asked * placed * shapeFactor(sentence, language));
  });
  return (sentence: Unit): number => scores.get(sentence) ?? 0;
}

function shapeFactor(sentence: Unit, language: NoticeLanguage): number {
  const { text, wordCount, origin } = sentence;
  const isFinished = /$(?<=[.!?。！？؟।…]["”»’')\]*_]*(?:\[\^[^\]]+\])*)/.test(text);
  return (
    (isQuestion(text) ? 0.4 : 1) *
    (isFinished ? 1 : 0.75) *
    (wordCount > MANY_WORDS ? 0.6 : 1) *
    (origin === 'quote' ? 0.8 : 1) *
    (/!\[/.test(text) ? 0.4 : 1) *
    (refersBack(sentence, language) ? 0.7 : 1)
  );
}

/** Whether a sentence can stand alone: enough words, prose, not an introduction to what follows. */
export function standsAlone({ text, wordCount }: Unit): boolean {
  if (wordCount < FEWEST_WORDS || /[:：]\**$/.test(text)) return false;
  return !/^!?\[[^\]]*\]\([^)]*\)[.!]?$/.test(text) && !/^\[\^/.test(text);
}

/** Whether a sentence begins with a word that refers to the one before it: a pronoun, or “however”. */
export function refersBack(sentence: Unit, language: NoticeLanguage): boolean {
  const text = withoutAccents(plainInline(sentence.text)).replace(/^[^\p{L}]+/u, '');
  return phrasePattern('referring', language, 'start').test(text);
}

/** Whether a heading or sentence asks, by its mark: `?`, Arabic `؟`, full-width `？`, Greek `;` after a Greek letter. */
export function isQuestion(text: string): boolean {
  return /[?？؟]["”»’)*_\s]*$|[\p{sc=Greek}];$/u.test(text);
}

/**
 * The best sentences of a set, in the order of the page: at most `count`, at most `characters` in all (each counted
 * with the two characters of its bullet and its line end), none that mostly repeats one already taken.
 */
export function pickSentences(
  candidates: readonly Unit[],
  scoreOf: SelectionContext['scoreOf'],
  limits: { readonly count: number; readonly characters: number; readonly taken?: readonly Unit[] },
): readonly Unit[] {
  const taken = [...(limits.taken ?? [])];
  const picked: Unit[] = [];
  let left = limits.characters;
  for (const candidate of byScore(candidates, scoreOf)) {
    if (picked.length >= limits.count) break;
    if (lineLength(candidate) > left || taken.some((other) => overlap(candidate, other) > 0.6)) continue;
    picked.push(candidate);
    taken.push(candidate);
    left -= lineLength(candidate);
  }
  return picked.sort((a, b) => a.order - b.order);
}

export function byScore(sentences: readonly Unit[], scoreOf: SelectionContext['scoreOf']): readonly Unit[] {
  return [...sentences].sort((a, b) => scoreOf(b) - scoreOf(a) || a.order - b.order);
}

/** Characters of a sentence as a bulleted line. */
export function lineLength({ text }: Unit): number {
  return text.length + 3;
}

/** Share of the shorter one's words that the other has too, 0 to 1. */
export function overlap(a: Unit, b: Unit): number {
  const [small, large] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  return [...small].filter((word) => large.has(word)).length / Math.max(small.size, 1);
}

/** Units as Markdown: items of a list, rows below their head, sentences of a paragraph in one. */
export function render(units: readonly Unit[]): readonly string[] {
  const blocks: string[] = [];
  let last: Unit | undefined;
  for (const unit of units) {
    const isOfList = unit.origin === 'item' || unit.origin === 'ordered_item';
    const line = isOfList && unit.isFirst ? `- ${unit.text}` : unit.text;
    const isLine = unit.origin === 'row' || (isOfList && unit.isFirst);
    if (last !== undefined && last.group === unit.group && (isLine || unit.order === last.order + 1))
      blocks.push(`${blocks.pop()}${isLine ? '\n' : ' '}${line}`);
    else blocks.push(unit.origin === 'row' ? `${unit.lead}\n${line}` : line);
    last = unit;
  }
  return blocks;
}
