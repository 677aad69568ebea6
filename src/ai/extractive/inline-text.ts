/** Code within a text, or a formula: no blank at its dollars, and no figure behind them, as prices have. */
// linear: at most some hundred characters from each sign that opens.
const CODE_OR_FORMULA = /(`{1,8})(?!`)[^`]{1,400}\1(?!`)|(?<!\\)\$(?!\s)[^$`]{1,300}(?<![\s\\])\$(?!\d)/g;

const isFormula = (part: string) => part.startsWith('$');

/** Whether a text has a formula; dollars in code make none. */
export const hasFormula = (text: string) => text.match(CODE_OR_FORMULA)?.some(isFormula) === true;

/**
 * Inline Markdown as a reader sees it, on one line: link and image texts without their targets, code without its
 * backticks, formulas without their dollars, no emphasis marks, no escapes.
 */
export function plainInline(text: string): string {
  return (
    text
      // linear: a few hundred characters from each bracket.
      .replace(/!?\[([^[\]]{0,500})\]\([^)]{0,1000}\)/g, '$1')
      .replace(/<([^<>\s@:]{1,100}[@:][^<>\s]{1,500})>/g, '$1')
      // linear: as before.
      .replace(/\[\^[^\]]{1,50}\]|<[^<>\s][^<>]{0,500}>/g, '')
      .replace(CODE_OR_FORMULA, (part) => (isFormula(part) ? part.slice(1, -1) : part))
      .replace(/(?<!\\)(\*\*|__|~~|`+)/g, '')
      .replace(/(?<![\\\p{L}\p{N}])([*_])(?=\S)|(?<=\S)(?<!\\)([*_])(?![\p{L}\p{N}])/gu, '')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Markup whose inside is not prose: code, images, link targets, autolinks, HTML tags. */
// linear: at most some thousand characters from each sign that opens.
const NOT_PROSE =
  /(`{1,8})(?!`)(?:[^`]{1,400}?)\1(?!`)|!\[[^\]]{0,300}\]\([^)]{0,1000}\)|\]\([^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,500})?\)|<[^<>\s][^<>]{0,500}>|https?:\/\/[^\s<>)\]]+/g;

/** Where a sentence ends: by its sign and what closes behind it, unless a small letter follows. */
const END = /[.!?؟।…]["”»’')\]*_]{0,9}(?:\s+(?!\P{L}{0,9}\p{Ll})|$)|[。！？]["”」』）*_]{0,9}\s*/gu;
/** Endings that may be within one: `Dr.`, `e.g.`, `J.`, `ca.`; `3.` where it begins a text or follows what a German ordinal does. */
const DOUBTFUL_END =
  /(?:^|[\s([{„“"'«*_])(?:\p{Lu}\p{Ll}{0,2}|(?:\p{L}\.)+\p{L}|\p{L}|approx|bzw|ca|evtl|ggf|inkl|vgl|vs|(?:(?<=^|[([{„“"'«*_])|(?<=[,–]\s|^\p{L}{2,12}\s)|(?:[AaIi]m|[Dd]as|[Dd]e[mnrs]|[Dd]ie|[Aa]b|[Bb]is|ins|[Ss]eit|und|[Vv]o[mr]|[Zz]u[mr])\s)\d{1,2})\.[*_)\]"'”»]*\s*$/u;
/** A piece is not held together for its markup beyond this. */
const LONGEST_CHARACTERS = 1200;

/** The sentences of one block of inline Markdown, each an exact substring of it and whole Markdown, in order. */
export function splitSentences(text: string): readonly string[] {
  const masked = text
    .replaceAll('\n', ' ')
    // No sentence cuts the text of a link.
    .replace(/\[[^[\]]*\]/g, (match) => `[${match.slice(1, -1).replace(/[^\p{L}\p{N} ]/gu, 'x')}]`)
    .replace(NOT_PROSE, (match) => 'x'.repeat(match.length))
    .replace(CODE_OR_FORMULA, (match) => 'x'.repeat(match.length));
  const ends = [...masked.matchAll(END)].map(({ 0: sign, index }) => index + sign.length);
  const sentences: string[] = [];
  let start = 0;
  for (const end of [...ends, text.length]) {
    const piece = text.slice(start, end);
    const isDoubtful = DOUBTFUL_END.test(masked.slice(Math.max(start, end - 24), end));
    const isOpen = isDoubtful || !isBalanced(masked.slice(start, end));
    if (end < text.length && piece.length < LONGEST_CHARACTERS && isOpen) continue;
    if (piece.trim() !== '') sentences.push(piece.trim());
    start = end;
  }
  return sentences;
}

function isBalanced(piece: string): boolean {
  const marks = piece.replace(/\\[*~]|(?<!\S)\*(?!\S)/g, '');
  const isClosed = (mark: string) => marks.split(mark).length % 2 === 1;
  const isMarked = isClosed('**') && isClosed('*') && isClosed('~~');
  return isMarked && piece.split('(').length <= piece.split(')').length;
}
