import { writeDestination } from '../../core/markdown/link.ts';

/** What may hold a destination that is none: an escape, a fence at the start of a line, a run of back-ticks; or begins one. */
const TOKEN = /\\[\s\S]|^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})|`+|\]\(/gm;

/**
 * Markdown of ours with other addresses: each destination that `paths` knows is replaced, of an image as of a link to it.
 * What stands in code stays. `paths`: by address as the content has it; without blanks, brackets and parentheses.
 */
export function relink(markdown: string, paths: ReadonlyMap<string, string>): string {
  const written = new Map(
    [...paths].flatMap(([url, path]) =>
      [false, true].map((inCell) => [writeDestination(url, inCell), path] as const),
    ),
  );
  if (written.size === 0) return markdown;
  const longest = [...written.keys()].reduce((most, { length }) => Math.max(most, length), 0);
  const pieces: string[] = [];
  const ends = createCodeEnds(markdown);
  // linear: the expression above, with a place of its own.
  const tokens = new RegExp(TOKEN);
  let from = 0;
  for (let match = tokens.exec(markdown); match !== null; match = tokens.exec(markdown)) {
    const at = tokens.lastIndex;
    if (match[1] !== undefined) tokens.lastIndex = ends.fence(match[1], at);
    else if (match[0].startsWith('`')) tokens.lastIndex = ends.run(match[0].length, at);
    else if (match[0] === '](') {
      const destination = destinationAt(markdown, at, longest);
      const path = written.get(destination);
      if (path === undefined) continue;
      pieces.push(markdown.slice(from, at), path);
      from = at + destination.length;
    }
  }
  return pieces.join('') + markdown.slice(from);
}

/** What stands at a place up to a blank or the parenthesis that closes it, or in `<…>`; of a longer one the beginning. */
function destinationAt(markdown: string, at: number, longest: number): string {
  const text = markdown.slice(at, at + longest + 1);
  if (text.startsWith('<')) return text.slice(0, text.indexOf('>') + 1);
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '(') depth++;
    if (/\s/.test(char) || (char === ')' && depth-- === 0)) return text.slice(0, i);
  }
  return text;
}

/** Where code ends that has begun; where it does not end, it is none, or goes on to the last line. */
function createCodeEnds(markdown: string) {
  /** By length of a run of back-ticks: from here on there is no other. */
  const noneFrom = new Map<number, number>();
  return {
    /** Behind the next run of the same length (CommonMark 0.31.2, 6.1). */
    run(length: number, from: number): number {
      if ((noneFrom.get(length) ?? Number.POSITIVE_INFINITY) <= from) return from;
      const runs = /`+/g;
      runs.lastIndex = from;
      for (let run = runs.exec(markdown); run !== null; run = runs.exec(markdown))
        if (run[0].length === length) return runs.lastIndex;
      noneFrom.set(length, from);
      return from;
    },
    /** Behind the line that closes a fence, which has its sign and is at least as long (CommonMark 0.31.2, 4.5). */
    fence(opening: string, from: number): number {
      const lines = opening.startsWith('`') ? /^[ \t>]*(`{3,})[ \t]*$/gm : /^[ \t>]*(~{3,})[ \t]*$/gm;
      lines.lastIndex = from;
      for (let line = lines.exec(markdown); line !== null; line = lines.exec(markdown))
        if (line[1]!.length >= opening.length) return lines.lastIndex;
      return markdown.length;
    },
  };
}
