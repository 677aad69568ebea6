/**
 * What page text must not be mistaken for, as data. Each row names the characters, the context in which a
 * CommonMark + GFM (+ `$` math) parser would read them as markup, and why. `escape.ts` is the one reader.
 */

/** Where on a line a row holds. `line`: at the start of any line; `continuation`: of a later line of a block. */
export type LinePlace = 'block' | 'line' | 'continuation' | 'itemStart' | 'quoteStart';

interface LineDanger {
  readonly place: LinePlace;
  /** Matched at the start of the line. */
  readonly pattern: RegExp;
  /** Which character of the match gets the backslash. */
  readonly escape: 'first' | 'last' | 'all';
  readonly reason: string;
}

/** Dangers at the start of a line of a block. Matched with the sticky flag. */
export const LINE_DANGERS: readonly LineDanger[] = [
  { place: 'line', pattern: /#{1,6}(?=[ \t\n]|$)/y, escape: 'first', reason: 'ATX heading (4.2)' },
  { place: 'line', pattern: />/y, escape: 'first', reason: 'block quote (5.1)' },
  { place: 'line', pattern: /[-+*](?=[ \t\n]|$)/y, escape: 'first', reason: 'bullet list item (5.2)' },
  { place: 'block', pattern: /\d{1,9}[.)](?=[ \t\n]|$)/y, escape: 'last', reason: 'ordered list item (5.2)' },
  {
    place: 'continuation',
    pattern: /1[.)](?=[ \t])/y,
    escape: 'last',
    reason: 'ordered list in a paragraph: from 1 only (5.3)',
  },
  {
    place: 'line',
    pattern: /([-_*])(?:[ \t]*\1){2,}[ \t]*(?=\n|$)/y,
    escape: 'first',
    reason: 'thematic break (4.1)',
  },
  { place: 'line', pattern: /`{3,}(?=[^`\n]*(?:\n|$))/y, escape: 'all', reason: 'fenced code (4.5)' },
  { place: 'line', pattern: /~{3,}/y, escape: 'all', reason: 'fenced code (4.5)' },
  { place: 'line', pattern: /\${2,}(?=[^$\n]*(?:\n|$))/y, escape: 'all', reason: 'math block' },
  { place: 'line', pattern: /<(?=[A-Za-z/!?])/y, escape: 'first', reason: 'HTML block (4.6)' },
  {
    place: 'continuation',
    pattern: /(?:=+|-+)[ \t]*(?=\n|$)/y,
    escape: 'first',
    reason: 'setext heading underline (4.3)',
  },
  {
    place: 'continuation',
    pattern: /[|:-][-|: \t]*(?=\n|$)/y,
    escape: 'first',
    reason: 'delimiter row of a table (GFM)',
  },
  {
    place: 'block',
    pattern: /\[[^[\]]+\]:[ \t]*(?![ \t])(?=[^ \t\n]*[ \t]*(?:\n|$)|[^ \t\n]+[ \t]+["'(])/y,
    escape: 'first',
    reason: 'link reference definition (4.7)',
  },
  { place: 'line', pattern: /\[\^[^[\]\s]+\]:/y, escape: 'last', reason: 'footnote definition (GFM)' },
  { place: 'itemStart', pattern: /\[[ xX]\](?=[ \t])/y, escape: 'first', reason: 'task list item (GFM)' },
  { place: 'quoteStart', pattern: /\[!(?=[A-Za-z]+\])/y, escape: 'first', reason: 'alert (GitHub)' },
];

interface InlineDanger {
  /** Cheap sign that the pattern may occur. */
  readonly probe: string;
  readonly pattern: RegExp;
  readonly escape: 'first' | 'last';
  /** False: inert inside link text. */
  readonly inLabel: boolean;
  readonly reason: string;
}

/** Dangers anywhere in a run that depend only on the characters beside them. */
export const INLINE_DANGERS: readonly InlineDanger[] = [
  {
    probe: '\\',
    pattern: /\\(?=[!-/:-@[-`{-~\n])/g,
    escape: 'first',
    inLabel: true,
    reason: 'backslash escape (2.4)',
  },
  {
    probe: '&',
    pattern: /&(?=(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});)/g,
    escape: 'first',
    inLabel: true,
    reason: 'character reference (2.5)',
  },
  {
    probe: '<',
    pattern: /<(?=[A-Za-z/!?])/g,
    escape: 'first',
    inLabel: true,
    reason: 'HTML or autolink (6.5, 6.6)',
  },
  {
    probe: '://',
    pattern: /(?<![A-Za-z])https?:(?=\/\/[^\s\p{P}\p{S}])/giu,
    escape: 'last',
    inLabel: false,
    reason: 'autolink literal (GFM)',
  },
  {
    probe: 'ww.',
    pattern: /(?:^|[\s(*_[\]~])www\.(?=[^\s\p{P}\p{S}])/giu,
    escape: 'last',
    inLabel: false,
    reason: 'autolink literal (GFM)',
  },
  {
    probe: 'WW.',
    pattern: /(?:^|[\s(*_[\]~])WWW\.(?=[^\s\p{P}\p{S}])/gu,
    escape: 'last',
    inLabel: false,
    reason: 'autolink literal (GFM)',
  },
  {
    probe: '@',
    pattern: /(?<=[\w.+-])@(?=[\w-]+\.[\w-])/g,
    escape: 'first',
    inLabel: false,
    reason: 'e-mail autolink literal (GFM)',
  },
];

/**
 * Dangers that need a partner: `code` runs pair with a later run of the same length whatever lies between, single dollars
 * by Pandoc's rule (`paired-escapes.ts`); `attention` runs pair when one can open and a later one can close (6.2), `~` only with its own length.
 */
export const PAIRED_DANGERS: readonly {
  readonly char: string;
  readonly pairs: 'code' | 'attention';
  readonly reason: string;
}[] = [
  { char: '`', pairs: 'code', reason: 'code span (6.1)' },
  { char: '$', pairs: 'code', reason: 'inline math' },
  { char: '*', pairs: 'attention', reason: 'emphasis (6.2)' },
  { char: '_', pairs: 'attention', reason: 'emphasis (6.2)' },
  { char: '~', pairs: 'attention', reason: 'strikethrough (GFM)' },
];

/** When none of these occurs, only the starts of lines can be dangerous. */
export const ANY_INLINE_DANGER = /[\\`*_~[\]<&$|@]|:\/\/|www\.|!$/i;

/** First characters of `LINE_DANGERS`. */
export const ANY_LINE_DANGER = /^[#>\-+*\d_`~$<=|:[]/;
