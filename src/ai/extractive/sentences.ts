/**
 * Markup whose inside is not prose: code spans, images, link targets, autolinks, HTML tags, inline formulas. Lengths
 * are bounded so that no page of half-open markup takes quadratic time.
 */
// linear: at most some thousand characters from each sign that opens.
const NOT_PROSE =
  /(`{1,8})(?!`)(?:[^`]{1,400}?)\1(?!`)|!\[[^\]]{0,300}\]\([^)]{0,1000}\)|\]\([^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,500})?\)|<[^<>\s][^<>]{0,500}>|https?:\/\/[^\s<>)\]]+|\$[^$\s](?:[^$]{0,300}[^$\s])?\$/g;
/** The text of links: no sentence may end inside one, or the link would be cut in two. */
const LINK_TEXT = /\[[^[\]]*\]/g;

/** Endings after which a new sentence is not yet certain: `Dr.`, `Fig.`, `e.g.`, `U.S.`, `J.`, `3.` (ordinals). */
const DOUBTFUL_END =
  /(?:^|[\s([{„“"'«*_])(?:\p{Lu}\p{Ll}{0,2}|(?:\p{L}\.)+\p{L}|\p{L}|\d{1,2})\.[*_)\]"'”»]*\s*$/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
/** ICU's iterator takes time quadratic in the length of its text, so long blocks are read through a window. */
const WINDOW_CHARACTERS = 1000;
/** A piece is not held together for its markup beyond this. */
const LONGEST_CHARACTERS = 1200;

/**
 * The sentences of one block of inline Markdown, each an exact substring of it, in order. UAX #29 sentence rules,
 * with two repairs: abbreviations do not end a sentence, and emphasis or links that span a boundary keep its two
 * sides together, so that each sentence is whole Markdown. A hard break ends a sentence. Scripts without a full
 * stop (Thai) are cut at their spaces when a piece is longer than a sentence would be.
 */
export function splitSentences(block: string): readonly string[] {
  return block.split('\n').flatMap(splitLine);
}

function splitLine(text: string): readonly string[] {
  const masked = maskMarkup(text);
  const sentences: string[] = [];
  let start = 0;
  for (const end of boundariesOf(masked)) {
    const piece = text.slice(start, end);
    const isDoubtful = end < text.length && piece.length < LONGEST_CHARACTERS;
    if (isDoubtful && (DOUBTFUL_END.test(masked.slice(Math.max(start, end - 24), end)) || !isBalanced(piece)))
      continue;
    sentences.push(...cutOverlong(piece.trim()));
    start = end;
  }
  return sentences.filter((sentence) => sentence !== '');
}

/** Ends of sentences in ascending order; the last is the end of the text. */
function boundariesOf(text: string): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  while (at < text.length) {
    const window = text.slice(at, at + WINDOW_CHARACTERS);
    const isLast = at + window.length === text.length;
    const starts = [...segmenter.segment(window)].map(({ index }) => index).slice(1);
    if (!isLast && starts.length > 0) {
      // The window's last sentence may go on behind it, so the next window begins with it.
      ends.push(...starts.map((start) => at + start));
      at += starts.at(-1)!;
    } else {
      ends.push(...starts.map((start) => at + start));
      at += window.length;
    }
  }
  return [...ends, text.length];
}

function maskMarkup(text: string): string {
  return text
    .replace(NOT_PROSE, (match) => 'x'.repeat(match.length))
    .replace(LINK_TEXT, (match) => match.replace(/[^\p{L}\p{N} ]/gu, 'x'));
}

function isBalanced(piece: string): boolean {
  for (const marker of ['**', '__', '~~']) {
    if ((piece.split(marker).length - 1) % 2 !== 0) return false;
  }
  const singles = piece.replaceAll('**', '').match(/(?<![\\\w*])\*(?=\S)|(?<=[^\s\\*])\*(?![\w*])/g);
  return (singles?.length ?? 0) % 2 === 0;
}

const OVERLONG_CHARACTERS = 300;
const NO_FULL_STOP = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function cutOverlong(sentence: string): readonly string[] {
  if (sentence.length <= OVERLONG_CHARACTERS || !NO_FULL_STOP.test(sentence)) return [sentence];
  const pieces: string[] = [];
  let piece = '';
  for (const part of sentence.split(/(?<=\s)/)) {
    piece += part;
    if (piece.length < OVERLONG_CHARACTERS / 4 || !isBalanced(piece)) continue;
    pieces.push(piece.trim());
    piece = '';
  }
  if (piece.trim() !== '') pieces.push(piece.trim());
  return pieces;
}
