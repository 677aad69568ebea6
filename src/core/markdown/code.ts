import type { Code } from '../content/tree.ts';
import { onOneLine } from '../html/blank.ts';

/** A code span whose back-ticks are longer or shorter than every run inside (CommonMark 0.31.2, 6.1). */
export function writeCodeSpan(value: string): string {
  const text = value.replace(/\r\n?|\n/g, ' ');
  const fence = '`'.repeat(freeLength(text, '`'));
  // Readers take a blank off both ends: texts of blanks alone keep them.
  const isStripped = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
  const pads = text.startsWith('`') || text.endsWith('`') || isStripped;
  return pads ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** A formula between dollars, one on each side where none is inside. */
export function writeInlineMath(value: string): string {
  const text = onOneLine(value);
  const fence = '$'.repeat(freeLength(text, '$', text.includes('$') ? 2 : 1));
  const pads = text.startsWith('$') || text.endsWith('$');
  return pads ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** In a table cell a bar in a formula would end the cell; LaTeX has names for it. */
export function mathWithoutBars(value: string): string {
  return value.replace(/\\\|/g, '\\Vert ').replaceAll('|', '\\vert ');
}

/** A fence for a code block: longer than any run of the character inside, at least `least`. */
function fenceFor(value: string, char: string, least: number): string {
  let longest = 0;
  forEachRun(value, char, (length) => {
    longest = Math.max(longest, length);
  });
  return char.repeat(Math.max(least, longest + 1));
}

function freeLength(value: string, char: string, least = 1): number {
  const taken = new Set<number>();
  forEachRun(value, char, (length) => taken.add(length));
  let length = least;
  while (taken.has(length)) length++;
  return length;
}

function forEachRun(value: string, char: string, visit: (length: number) => void): void {
  for (let start = value.indexOf(char); start >= 0; ) {
    let end = start + 1;
    while (value[end] === char) end++;
    visit(end - start);
    start = value.indexOf(char, end);
  }
}

/**
 * A fenced code block (CommonMark 0.31.2, 4.5), its value kept to the byte. The fence is longer than any run
 * inside; tildes when the info string holds a back-tick.
 */
export function writeCodeBlock(node: Code): string {
  const info = infoString(node);
  const fence = fenceFor(node.value, info.includes('`') ? '~' : '`', 3);
  const value = node.value.replace(/\r\n?/g, '\n');
  return value === '' ? `${fence}${info}\n${fence}` : `${fence}${info}\n${value}\n${fence}`;
}

/** A math block between lines of dollars; blank lines, which LaTeX forbids in formulas, are dropped. */
export function writeMathBlock(value: string): string {
  const fence = fenceFor(value.includes('$$') ? value : '', '$', 2);
  const lines = value.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return `${fence}\n${lines.join('\n')}\n${fence}`;
}

/** Without a language, `text` stands for it, or else the file name would be read as one. */
function infoString(node: Code): string {
  const lang = node.lang?.trim().replace(/\s+/g, '-') ?? '';
  const meta = node.meta?.trim().replace(/\s+/g, ' ') ?? '';
  if (lang === '' && meta === '') return '';
  const info = meta === '' ? lang : `${lang === '' ? 'text' : lang} ${meta}`;
  return info
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/&(?=(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});)/g, '\\&');
}
