/** A section of a guide as the index has it; `src/guides/guide-pages.ts` writes it. */
export interface Section {
  /** Name of the guide in its address. */
  readonly guide: string;
  readonly title: string;
  readonly heading: string;
  /** Of the heading; empty: the beginning of the guide. */
  readonly id: string;
  readonly text: string;
}

/** A section with the place of the first word, for its excerpt. */
export type Found = ReturnType<typeof excerptOf>;

/** As many as a reader looks through. */
export const MOST = 12;

/** Characters of an excerpt on each side of the word. */
const AROUND = 60;

/** The sections that have every word, the best first. Letters' case does not matter. */
export function findSections(sections: readonly Section[], query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, rank: rankOf(section, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ section }) => excerptOf(section, words));
}

/** What a word counts in heading, title of the guide and text: whole, at the beginning of a word, within one. */
const WEIGHTS = [
  [27, 18, 9],
  [9, 6, 3],
  [4, 2, 1],
] as const;

/** 0: a word is missing. Each word counts where it counts most; a heading that is nothing but the words counts twice. */
function rankOf({ heading, title, text }: Section, words: readonly string[]): number {
  const places = [heading, title, text].map((place) => place.toLowerCase());
  const ranks = words.map((word) =>
    Math.max(...places.map((place, i) => WEIGHTS[i]![fitOf(place, word)] ?? 0)),
  );
  if (ranks.includes(0)) return 0;
  const rank = ranks.reduce((sum, one) => sum + one);
  return places[0] === words.join(' ') ? 2 * rank : rank;
}

const isPartOfWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char);

/** 0: the word is there whole, 1: a word begins with it, 2: it is within one, 3: it is not there. */
function fitOf(place: string, word: string): number {
  let fit = 3;
  for (let at = place.indexOf(word); at >= 0 && fit > 0; at = place.indexOf(word, at + 1)) {
    const isBegin = !isPartOfWord(place[at - 1]);
    fit = Math.min(fit, isBegin ? (isPartOfWord(place[at + word.length]) ? 1 : 0) : 2);
  }
  return fit;
}

function excerptOf(section: Section, words: readonly string[]) {
  const { text } = section;
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)).slice(0, 1));
  const length = text.toLowerCase().startsWith(words[0]!, at) ? words[0]!.length : 0;
  const start = Math.max(0, at - AROUND);
  const end = Math.min(text.length, at + length + AROUND);
  return {
    section,
    before: (start > 0 ? '…' : '') + text.slice(start, at),
    hit: text.slice(at, at + length),
    after: text.slice(at + length, end) + (end < text.length ? '…' : ''),
  };
}
