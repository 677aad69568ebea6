import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/**
 * Formulas in Markdown as GitHub and Pandoc write them: `$a$`, with no blank inside the dollars and no digit after
 * them so that prices stay prices, `$$a$$`, and blocks between lines of `$$`. They become elements that the core reads: LaTeX
 * between its own delimiters.
 */
export function formulas(md: MarkdownIt): void {
  const { escapeHtml } = md.utils;
  md.inline.ruler.before('escape', 'formula', inText);
  md.block.ruler.before('fence', 'formula', asBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.renderer.rules.formula = (tokens, i) =>
    `<span class="math inline">\\(${escapeHtml(tokens[i]!.content)}\\)</span>`;
  md.renderer.rules.display_formula = (tokens, i) =>
    `<span class="math display">\\[${escapeHtml(tokens[i]!.content)}\\]</span>`;
}

/** The next dollar that no backslash escapes; -1 where there is none. */
function nextDollar(text: string, from: number): number {
  let at = text.indexOf('$', from);
  while (at > from && isEscaped(text, from, at)) at = text.indexOf('$', at + 1);
  return at;
}

function isEscaped(text: string, from: number, at: number): boolean {
  let start = at;
  while (start > from && text[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}

const isBlank = (sign: string | undefined): boolean => sign === undefined || ' \t\n'.includes(sign);

function inText(state: StateInline): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  let from = pos;
  while (src[from] === '$') from++;
  const size = from - pos;
  const end = size > 2 ? -1 : nextDollar(src, from);
  const isFormula =
    end > 0 &&
    (size === 2
      ? src[end + 1] === '$'
      : !isBlank(src[from]) && !isBlank(src[end - 1]) && !/\d/.test(src[end + 1] ?? ''));
  if (isFormula) {
    state.push(size === 2 ? 'display_formula' : 'formula', '', 0).content = src.slice(from, end);
    state.pos = end + size;
  } else {
    state.pending += src.slice(pos, from);
    state.pos = from;
  }
  return true;
}

/** A block from a line that begins with `$$` to the next one that ends with it, with no other dollar between them. */
function asBlock(state: StateBlock, first: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[first]! - state.blkIndent >= 4) return false;
  const start = state.bMarks[first]! + state.tShift[first]!;
  if (!/^\$\$(?!\$)/.test(state.src.slice(start, start + 3))) return false;
  let from = start + 2;
  let line = first;
  let end = nextDollar(state.src.slice(0, state.eMarks[line]), from);
  while (end < 0) {
    line++;
    if (line >= endLine || (state.sCount[line]! < state.blkIndent && !state.isEmpty(line))) return false;
    from = state.bMarks[line]! + state.tShift[line]!;
    end = nextDollar(state.src.slice(0, state.eMarks[line]), from);
  }
  if (!/^\$\$[ \t]*$/.test(state.src.slice(end, state.eMarks[line]))) return false;
  if (silent) return true;
  const lines = state.getLines(first, line + 1, state.blkIndent, false);
  state.push('paragraph_open', 'p', 1);
  const content = state.push('inline', '', 0);
  content.content = '';
  content.children = [new state.Token('display_formula', '', 0)];
  content.children[0]!.content = lines.slice(lines.indexOf('$$') + 2, lines.lastIndexOf('$$'));
  state.push('paragraph_close', 'p', -1);
  state.line = line + 1;
  return true;
}
