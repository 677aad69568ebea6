import type { Code } from '../content/tree.ts';
import { fenceFor } from './code-span.ts';

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
