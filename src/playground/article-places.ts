/** Blocks that a part of a page can stand in or beside. */
const PLACES = 'p, h3, h4, h5, h6, pre, .scroll, li, .footnote, div.math';

/** So many words of a text tell where it stands: formulas and numbers of notes in it are written otherwise. In characters. */
const SURE_CHARACTERS = 16;
/** A shorter text stands in many places: it is believed this near only. */
const NEAR_CHARACTERS = 400;

/** Letters and digits, by which a text is found whatever stands between them. */
export const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** The innermost blocks of an article as it is now, for finding texts of its page in them. */
export function articlePlaces(article: HTMLElement) {
  let end = 0;
  const places = [...article.querySelectorAll<HTMLElement>(PLACES)]
    .filter(
      (element) =>
        element.querySelector(PLACES) === null && element.parentElement!.closest('pre, .scroll') === null,
    )
    .map((element) => {
      const text = wordsOf(element.textContent);
      const start = end;
      end += text.length;
      return { element, text, start, end };
    });
  const words = places.map(({ text }) => text).join('');
  /** Where one of some texts stands, at `at` or after it; null where none does. */
  const find = (texts: readonly string[], at: number) => {
    for (const text of texts) {
      const start = text === '' ? -1 : words.indexOf(text, at);
      const isSure = text.length >= SURE_CHARACTERS || start - at < NEAR_CHARACTERS;
      if (start >= 0 && isSure) return { start, end: start + text.length };
    }
    return null;
  };
  return {
    /** Where a text begins, in characters of words; null where it is not found. */
    startOf(text: string, at: number): number | null {
      const sought = wordsOf(text);
      return find([sought, sought.slice(0, SURE_CHARACTERS)], at)?.start ?? null;
    },
    /** Where a text ends. */
    endOf(text: string, at: number): number | null {
      const sought = wordsOf(text);
      for (const last of [sought, sought.slice(-SURE_CHARACTERS)]) {
        const found = find([last], Math.max(0, at - last.length));
        if (found !== null) return found.end;
      }
      return null;
    },
    /** The block in which the words up to a place end. */
    blockUpTo: (at: number): HTMLElement => places.find(({ end }) => end >= at)!.element,
    /** The blocks that have words between two places. */
    blocksOf: (from: number, to: number): readonly HTMLElement[] =>
      places.filter(({ start, end }) => start < to && end > from).map(({ element }) => element),
    /** The first block, if there is one. */
    first: places[0]?.element,
  };
}

export type ArticlePlaces = ReturnType<typeof articlePlaces>;
