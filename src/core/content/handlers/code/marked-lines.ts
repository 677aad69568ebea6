import type { HtmlNode } from '../../../html/tree.ts';
import { ROLE, type Roles } from '../../../page/roles.ts';

type Sign = '+' | '-';

interface MarkedPart {
  readonly sign: Sign;
  readonly from: number;
  to: number;
  /** Index of the first node behind its element. */
  readonly end: number;
}

/** Parts of code that a highlighter marks as added or removed, by the colour of the lines: the signs of a diff are not there. */
export class MarkedLines {
  readonly #parts: MarkedPart[] = [];
  /** The outermost one that has not ended: parts in it say no more. */
  #open: MarkedPart | null = null;

  /** To be told each element of the code where it begins, with the length of the text so far. */
  begin(node: HtmlNode, roles: Roles, length: number): void {
    if (node.attrs.length === 0 || this.#open !== null) return;
    const isAdded = roles.has(node, ROLE.addedLine);
    if (!isAdded && !roles.has(node, ROLE.removedLine)) return;
    const part: MarkedPart = { sign: isAdded ? '+' : '-', from: length, to: length, end: node.end };
    this.#parts.push(part);
    this.#open = part;
  }

  /** To be told the index of each node, ahead of its text. */
  endBefore(index: number, length: number): void {
    if (this.#open === null || this.#open.end > index) return;
    this.#open.to = length;
    this.#open = null;
  }

  /** The text as a diff, where whole lines are marked; signs that stand there are left. */
  write(text: string): { readonly text: string; readonly isDiff: boolean } {
    const whole = this.#parts.filter(({ from, to }) => isOfLines(text, from, to));
    if (whole.length === 0) return { text, isDiff: false };
    if (whole.some(({ sign, from }) => text.charAt(from) === sign)) return { text, isDiff: true };
    const signs = new Map<number, Sign>();
    for (const { sign, from, to } of whole)
      for (let at = from; at < to && at >= 0; at = nextLine(text, at)) signs.set(at, sign);
    let out = '';
    for (let at = 0; at < text.length; ) {
      const next = nextLine(text, at);
      const line = text.slice(at, next);
      out += `${signs.get(at) ?? (HUNK.test(line) ? '' : ' ')}${line}`;
      at = next;
    }
    return { text: out, isDiff: true };
  }
}

/** What a diff writes ahead of the lines of a place. */
const HUNK = /^@@ /;

function nextLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed + 1;
}

function isOfLines(text: string, from: number, to: number): boolean {
  if (to <= from || (from > 0 && text[from - 1] !== '\n')) return false;
  return to >= text.length || text[to] === '\n' || text[to - 1] === '\n';
}
