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

/** The sections that have every word, those with the words in their heading first. Letters' case does not matter. */
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

/** 0: a word is missing. A word in the heading counts more than one in the title of the guide, and that more than one below. */
function rankOf({ heading, title, text }: Section, words: readonly string[]): number {
  const places = [heading, title, text].map((place) => place.toLowerCase());
  let rank = 0;
  for (const word of words) {
    const place = places.findIndex((one) => one.includes(word));
    if (place < 0) return 0;
    rank += [9, 3, 1][place]!;
  }
  return rank;
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
