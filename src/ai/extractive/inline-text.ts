/**
 * Inline Markdown as a reader sees it, on one line: link and image texts without their targets, code without its
 * backticks, no emphasis marks, no escapes. For headings inside a question, where markup would be in the way.
 */
export function plainInline(text: string): string {
  return (
    text
      // linear: a few hundred characters from each bracket.
      .replace(/!\[([^\]]{0,300})\]\([^)]{0,1000}\)/g, '$1')
      // linear: as before.
      .replace(/\[([^\]]{0,500})\]\([^)]{0,1000}\)/g, '$1')
      // linear: as before.
      .replace(/\[\^[^\]]{1,50}\]/g, '')
      .replace(/<[^<>\s][^<>]{0,500}>/g, '')
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

const sentenceSegmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
/** ICU's iterator takes time quadratic in the length of its text, so long blocks are read through a window. */
const SENTENCE_WINDOW_CHARACTERS = 1000;
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
    const window = text.slice(at, at + SENTENCE_WINDOW_CHARACTERS);
    const isLast = at + window.length === text.length;
    const starts = [...sentenceSegmenter.segment(window)].map(({ index }) => index).slice(1);
    for (const start of starts) ends.push(at + start);
    // The window's last sentence may go on behind it, so the next window begins with it.
    at += isLast ? window.length : (starts.at(-1) ?? window.length);
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

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
/** Latin, Greek, Cyrillic and the like, where a word is a run of letters: hundreds of times faster than segmenting. */
const ALPHABETIC =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Common}\p{sc=Inherited}]*$/u;
const RUN = /[\p{L}\p{M}\p{N}]+(?:['’\-_][\p{L}\p{M}\p{N}]+)*/gu;
// linear: at most a thousand characters from each sign that opens.
const TARGETS = /\]\([^)]{0,1000}\)|<[^<>\s][^<>]{0,500}>|https?:\/\/\S+/g;
/** ICU's iterator takes time quadratic in the length of its text. */
const WORD_WINDOW_CHARACTERS = 500;

/** The words of a piece of inline Markdown, lower-cased and NFKC-normalised, addresses left out, in order. */
export function wordsOf(text: string): readonly string[] {
  return surfaceWordsOf(text).map(foldWord);
}

/** The same words as they are written. */
export function surfaceWordsOf(text: string): readonly string[] {
  const prose = text.replace(TARGETS, ' ');
  if (ALPHABETIC.test(prose)) return prose.match(RUN) ?? [];
  const words: string[] = [];
  for (let at = 0; at < prose.length; at += WORD_WINDOW_CHARACTERS) {
    for (const { segment, isWordLike } of wordSegmenter.segment(
      prose.slice(at, at + WORD_WINDOW_CHARACTERS),
    )) {
      if (isWordLike) words.push(segment);
    }
  }
  return words;
}

/** The form in which two words count as the same. */
export function foldWord(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}
