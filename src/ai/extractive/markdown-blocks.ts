/**
 * A piece of the document, in document order, lists and quotes flattened. `text` is inline Markdown, on
 * one line but for hard breaks, which are line feeds.
 */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly isQuote: boolean }
  | {
      readonly kind: 'item';
      readonly text: string;
      readonly isOrdered: boolean;
      readonly task: 'open' | 'done' | 'none';
    }
  | { readonly kind: 'code'; readonly text: string }
  /** Lines as they are written: the head with its rule, and each row. */
  | { readonly kind: 'table'; readonly head: string; readonly rows: readonly string[] };

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/;
const ATX = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const ITEM = /^[ \t]*(?:[-+*]|(\d{1,9})[.)])[ \t]+(?:\[([ xX])\][ \t]+)?((?![ \t]).*)$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const FOOTNOTE = /^ {0,3}\[\^?[^\]]+\]:[ \t]*/;
const QUOTED = /^ {0,3}>/;
const INDENTED = /^(?: {4}|\t)/;
const HTML_BLOCK = /^ {0,3}<(?:!--|\/?[a-zA-Z][a-zA-Z0-9-]*(?:[\s/>]|$))/;

function withoutFrontMatter(markdown: string): string {
  const match = /^---[ \t]*\r?\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(markdown);
  return match && /^---[ \t]*\r?\n[^\s:]+:/.test(match[0]) ? markdown.slice(match[0].length) : markdown;
}

function headingText(rest: string): string {
  const text = rest.trim();
  const withoutClosing = text.replace(/(?<!#)#+$/, '');
  return /[ \t]$|^$/.test(withoutClosing) ? withoutClosing.trim() : text;
}

/** Soft breaks become spaces; hard breaks (two spaces or a backslash, CommonMark 6.7) become line feeds. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) return line.trimEnd();
      const isHard = line.endsWith('  ') || line.endsWith('\\');
      return isHard ? `${line.replace(/\\$/, '').trimEnd()}\n` : `${line.trimEnd()} `;
    })
    .join('');
}

type Open =
  | { readonly kind: 'paragraph'; readonly isQuote: boolean }
  | { readonly kind: 'item'; readonly isOrdered: boolean; readonly task: 'open' | 'done' | 'none' };

/**
 * The blocks of a Markdown document which a selection of sentences needs: headings, paragraphs and items with their
 * text, code and tables as they are written. A light reading of CommonMark 0.31 and GFM: front matter, HTML blocks, link
 * definitions and footnotes hold no prose of the page and are left out.
 */
export function readMarkdownBlocks(markdown: string): readonly MarkdownBlock[] {
  const lines = withoutFrontMatter(markdown).split(/\r\n|\r|\n/);
  const blocks: MarkdownBlock[] = [];
  let open: Open | undefined;
  /** Lines of the open block. */
  let written: string[] = [];
  let at = 0;
  /** Whether an item came before without a paragraph at the margin since: indented text then belongs to it. */
  let isInList = false;

  const close = (): void => {
    if (open && written.length > 0) blocks.push({ ...open, text: joinLines(written) });
    open = undefined;
    written = [];
  };
  const endList = (): true => {
    close();
    isInList = false;
    return true;
  };
  const heading = (depth: number, text: string): true => {
    endList();
    if (text.trim() !== '') blocks.push({ kind: 'heading', depth, text: text.trim() });
    return true;
  };
  const setext = (line: string): boolean => {
    const underline = open?.kind === 'paragraph' ? SETEXT.exec(line) : null;
    if (!underline) return false;
    const text = written.join(' ');
    open = undefined;
    written = [];
    return heading(underline[1]!.startsWith('=') ? 1 : 2, text);
  };
  const code = (from: number): true => {
    blocks.push({ kind: 'code', text: lines.slice(from, at).join('\n') });
    return true;
  };
  const readFence = (marker: string): true => {
    close();
    const from = at - 1;
    const opening = lines[from]!;
    const isQuoted = QUOTED.test(opening);
    const isOneLine =
      marker === '$$' &&
      opening.trimEnd().length > opening.indexOf('$$') + 2 &&
      opening.trimEnd().endsWith('$$');
    while (!isOneLine && at < lines.length) {
      const line = lines[at]!;
      if (isQuoted && !QUOTED.test(line)) break;
      at++;
      if (line.replace(/^[\s>]+/, '').startsWith(marker)) break;
    }
    return code(from);
  };
  const readTable = (): true => {
    close();
    const from = at - 1;
    while (lines[at]?.includes('|')) at++;
    const [head = '', rule = '', ...rows] = lines.slice(from, at).map((line) => line.trim());
    blocks.push({ kind: 'table', head: `${head}\n${rule}`, rows });
    return true;
  };
  const readIndented = (): true => {
    const from = at - 1;
    while (INDENTED.test(lines[at] ?? '')) at++;
    return code(from);
  };
  const skipToBlank = (): true => {
    while ((lines[at] ?? '').trim() !== '') at++;
    return true;
  };
  /** Blocks that are no running text; true when the line was one. */
  const leaf = (line: string): boolean => {
    const fence = FENCE.exec(line.trimStart());
    if (fence) return readFence(fence[1]!);
    const atx = ATX.exec(line);
    if (atx) return heading(atx[1]!.length, headingText(line.slice(atx[0].length)));
    if (setext(line)) return true;
    if (RULE.test(line)) return endList();
    if (line.includes('|') && TABLE_RULE.test(lines[at] ?? '')) return readTable();
    if (open !== undefined) return false;
    if (FOOTNOTE.test(line) || HTML_BLOCK.test(line)) return skipToBlank();
    return INDENTED.test(line) && !isInList && readIndented();
  };
  const beginItem = ([, number, box, text = '']: RegExpExecArray): void => {
    close();
    const task = box === undefined ? 'none' : box === ' ' ? 'open' : 'done';
    open = { kind: 'item', isOrdered: number !== undefined, task };
    isInList = true;
    if (text.trim() !== '') written.push(text);
  };
  const runningText = (line: string, isQuote: boolean): void => {
    const item = ITEM.exec(line);
    if (item && !(open?.kind === 'paragraph' && item[1] !== undefined && item[1] !== '1')) {
      beginItem(item);
      return;
    }
    if (open === undefined) {
      if (/^\S/.test(line)) isInList = false;
      open = { kind: 'paragraph', isQuote };
    }
    written.push(line.trimStart());
  };

  while (at < lines.length) {
    const raw = lines[at++]!;
    const quoted = /^ {0,3}((?:> ?)+)/.exec(raw);
    const line = quoted ? raw.slice(quoted[0].length) : raw;
    if (line.trim() === '') close();
    else if (!leaf(line)) runningText(line, quoted !== null);
  }
  close();
  return blocks;
}
