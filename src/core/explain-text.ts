import type { TracedText } from './trace-texts.ts';

/** One place where a sought text stands. */
export interface ExplainedPlace {
  /** What it consists of, in order: one part per block and fate. */
  readonly parts: readonly TracedText[];
  /** Line of the Markdown, from 1, where its kept part stands; null when none of it stays or is found there. */
  readonly line: number | null;
  /** The kept texts next to it. */
  readonly before: TracedText | null;
  readonly after: TracedText | null;
}

/** Most places that are told of a text. */
const MAX_PLACES = 20;

/**
 * Where a text stands among the texts of a page, at most `MAX_PLACES` times, in document order. White space, case and the
 * borders of elements do not count. Empty: it is not there.
 */
export function explainText(
  texts: readonly TracedText[],
  markdown: string,
  sought: string,
): readonly ExplainedPlace[] {
  const wanted = squeeze(sought);
  if (wanted === '') return [];
  const squeezed = texts.map(({ text }) => squeeze(text));
  const ends = squeezed.map((_, i) => i);
  for (let i = 0, end = 0; i < squeezed.length; i++) {
    end += squeezed[i]!.length;
    ends[i] = end;
  }
  const page = squeezed.join('');
  const lines = new LineFinder(markdown);
  const places: ExplainedPlace[] = [];
  for (let at = page.indexOf(wanted); at >= 0 && places.length < MAX_PLACES; ) {
    const from = ends.findIndex((end) => end > at);
    const to = ends.findIndex((end) => end >= at + wanted.length) + 1;
    const covered = texts.slice(from, to);
    const kept = covered.filter(({ step }) => step === null);
    places.push({
      parts: merge(covered),
      line: kept.length === 0 ? null : lines.find([sought, ...longestFirst(kept)]),
      before: texts.slice(0, from).findLast(({ step }) => step === null) ?? null,
      after: texts.slice(to).find(({ step }) => step === null) ?? null,
    });
    at = page.indexOf(wanted, at + wanted.length);
  }
  return places;
}

/** Neighbours of one block and one fate as one text. */
function merge(texts: readonly TracedText[]): readonly TracedText[] {
  const merged: TracedText[] = [];
  for (const next of texts) {
    const last = merged.at(-1);
    if (last === undefined || last.block !== next.block || last.step !== next.step) merged.push(next);
    else merged[merged.length - 1] = { ...last, text: last.text + next.text };
  }
  return merged;
}

function longestFirst(texts: readonly TracedText[]): readonly string[] {
  return texts.map(({ text }) => text).sort((a, b) => b.length - a.length);
}

/** Finds texts in Markdown by their letters and digits, so that its signs do not matter; each search goes on after the last. */
class LineFinder {
  readonly #words: string;
  /** Length of `#words` at the end of each line. */
  readonly #ends: readonly number[];
  readonly #from = new Map<string, number>();

  constructor(markdown: string) {
    const lines = markdown.split('\n').map(wordsOf);
    let end = 0;
    this.#ends = lines.map((line) => {
      end += line.length;
      return end;
    });
    this.#words = lines.join('');
  }

  /** The line of the first of some texts that is found, from 1. */
  find(texts: readonly string[]): number | null {
    for (const text of texts) {
      const words = wordsOf(text);
      const at = words === '' ? -1 : this.#words.indexOf(words, this.#from.get(words) ?? 0);
      if (at < 0) continue;
      this.#from.set(words, at + words.length);
      return this.#ends.findIndex((end) => end > at) + 1;
    }
    return null;
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
