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
  | { readonly kind: 'code' }
  | { readonly kind: 'table' };

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/;
const ATX = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const ITEM = /^[ \t]*(?:[-+*]|(\d{1,9})[.)])[ \t]+(?:\[([ xX])\][ \t]+)?((?![ \t]).*)$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const FOOTNOTE = /^ {0,3}\[\^?[^\]]+\]:[ \t]*/;
const QUOTED = /^ {0,3}>/;
const HTML_BLOCK = /^ {0,3}<(?:!--|\/?[a-zA-Z][a-zA-Z0-9-]*(?:[\s/>]|$))/;

/**
 * The blocks of a Markdown document which a selection of sentences needs: headings, paragraphs and items with their
 * text, code and tables only as places. A light reading of CommonMark 0.31 and GFM: front matter, HTML blocks, link
 * definitions and footnotes hold no prose of the page and are left out.
 */
export function readMarkdownBlocks(markdown: string): readonly MarkdownBlock[] {
  const reader = new BlockReader(withoutFrontMatter(markdown).split(/\r\n|\r|\n/));
  return reader.read();
}

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

class BlockReader {
  readonly #lines: readonly string[];
  readonly #blocks: MarkdownBlock[] = [];
  #open: Open | undefined;
  #text: string[] = [];
  #at = 0;
  /** Whether an item came before without a paragraph at the margin since: indented text then belongs to it. */
  #isInList = false;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): readonly MarkdownBlock[] {
    while (this.#at < this.#lines.length) this.#line(this.#lines[this.#at++]!);
    this.#close();
    return this.#blocks;
  }

  #line(raw: string): void {
    const quoted = /^ {0,3}((?:> ?)+)/.exec(raw);
    const line = quoted ? raw.slice(quoted[0].length) : raw;
    if (line.trim() === '') this.#close();
    else if (!this.#leaf(line)) this.#runningText(line, quoted !== null);
  }

  #runningText(line: string, isQuote: boolean): void {
    const item = ITEM.exec(line);
    if (item && !(this.#open?.kind === 'paragraph' && item[1] !== undefined && item[1] !== '1')) {
      this.#item(item);
    } else if (this.#open === undefined) this.#begin(line, isQuote);
    else this.#text.push(line.trimStart());
  }

  /** Blocks that are no running text; true when the line was one. */
  #leaf(line: string): boolean {
    const fence = FENCE.exec(line.trimStart());
    if (fence) return this.#skipFence(fence[1]!);
    const heading = ATX.exec(line);
    if (heading) return this.#heading(heading[1]!.length, headingText(line.slice(heading[0].length)));
    if (this.#setext(line)) return true;
    if (RULE.test(line)) return this.#done();
    if (line.includes('|') && TABLE_RULE.test(this.#lines[this.#at] ?? '')) return this.#skipTable();
    if (this.#open !== undefined) return false;
    if (FOOTNOTE.test(line) || HTML_BLOCK.test(line)) return this.#skipToBlank();
    if (/^(?: {4}|\t)/.test(line) && !this.#isInList) return this.#skipIndented();
    return false;
  }

  #setext(line: string): boolean {
    const underline = this.#open?.kind === 'paragraph' ? SETEXT.exec(line) : null;
    if (!underline) return false;
    const text = this.#text.join(' ');
    this.#open = undefined;
    this.#text = [];
    return this.#heading(underline[1]!.startsWith('=') ? 1 : 2, text);
  }

  #item(item: RegExpExecArray): void {
    this.#close();
    const task = item[2] === undefined ? 'none' : item[2] === ' ' ? 'open' : 'done';
    this.#open = { kind: 'item', isOrdered: item[1] !== undefined, task };
    this.#isInList = true;
    const text = item[3]!;
    if (text.trim() !== '') this.#text.push(text);
  }

  #begin(line: string, isQuote: boolean): void {
    if (/^\S/.test(line)) this.#isInList = false;
    this.#open = { kind: 'paragraph', isQuote };
    this.#text.push(line.trimStart());
  }

  #heading(depth: number, text: string): true {
    this.#close();
    this.#isInList = false;
    if (text.trim() !== '') this.#blocks.push({ kind: 'heading', depth, text: text.trim() });
    return true;
  }

  #skipFence(marker: string): true {
    this.#close();
    const opening = this.#lines[this.#at - 1]!;
    const isQuoted = QUOTED.test(opening);
    const isOneLine =
      marker === '$$' &&
      opening.trimEnd().length > opening.indexOf('$$') + 2 &&
      opening.trimEnd().endsWith('$$');
    while (!isOneLine && this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!;
      if (isQuoted && !QUOTED.test(line)) break;
      this.#at++;
      if (line.replace(/^[\s>]+/, '').startsWith(marker)) break;
    }
    this.#blocks.push({ kind: 'code' });
    return true;
  }

  #skipTable(): true {
    this.#close();
    while (this.#at < this.#lines.length && this.#lines[this.#at]!.includes('|')) this.#at++;
    this.#blocks.push({ kind: 'table' });
    return true;
  }

  #skipIndented(): true {
    while (/^(?: {4}|\t)/.test(this.#lines[this.#at] ?? '')) this.#at++;
    this.#blocks.push({ kind: 'code' });
    return true;
  }

  #skipToBlank(): true {
    while ((this.#lines[this.#at] ?? '').trim() !== '') this.#at++;
    return true;
  }

  #done(): true {
    this.#close();
    this.#isInList = false;
    return true;
  }

  #close(): void {
    if (this.#open && this.#text.length > 0)
      this.#blocks.push({ ...this.#open, text: joinLines(this.#text) });
    this.#open = undefined;
    this.#text = [];
  }
}
