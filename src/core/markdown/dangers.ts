/**
 * What page text must not be mistaken for, as data. Each row names the characters, the context in which a
 * CommonMark + GFM (+ `$` math) parser would read them as markup, and why. `escape.ts` is the one reader.
 */

/** Where on a line a row holds. `line`: at the start of any line; `continuation`: of a later line of a block. */
export type LinePlace = 'block' | 'line' | 'continuation' | 'itemStart' | 'quoteStart';

/** A pattern that is matched at the start of the line, with the sticky flag, and which character of the match gets the backslash. */
type LineDanger = readonly [
  place: LinePlace,
  pattern: RegExp,
  escape: 'first' | 'last' | 'all',
  reason: string,
];

/** Dangers at the start of a line of a block. */
export const LINE_DANGERS: readonly LineDanger[] = [
  ['line', /#{1,6}(?=[ \t\n]|$)/y, 'first', 'ATX heading (4.2)'],
  ['line', />/y, 'first', 'block quote (5.1)'],
  ['line', /[-+*](?=[ \t\n]|$)/y, 'first', 'bullet list item (5.2)'],
  ['block', /\d{1,9}[.)](?=[ \t\n]|$)/y, 'last', 'ordered list item (5.2)'],
  ['continuation', /1[.)](?=[ \t])/y, 'last', 'ordered list in a paragraph: from 1 only (5.3)'],
  ['line', /([-_*])(?:[ \t]*\1){2,}[ \t]*(?=\n|$)/y, 'first', 'thematic break (4.1)'],
  ['line', /`{3,}(?=[^`\n]*(?:\n|$))/y, 'all', 'fenced code (4.5)'],
  ['line', /~{3,}/y, 'all', 'fenced code (4.5)'],
  ['line', /\${2,}(?=[^$\n]*(?:\n|$))/y, 'all', 'math block'],
  ['line', /<(?=[A-Za-z/!?])/y, 'first', 'HTML block (4.6)'],
  ['continuation', /(?:=+|-+)[ \t]*(?=\n|$)/y, 'first', 'setext heading underline (4.3)'],
  ['continuation', /[|:-][-|: \t]*(?=\n|$)/y, 'first', 'delimiter row of a table (GFM)'],
  [
    'block',
    /\[[^[\]]+\]:[ \t]*(?![ \t])(?=[^ \t\n]*[ \t]*(?:\n|$)|[^ \t\n]+[ \t]+["'(])/y,
    'first',
    'link reference definition (4.7)',
  ],
  ['line', /\[\^[^[\]\s]+\]:/y, 'last', 'footnote definition (GFM)'],
  ['itemStart', /\[[ xX]\](?=[ \t])/y, 'first', 'task list item (GFM)'],
  ['quoteStart', /\[!(?=[A-Za-z]+\])/y, 'first', 'alert (GitHub)'],
];

/** The sign with which a character reference begins (CommonMark 0.31.2, 2.5). */
export const REFERENCE = /&(?=(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});)/g;

/** A cheap sign that the pattern may occur, the pattern, which of its characters gets the backslash; `inLabel`: in link text too. */
type InlineDanger = readonly [
  probe: string,
  pattern: RegExp,
  escape: 'first' | 'last',
  inLabel: boolean,
  reason: string,
];

/** Dangers anywhere in a run that depend only on the characters beside them. */
export const INLINE_DANGERS: readonly InlineDanger[] = [
  ['\\', /\\(?=[!-/:-@[-`{-~\n])/g, 'first', true, 'backslash escape (2.4)'],
  ['&', REFERENCE, 'first', true, 'character reference (2.5)'],
  ['<', /<(?=[A-Za-z/!?])/g, 'first', true, 'HTML or autolink (6.5, 6.6)'],
  ['://', /(?<![A-Za-z])https?:(?=\/\/[^\s\p{P}\p{S}])/giu, 'last', false, 'autolink literal (GFM)'],
  ['ww.', /(?:^|[\s(*_[\]~])www\.(?=[^\s\p{P}\p{S}])/giu, 'last', false, 'autolink literal (GFM)'],
  ['WW.', /(?:^|[\s(*_[\]~])WWW\.(?=[^\s\p{P}\p{S}])/gu, 'last', false, 'autolink literal (GFM)'],
  ['@', /(?<=[\w.+-])@(?=[\w-]+\.[\w-])/g, 'first', false, 'e-mail autolink literal (GFM)'],
];

/**
 * Dangers that need a partner: `code` runs pair with a later run of the same length whatever lies between, single dollars
 * by Pandoc's rule (`paired-escapes.ts`); `attention` runs pair when one can open and a later one can close (6.2), `~` only with its own length.
 */
export const PAIRED_DANGERS: readonly (readonly [
  char: string,
  pairs: 'code' | 'attention',
  reason: string,
])[] = [
  ['`', 'code', 'code span (6.1)'],
  ['$', 'code', 'inline math'],
  ['*', 'attention', 'emphasis (6.2)'],
  ['_', 'attention', 'emphasis (6.2)'],
  ['~', 'attention', 'strikethrough (GFM)'],
];

/** When none of these occurs in a text of a run, only the starts of lines can be dangerous. */
export const ANY_INLINE_DANGER = /[\\`*_~[\]<&$|@]|:\/\/|www\.|!$/i;

/** First characters of `LINE_DANGERS`, and those where they are syntax: of a mark or a link no text behind them gets a backslash. */
export const ANY_LINE_DANGER = /^[#>\-+*\d_`~$<=|:[]/;
export const SYNTAX_IN_DANGER = /^(?:[#>\-+\d`~$<=|:]|\[\^)/;
