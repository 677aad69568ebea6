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

/** What a word counts in the heading, the title of the guide and the text: whole, at the beginning of a word, within one. */
const WEIGHTS = [
  [30, 8, 2, 0],
  [9, 4, 1, 0],
  [3, 2, 1, 0],
] as const;
/** What it counts more for each time that it is in the text again, whole, and how often that counts. */
const AGAIN = 2;
const MOST_AGAIN = 4;

/** 0: a word is missing. A heading that is nothing but the words counts twice. */
function rankOf({ heading, title, text }: Section, words: readonly string[]): number {
  const places = [heading, title, text].map((place) => place.toLowerCase());
  const ranks = words.map((word) => {
    const found = places.map((place) => fitsOf(place, word));
    const weight = found.reduce((sum, { fit }, i) => sum + WEIGHTS[i]![fit], 0);
    return weight + AGAIN * Math.min(MOST_AGAIN, Math.max(0, found[2]!.whole - 1));
  });
  if (ranks.includes(0)) return 0;
  const rank = ranks.reduce((sum, one) => sum + one);
  return places[0] === words.join(' ') ? 2 * rank : rank;
}

/** Parts of the name of a setting are words. */
const isPartOfWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** How often a word is there whole, or as its plural, and the best of all: 0: whole, 1: a word begins with it, 2: within one, 3: not there. */
function fitsOf(place: string, word: string): { readonly fit: 0 | 1 | 2 | 3; readonly whole: number } {
  let [isThere, begins, whole] = [false, false, 0];
  for (let at = place.indexOf(word); at >= 0; at = place.indexOf(word, at + 1)) {
    isThere = true;
    if (isPartOfWord(place[at - 1])) continue;
    begins = true;
    const end = at + word.length;
    if (!isPartOfWord(place[place[end] === 's' ? end + 1 : end])) whole++;
  }
  return { fit: whole > 0 ? 0 : begins ? 1 : isThere ? 2 : 3, whole };
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
