import type { Code } from '../content/tree.ts';
import { onOneLine } from '../html/blank.ts';
import { REFERENCE } from './dangers.ts';

/** A code span whose back-ticks are longer or shorter than every run inside (CommonMark 0.31.2, 6.1). */
export function writeCodeSpan(value: string): string {
  const text = value.replace(/\r\n?|\n/g, ' ');
  const fence = '`'.repeat(freeLength(text, /`+/g, 1));
  // Readers take a blank off both ends: texts of blanks alone keep them.
  const isStripped = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
  const pads = text.startsWith('`') || text.endsWith('`') || isStripped;
  return pads ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** A formula between dollars, one on each side where none is inside. */
export function writeInlineMath(value: string): string {
  const text = onOneLine(value);
  const fence = '$'.repeat(freeLength(text, /\$+/g, text.includes('$') ? 2 : 1));
  const pads = text.startsWith('$') || text.endsWith('$');
  return pads ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** In a table cell a bar in a formula would end the cell; LaTeX has names for it. */
export function mathWithoutBars(value: string): string {
  return value.replace(/\\\|/g, '\\Vert ').replaceAll('|', '\\vert ');
}

function freeLength(value: string, runs: RegExp, least: number): number {
  const taken = new Set(lengthsOf(value, runs));
  let length = least;
  while (taken.has(length)) length++;
  return length;
}

/** The lengths of the runs of a character, each once. */
function lengthsOf(value: string, runs: RegExp): number[] {
  return [...new Set(value.match(runs)?.map(({ length }) => length))];
}

/** A fenced code block (CommonMark 0.31.2, 4.5), its value to the byte; tildes when the info string holds a back-tick. */
export function writeCodeBlock(node: Code): string {
  const info = infoString(node);
  const [char, runs] = info.includes('`') ? (['~', /~+/g] as const) : (['`', /`+/g] as const);
  const fence = char.repeat(Math.max(2, ...lengthsOf(node.value, runs)) + 1);
  const value = node.value.replace(/\r\n?/g, '\n');
  return value === '' ? `${fence}${info}\n${fence}` : `${fence}${info}\n${value}\n${fence}`;
}

/** A math block between lines of dollars; blank lines, which LaTeX forbids in formulas, are dropped. */
export function writeMathBlock(value: string): string {
  const fence = '$'.repeat(Math.max(1, ...lengthsOf(value, /\$\$+/g)) + 1);
  const lines = value.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return `${fence}\n${lines.join('\n')}\n${fence}`;
}

/** Without a language, `text` stands for it, or else the file name would be read as one. */
function infoString(node: Code): string {
  const lang = node.lang?.trim().replace(/\s+/g, '-') ?? '';
  const meta = onOneLine(node.meta ?? '');
  if (lang === '' && meta === '') return '';
  const info = meta === '' ? lang : `${lang === '' ? 'text' : lang} ${meta}`;
  return info.replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\').replace(REFERENCE, '\\&');
}
