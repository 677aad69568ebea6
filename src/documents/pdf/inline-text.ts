import type { Inline } from '../../core/content/tree.ts';
import { greatest, isApart, type Piece } from './piece.ts';
import { SCRIPT_SIZE } from './rows.ts';

/** Words with a hyphen that stand whole somewhere in the document. */
export type Compounds = ReadonlySet<string>;

/** What the inline content of a block depends on. */
export interface InlineContext {
  readonly compounds: Compounds;
  /** Weight and slope say nothing, as in a heading. */
  readonly isPlain: boolean;
  /** A fixed-width font means code. */
  readonly monoIsCode: boolean;
}

interface Run {
  /** What is written, but for its end. */
  readonly settled: string[];
  /** The end, which a next line may still change. */
  text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly code: boolean;
  readonly raised: boolean;
  readonly link: string | null;
}

/** What the pieces of one run have in common. */
const LOOKS = ['bold', 'italic', 'code', 'raised', 'link'] as const;

/** Of a run only an end of so many characters is held open: joining a line costs the same however long the run is. */
const MAX_END_CHARS = 2000;
/** No word that a line breaks is longer. */
const MIN_END_CHARS = 500;

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

/** Inline content of the lines of a block: lines joined, hyphenation undone, weight, slope, code and links marked. */
export function inlineOf(lines: readonly (readonly Piece[])[], context: InlineContext): Inline[] {
  const runs: Run[] = [];
  for (const [i, line] of lines.entries()) {
    if (i > 0) joinLine(runs, line, context.compounds);
    const size = greatest(line.map((piece) => piece.size));
    for (const [j, piece] of line.entries()) {
      const isGap = j > 0 && isApart(line[j - 1]!, piece);
      addPiece(runs, isGap ? ` ${piece.text}` : piece.text, piece, isRaised(line, piece, size), context);
    }
  }
  return runs.flatMap(toInline);
}

function isRaised(line: readonly Piece[], { size, y, text }: Piece, main: number): boolean {
  if (size > SCRIPT_SIZE * main || !/^[\d\w*†‡§,.()[\]+-]{1,8}$/.test(text.trim())) return false;
  return line.some((other) => other.size === main && other.y - y > 0.15 * main);
}

function addPiece(runs: Run[], text: string, piece: Piece, raised: boolean, context: InlineContext): void {
  const run: Run = {
    settled: [],
    text,
    bold: piece.bold && !context.isPlain,
    italic: piece.italic && !context.isPlain,
    code: piece.mono && context.monoIsCode,
    raised,
    link: piece.link,
  };
  const last = runs.at(-1);
  if (last === undefined || LOOKS.some((look) => last[look] !== run[look])) {
    runs.push(run);
    return;
  }
  last.text += text;
  if (last.text.length <= MAX_END_CHARS) return;
  last.settled.push(last.text.slice(0, -MIN_END_CHARS));
  last.text = last.text.slice(-MIN_END_CHARS);
}

/** Joins the next line to what is there: a hyphen at the end is undone, undecided ones as the document writes them. */
function joinLine(runs: Run[], line: readonly Piece[], compounds: Compounds): void {
  const last = runs.at(-1);
  if (last === undefined) return;
  const next = line
    .map(({ text }) => text)
    .join('')
    .trimStart();
  const text = last.text.trimEnd();
  const word = /(?<![\p{L}\p{N}'’])([\p{L}\p{N}'’]+)[-\u2010]$/u.exec(text)?.[1];
  if (text.endsWith('\u00ad')) last.text = text.slice(0, -1);
  else if (word !== undefined) {
    const rest = /^[\p{L}\p{N}]+/u.exec(next)?.[0] ?? '';
    // The third hyphen of a word is its own: state-of-the-art.
    const isOwn = /[-\u2010][\p{L}\p{N}'’]{1,30}[-\u2010]$/u.test(text.slice(0, -word.length - 1));
    const isBroken = !isOwn && /^\p{Ll}/u.test(rest) && !compounds.has(`${word}-${rest}`.toLowerCase());
    last.text = isBroken ? text.slice(0, -1) : text;
  } else if (!(CJK.test(text.at(-1) ?? '') && CJK.test(next[0] ?? ''))) last.text = `${text} `;
}

/** Leaders from an entry of a table of contents to its page. */
const LEADERS = /\s?\.?(?:\s\.){4,}\s?|\s?\.{8,}\s?/g;

function toInline({ settled, text: end, bold, italic, code, raised, link }: Run): Inline[] {
  const written = settled.join('') + end;
  const text = code ? written : written.replace(LEADERS, ' … ');
  const inner = text.trim();
  if (inner === '') return [{ type: 'text', value: ' ' }];
  let node: Inline = code
    ? { type: 'inlineCode', value: inner.replace(/\s+/g, ' ') }
    : { type: 'text', value: inner.replace(/[\s\u0000-\u001f]+/g, ' ') };
  if (raised) node = { type: 'mark', tag: 'sup', children: [node] };
  if (italic && !code) node = { type: 'emphasis', children: [node] };
  if (bold && !code) node = { type: 'strong', children: [node] };
  if (link !== null) node = { type: 'link', url: link, title: null, children: [node] };
  const blank: Inline = { type: 'text', value: ' ' };
  return [...(/^\s/.test(text) ? [blank] : []), node, ...(/\s$/.test(text) ? [{ ...blank }] : [])];
}

/** The words with a hyphen inside a line, in lower case. */
export function compoundsIn(texts: Iterable<string>): Compounds {
  const words = new Set<string>();
  for (const text of texts)
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)+/gu)) {
      words.add(word.replaceAll('\u2010', '-').toLowerCase());
      if (words.size > 100_000) return words;
    }
  return words;
}
