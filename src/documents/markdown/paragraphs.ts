import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Signs that lines begin with which may end a paragraph. */
const SIGNS = new Set('`~$>*_+-[<#0123456789');
/** Signs of the row below the head of a table. */
const ROW_SIGNS = new Set('|:-');

/**
 * Paragraphs and headings underlined by `=` and `-`, by one look at each line: markdown-it has a rule for each, which both ask
 * every line what it begins.
 */
export function paragraphs(md: MarkdownIt): void {
  md.disable('lheading');
  md.block.ruler.at('paragraph', paragraph);
}

function paragraph(state: StateBlock, first: number, endLine: number): boolean {
  const others = state.md.block.ruler.getRules('paragraph');
  const { parentType, sCount, blkIndent } = state;
  state.parentType = 'paragraph';
  let heading = '';
  let line = first + 1;
  for (; line < endLine && !state.isEmpty(line); line++) {
    if (sCount[line]! - blkIndent > 3 || sCount[line]! < 0) continue;
    heading = sCount[line]! < blkIndent ? '' : headingOf(state, line);
    if (heading !== '') break;
    if (!SIGNS.has(signOf(state, line)) && !ROW_SIGNS.has(signOf(state, line + 1))) continue;
    if (others.some((rule) => rule(state, line, endLine, true))) break;
  }
  state.parentType = parentType;
  const tag = heading || 'p';
  const name = heading === '' ? 'paragraph' : 'heading';
  state.push(`${name}_open`, tag, 1);
  const content = state.push('inline', '', 0);
  content.content = state.getLines(first, line, blkIndent, false).trim();
  content.children = [];
  state.push(`${name}_close`, tag, -1);
  state.line = heading === '' ? line : line + 1;
  return true;
}

const signOf = ({ src, bMarks, tShift }: StateBlock, line: number): string =>
  src[bMarks[line]! + tShift[line]!] ?? '';

/** The element of the heading whose text a line of `=` or `-` ends; else empty. */
function headingOf(state: StateBlock, line: number): string {
  const sign = signOf(state, line);
  if (sign !== '=' && sign !== '-') return '';
  const end = state.skipChars(state.bMarks[line]! + state.tShift[line]!, sign.charCodeAt(0));
  if (state.skipSpaces(end) < state.eMarks[line]!) return '';
  return sign === '=' ? 'h1' : 'h2';
}
