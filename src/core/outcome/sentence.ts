import type { Root } from '../content/tree.ts';
import { unitAt } from '../unit-at.ts';
import { someText } from '../walk-content.ts';
import { foldText, type Hit, letterClass, phraseScanner, quotationsOf, type Span } from './phrase-scanner.ts';

/** What a piece of text is in its page; `trace`: code that a failing program printed. */
export type Role = 'title' | 'heading' | 'text' | 'link' | 'control' | 'code' | 'trace' | 'credit';

/** `main`: kept by extraction. `outside`: shown, not kept. `overlay`: in a box over the page. */
export type Region = 'main' | 'outside' | 'overlay';

/** A sentence, folded, with the phrases found in it. */
export interface Sentence {
  readonly text: string;
  readonly role: Role;
  readonly region: Region;
  readonly words: number;
  /** Characters without the names that it quotes: what was looked for. */
  readonly length: number;
  readonly hits: readonly Hit[];
  /** Topics of the hits. */
  readonly topics: number;
}

/** Whether a sentence is of the title or a heading of its page. */
export function isHead({ role }: Sentence): boolean {
  return role === 'title' || role === 'heading';
}

/** Whether a sentence is of the text that extraction kept, no label of a control and no credit. */
export function isMainText({ region, role }: Sentence): boolean {
  return region === 'main' && role !== 'title' && role !== 'control' && role !== 'credit';
}

/** The sentences of a text of one role and region: parts of a title, sentences of prose, anything else whole. */
export function sentencesOf(raw: string, role: Role, region: Region): Sentence[] {
  const folded = foldText(raw);
  const isWhole = role !== 'text' && role !== 'title';
  const pieces = isWhole
    ? [[0, folded.length] as const]
    : cutText(folded, role === 'title' ? TITLE_CUTS : SENTENCE_ENDS);
  let quotations: readonly Span[] | undefined;
  return pieces.map(([from, to]) => {
    const text = folded.slice(from, to);
    const quotationsHere = (): readonly Span[] => {
      quotations ??= quotationsOf(folded);
      return quotations.map(([start, end]) => [start - from, end - from]);
    };
    const hits = role === 'code' || role === 'trace' ? [] : phraseScanner().scan(text, quotationsHere);
    return {
      text,
      role,
      region,
      words: countWords(text),
      length: hits.length === 0 ? text.length : text.length - lengthOfNames(quotationsHere(), text.length),
      hits,
      topics: hits.reduce((topics, hit) => topics | hit.topic, 0),
    };
  });
}

/** Characters of the longest quotation that is a name: the words of a search, an address. */
const MOST_OF_NAME = 60;

function lengthOfNames(quotations: readonly Span[], length: number): number {
  return quotations
    .filter(([from, to]) => from >= 0 && to <= length && to - from <= MOST_OF_NAME)
    .reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Marks that end a sentence. */
const SENTENCE_ENDS = '.!?。！？؟।…';
/** Marks between the parts of a title. */
const TITLE_CUTS = '|–—·»‹';

/** Pieces of a text between stops, without the white space around; a full stop inside a word (a host name, a version) is none. */
function cutText(text: string, stops: string): Span[] {
  const pieces: Span[] = [];
  let from = 0;
  const cut = (end: number): void => {
    const piece = text.slice(from, end).trim();
    const start = text.indexOf(piece, from);
    if (piece !== '') pieces.push([start, start + piece.length]);
    from = end;
  };
  for (let i = 0; i < text.length; i++) {
    if (!stops.includes(text[i]!)) continue;
    if (text[i] !== '.' || i + 1 === text.length || text[i + 1] === ' ') cut(i + 1);
  }
  cut(text.length);
  return pieces;
}

/** Words of a content tree, counted until they are more than `most`. */
export function wordsOf(content: Root, most = Number.POSITIVE_INFINITY): number {
  let words = 0;
  someText(content, (text) => {
    words += countWords(text);
    return words > most;
  });
  return words;
}

/** Words of a text; two characters of a script without spaces count as one. */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let i = 0, end = text.length; i < end; i++) {
    const kind = letterClass(unitAt(text, i));
    if (kind === 2) words += 0.5;
    if (kind === 1 && !inWord) words++;
    inWord = kind === 1;
  }
  return words;
}
