import { plainInline } from './inline-text.ts';
import { phrasePattern, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage, Notices } from './notices.table.ts';
import type { Page, Unit } from './page.ts';
import { endsOpen } from './page.ts';

/** What every extractive template is given. */
export interface SelectionContext {
  readonly page: Page;
  /** How much each sentence says of what the page is about. */
  readonly scoreOf: (sentence: Unit) => number;
  readonly language: NoticeLanguage;
  readonly notices: Notices;
  /** How many lines are wanted; undefined: as many as the template gives. */
  readonly lines: number | undefined;
}

/** Selects; returns Markdown blocks, at least one, to be joined by blank lines. */
export type ExtractiveTemplate = (context: SelectionContext) => readonly string[];

/** Shortest sentence that can stand alone, in terms; labels say nothing out of place. */
const FEWEST_TERMS = 4;
/** From here on, a sentence says too many things at once, in terms. */
const MANY_TERMS = 45;

/**
 * Scores by centrality: a term counts by how many sentences use it (what the page keeps coming back to) against how common it is
 * among them (function words of any language are in most). A sentence is the sum of its terms over the root of its length, raised
 * where authors put their point: first on the page or in a section, in the words of the heading. Each of the `wanted` terms
 * (a caller's prompt) raises the sentences that have it.
 */
export function scoreSentences(page: Page, language: NoticeLanguage, wanted: ReadonlySet<string>) {
  const usedBy = new Map<string, number>();
  for (const { terms } of page.sentences)
    for (const term of new Set(terms)) usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  const total = Math.max(page.sentences.length, 2);
  const scores = new Map<Unit, number>();
  for (const [place, sentence] of page.sentences.entries()) {
    const { heading, sentences } = page.sections[sentence.section]!;
    const inHeading = `${heading?.plain ?? ''} `.toLowerCase();
    let sum = 0;
    let asked = 1;
    for (const term of new Set(sentence.terms)) {
      if (wanted.has(term)) asked += 2;
      const count = usedBy.get(term) ?? 1;
      const weight = /^\d+$/.test(term) ? 0 : Math.log2(1 + count) * Math.log((total + 1) / count);
      sum += weight * (inHeading.includes(term) ? 1.5 : 1);
    }
    const placed = (place < 3 ? 1.25 : 1) * (sentences[0] === sentence ? 1.25 : 1) * (place === 0 ? 1.5 : 1);
    const length = Math.sqrt(Math.max(sentence.terms.length, 8));
    scores.set(sentence, (sum / length) * asked * placed * shapeFactor(sentence, language));
  }
  return (sentence: Unit): number => scores.get(sentence) ?? 0;
}

function shapeFactor(sentence: Unit, language: NoticeLanguage): number {
  const { text, terms, origin } = sentence;
  const isFinished = /$(?<=[.!?。！？؟।…]["”»’')\]*_]*(?:\[\^[^\]]+\])*)/.test(text);
  const shape =
    (isQuestion(text) ? 0.4 : 1) * (isFinished ? 1 : 0.75) * (terms.length > MANY_TERMS ? 0.6 : 1);
  const isPicture = /!\[/.test(text);
  return (
    shape *
    (origin === 'quote' ? 0.8 : 1) *
    (isPicture ? 0.4 : 1) *
    (refersBack(sentence, language) ? 0.7 : 1)
  );
}

/** Whether a sentence can stand alone: enough words, prose, not an introduction to what follows. */
export function standsAlone({ text, terms }: Unit): boolean {
  return terms.length >= FEWEST_TERMS && !endsOpen(text) && !/^!?\[[^\]]*\]\([^)]*\)[.!]?$|^\[\^/.test(text);
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

export function byScore(sentences: readonly Unit[], scoreOf: SelectionContext['scoreOf']): readonly Unit[] {
  return [...sentences].sort((a, b) => scoreOf(b) - scoreOf(a) || a.order - b.order);
}

/**
 * The best sentences of a set, in the order of the page: at most `count`, at most `characters` in all, none that mostly repeats one
 * already taken.
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

/** Characters of a sentence as a bulleted line. */
export const lineLength = ({ text }: Unit) => text.length + 3;

/** Share of the shorter one's terms that the other has too, 0 to 1. */
export function overlap(a: Unit, b: Unit): number {
  const [small, large] = [new Set(a.terms), new Set(b.terms)].sort((one, other) => one.size - other.size);
  return [...small!].filter((term) => large!.has(term)).length / Math.max(small!.size, 1);
}

/** Units as Markdown: items of a list, rows below their head, sentences of a paragraph in one. */
export function render(units: readonly Unit[]): readonly string[] {
  const blocks: string[] = [];
  for (const [at, unit] of units.entries()) {
    const isRow = unit.origin === 'row';
    const isItem = unit.origin.endsWith('item') && unit.isFirst;
    const last = units[at - 1];
    const goesOn = last?.group === unit.group && (isRow || isItem || unit.order === last.order + 1);
    const line = isItem ? `- ${unit.text}` : unit.text;
    if (goesOn) blocks.push(`${blocks.pop()}${isRow || isItem ? '\n' : ' '}${line}`);
    else blocks.push(isRow ? `${unit.lead}\n${line}` : line);
  }
  return blocks;
}
