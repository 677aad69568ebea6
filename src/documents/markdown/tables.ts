import type { MarkdownIt, StateBlock } from 'markdown-it';

const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Tables of GFM. A row has the cells that it is written with: markdown-it's own would fill each up to the width of the head. */
export function tables(md: MarkdownIt): void {
  md.block.ruler.at('table', table, { alt: ['paragraph', 'reference'] });
}

function table(state: StateBlock, first: number, endLine: number, silent: boolean): boolean {
  if (first + 2 > endLine || isOutside(state, first) || isOutside(state, first + 1)) return false;
  if (!'|:-'.includes(state.src[state.bMarks[first + 1]! + state.tShift[first + 1]!] ?? ' ')) return false;
  const [head, delimiters] = [lineOf(state, first), lineOf(state, first + 1)];
  if (!head.includes('|') || !DELIMITERS.test(delimiters)) return false;
  const aligns = cellsOf(delimiters).map(alignOf);
  const names = cellsOf(head);
  if (names.length !== aligns.length) return false;
  if (silent) return true;
  state.push('table_open', 'table', 1);
  state.push('thead_open', 'thead', 1);
  row(state, 'th', names, aligns);
  state.push('thead_close', 'thead', -1);
  state.push('tbody_open', 'tbody', 1);
  const others = state.md.block.ruler.getRules('blockquote');
  let line = first + 2;
  for (; line < endLine && !isOutside(state, line) && !state.isEmpty(line); line++) {
    if (others.some((rule) => rule(state, line, endLine, true))) break;
    row(state, 'td', cellsOf(lineOf(state, line)), aligns);
  }
  state.push('tbody_close', 'tbody', -1);
  state.push('table_close', 'table', -1);
  state.line = line;
  return true;
}

/** Whether a line is out of the container, as one without its sign is, or indented code. */
function isOutside({ sCount, blkIndent }: StateBlock, line: number): boolean {
  const indent = sCount[line]! - blkIndent;
  return indent < 0 || indent >= 4;
}

const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice(bMarks[line]! + tShift[line]!, eMarks[line]).trim();

function cellsOf(line: string): string[] {
  const cells = line.replace(/^\|/, '').split(/(?<!\\)\|/);
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function alignOf(delimiter: string): string {
  if (!delimiter.endsWith(':')) return delimiter.startsWith(':') ? 'left' : '';
  return delimiter.startsWith(':') ? 'center' : 'right';
}

function row(state: StateBlock, tag: string, cells: readonly string[], aligns: readonly string[]): void {
  state.push('tr_open', 'tr', 1);
  for (const [i, align] of aligns.entries()) {
    const cell = cells[i];
    if (cell === undefined) break;
    const open = state.push(`${tag}_open`, tag, 1);
    if (align !== '') open.attrs = [['align', align]];
    const content = state.push('inline', '', 0);
    content.content = cell;
    content.children = [];
    state.push(`${tag}_close`, tag, -1);
  }
  state.push('tr_close', 'tr', -1);
}
