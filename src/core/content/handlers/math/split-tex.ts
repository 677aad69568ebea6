import { attr, type HtmlDocument, type HtmlNode } from '../../../html/tree.ts';
import { lazyBy } from '../../../lazy.ts';

/** A formula as LaTeX without delimiters. */
export interface Formula {
  readonly latex: string;
  readonly display: boolean;
}

/** Scripts that turn TeX in the text of a page into formulas. */
const TYPESETTER =
  /mathjax|katex(?:(?!katex)[^/])*auto-render|auto-render(?:(?!auto-render)[^/])*\.js|asciimath/i;
/** What tells them to read single dollars, without blanks and quotation marks: `inlineMath:[[$,$]]`, `left:$,right:$`. */
const DOLLARS = /inlineMath:[^$]{0,60}\$,\$[,\]]|left:\$,/;
const MAX_SCRIPT = 20_000;

/** Which TeX in the text of a page a script turns into formulas: none, that of the default delimiters, in dollars as well. */
export type Typesetting = 'none' | 'default' | 'dollars';

export const typesettingOf = lazyBy(({ elements }: HtmlDocument): Typesetting => {
  const scripts = elements.tagged('script');
  if (!scripts.some((node) => TYPESETTER.test(attr(node, 'src') ?? ''))) return 'none';
  return scripts.some(asksForDollars) ? 'dollars' : 'default';
});

function asksForDollars({ first }: HtmlNode): boolean {
  return first !== null && DOLLARS.test(first.text.slice(0, MAX_SCRIPT).replace(/[\s"']/g, ''));
}

/** Longest formula between delimiters: what is longer is a stray sign. */
const MAX_CHARS = 4000;

interface Delimiters {
  readonly open: string;
  readonly close: string;
  readonly display: boolean;
}

const BEGIN = '\\begin';
/** Environments that are a formula with what opens and closes them; others are parts of one. None stands in itself. */
const ENVIRONMENT = /^\{(?:equation|align|alignat|gather|multline|eqnarray|flalign|displaymath|math|CD)\*?\}/;
const MAX_NAME = 20;
const DEFAULT: readonly Delimiters[] = [
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
  { open: '$$', close: '$$', display: true },
  { open: BEGIN, close: '\\end', display: true },
];
const WITH_DOLLARS: readonly Delimiters[] = [...DEFAULT, { open: '$', close: '$', display: false }];

/**
 * Splits text at the delimiters that MathJax and KaTeX's auto-render read by default (`\\(…\\)`, `\\[…\\]`, `$$…$$`,
 * environments), and at single dollars where the page asks for them, of which `\\$` is one to show. Null when there is neither.
 * Linear.
 */
export function splitTex(text: string, typesetting: Typesetting): (string | Formula)[] | null {
  if (typesetting === 'none') return null;
  const dollars = typesetting === 'dollars';
  const delimiters = dollars ? WITH_DOLLARS : DEFAULT;
  /** Where each of them opens next. */
  const next = delimiters.map(({ open }) => find(text, open, 0));
  const parts: (string | Formula)[] = [];
  const addText = (part: string) => parts.push(dollars ? part.replaceAll('\\$', '$') : part);
  /** Environments of which one does not close: they are looked for no more. */
  const lost = new Set<string>();
  let from = 0;
  for (;;) {
    const at = Math.min(...next);
    if (at === NOWHERE) break;
    const first = next.indexOf(at);
    const { open, close, display } = delimiters[first]!;
    const environment = open === BEGIN ? environmentAt(text, at) : '';
    const closing = close + environment;
    const isLost = environment === null || lost.has(environment);
    const end = isLost ? NOWHERE : find(text, closing, at + open.length);
    if (open === '$' && !isFormula(text, at + 1, end)) {
      next[first] = end;
      continue;
    }
    if (end - at > MAX_CHARS) {
      if (open !== BEGIN) break;
      if (environment !== null) lost.add(environment);
      next[first] = find(text, open, at + open.length);
      continue;
    }
    if (at > from) addText(text.slice(from, at));
    from = end + closing.length;
    parts.push({
      latex: open === BEGIN ? text.slice(at, from) : text.slice(at + open.length, end),
      display,
    });
    for (const [k, place] of next.entries())
      if (place < from) next[k] = find(text, delimiters[k]!.open, from);
  }
  if (parts.length === 0 && !(dollars && text.includes('\\$'))) return null;
  if (from < text.length) addText(text.slice(from));
  return parts;
}

/** The name of the environment that opens at a place, with its braces; null for one that is no formula by itself. */
function environmentAt(text: string, at: number): string | null {
  return ENVIRONMENT.exec(text.slice(at + BEGIN.length, at + BEGIN.length + MAX_NAME))?.[0] ?? null;
}

/** The place of a delimiter that a text has not: behind all others. */
const NOWHERE = Number.POSITIVE_INFINITY;

/** The next place of a delimiter; a single dollar is neither one of two nor escaped. */
function find(text: string, delimiter: string, from: number): number {
  let at = text.indexOf(delimiter, from);
  if (delimiter === '$')
    while (at >= 0 && (text[at + 1] === '$' || text[at - 1] === '\\'))
      at = text.indexOf('$', at + (text[at + 1] === '$' ? 2 : 1));
  return at < 0 ? NOWHERE : at;
}

/** Whether what two dollars enclose is no text between two prices (`$5 and $6`, `$5/$6`). */
function isFormula(text: string, from: number, to: number): boolean {
  if (to - from > MAX_CHARS) return false;
  const latex = text.slice(from, to);
  if (latex.trim() === '') return false;
  return /[\\^_{}=]/.test(latex) || (latex.trim() === latex && !/\d/.test(text.charAt(to + 1)));
}
