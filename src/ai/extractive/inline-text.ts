/**
 * Inline Markdown as a reader sees it, on one line: link and image texts without their targets, code without its
 * backticks, no emphasis marks, no escapes.
 */
export function plainInline(text: string): string {
  return (
    text
      // linear: a few hundred characters from each bracket.
      .replace(/!?\[([^[\]]{0,500})\]\([^)]{0,1000}\)/g, '$1')
      // linear: as before.
      .replace(/\[\^[^\]]{1,50}\]|<[^<>\s][^<>]{0,500}>/g, '')
      .replace(/(?<!\\)(\*\*|__|~~|`+)/g, '')
      .replace(/(?<![\\\p{L}\p{N}])([*_])(?=\S)|(?<=\S)(?<!\\)([*_])(?![\p{L}\p{N}])/gu, '')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/**
 * Markup whose inside is not prose: code spans, images, link targets, autolinks, HTML tags, inline formulas. Lengths
 * are bounded so that no page of half-open markup takes quadratic time.
 */
// linear: at most some thousand characters from each sign that opens.
const NOT_PROSE =
  /(`{1,8})(?!`)(?:[^`]{1,400}?)\1(?!`)|!\[[^\]]{0,300}\]\([^)]{0,1000}\)|\]\([^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,500})?\)|<[^<>\s][^<>]{0,500}>|https?:\/\/[^\s<>)\]]+|\$[^$\s](?:[^$]{0,300}[^$\s])?\$/g;
/** The text of links: no sentence may end inside one, or the link would be cut in two. */
const LINK_TEXT = /\[[^[\]]*\]/g;

/**
 * Endings after which a new sentence is not yet certain: `Dr.`, `Fig.`, `e.g.`, `U.S.`, `J.`, `ca.`, and `3.` where it begins a
 * text or follows what a German ordinal does (`am 3. Oktober`).
 */
const DOUBTFUL_END =
  /(?:^|[\s([{„“"'«*_])(?:\p{Lu}\p{Ll}{0,2}|(?:\p{L}\.)+\p{L}|\p{L}|approx|bzw|ca|evtl|ggf|inkl|vgl|vs|(?:(?<=^|[([{„“"'«*_])|(?<=[,–]\s)|(?:[AaIi]m|[Dd]as|[Dd]e[mnrs]|[Dd]ie|[Aa]b|[Bb]is|ins|[Ss]eit|und|[Vv]o[mr]|[Zz]u[mr])\s)\d{1,2})\.[*_)\]"'”»]*\s*$/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
/** ICU's iterator takes time quadratic in the length of its text, so long blocks are read through a window. */
const WINDOW_CHARACTERS = 1000;
/** A piece is not held together for its markup beyond this. */
const LONGEST_CHARACTERS = 1200;

/**
 * The sentences of one block of inline Markdown, each an exact substring of it, in order. UAX #29 sentence rules,
 * with two repairs: abbreviations do not end a sentence, and emphasis or links that span a boundary keep its two
 * sides together, so that each sentence is whole Markdown. A hard break ends a sentence.
 */
export function splitSentences(block: string): readonly string[] {
  return block.split('\n').flatMap((text) => {
    const masked = text
      .replace(NOT_PROSE, (match) => 'x'.repeat(match.length))
      .replace(LINK_TEXT, (match) => match.replace(/[^\p{L}\p{N} ]/gu, 'x'));
    const sentences: string[] = [];
    let start = 0;
    for (const end of boundariesOf(masked)) {
      const piece = text.slice(start, end);
      const isShort = end < text.length && piece.length < LONGEST_CHARACTERS;
      if (isShort && (DOUBTFUL_END.test(masked.slice(Math.max(start, end - 24), end)) || !isBalanced(piece)))
        continue;
      if (piece.trim() !== '') sentences.push(piece.trim());
      start = end;
    }
    return sentences;
  });
}

/** Ends of sentences in ascending order; the last is the end of the text. */
function boundariesOf(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const window = text.slice(at, at + WINDOW_CHARACTERS);
    const starts = [...segmenter.segment(window)].map(({ index }) => index).slice(1);
    for (const start of starts) ends.push(at + start);
    // The window's last sentence may go on behind it, so the next window begins with it.
    at += at + window.length === text.length ? window.length : (starts.at(-1) ?? window.length);
  }
  return [...ends, text.length];
}

function isBalanced(piece: string): boolean {
  if (['**', '__', '~~'].some((marker) => (piece.split(marker).length - 1) % 2 !== 0)) return false;
  const singles = piece.replaceAll('**', '').match(/(?<![\\\w*])\*(?=\S)|(?<=[^\s\\*])\*(?![\w*])/g);
  return (singles?.length ?? 0) % 2 === 0;
}
