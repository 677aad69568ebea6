import type { HtmlNode } from '../../../html/tree.ts';
import type { Builder } from '../../builder.ts';
import { plainText } from '../../plain-text.ts';
import type { Block, Inline } from '../../tree.ts';

/** A reference or a note that the index has found; null for other elements. */
export function handleNote(node: HtmlNode, b: Builder): boolean | null {
  const { notes } = b;
  if (notes.drops.has(node.index)) return false;
  const reference = notes.references.get(node.index);
  if (reference !== undefined) {
    b.atom({ type: 'footnoteReference', identifier: reference });
    return false;
  }
  if (notes.bare.has(node.index)) return true;
  const identifier = notes.definitions.get(node.index);
  if (identifier === undefined || b.frame.phrasing) return null;
  b.openFlow(node, 'note', null, (frame) => {
    dropNumber(frame.blocks, identifier);
    if (frame.blocks.length > 0)
      b.addNote({ type: 'footnoteDefinition', identifier, children: frame.blocks });
  });
  // A table row that is a note: its cells are blocks of the note.
  return true;
}

/** What stands between a note's number and its text; a point that begins a name (".NET", ".gitignore") is none. */
const AFTER_NUMBER = /^(?:[\s)\]:^↑]|\.(?!NET\b|\p{Ll}))+/u;

/**
 * Takes what is left of the note's own number off its first paragraph: `. text`, `] text`, `¹ text`, `**1**. text`.
 * Without an identifier any number in a leading `<sup>` is the note's.
 */
export function dropNumber(blocks: Block[], identifier: string | null): void {
  const first = blocks[0];
  if (first?.type !== 'paragraph') return;
  let start = first.children[0];
  if (start !== undefined && mayBeNumber(start, identifier) && isOwnNumber(plainText([start]), identifier)) {
    first.children.shift();
    start = first.children[0];
  }
  if (start?.type === 'text') {
    start.value = withoutNumber(start.value, identifier).replace(AFTER_NUMBER, '');
    if (start.value === '') first.children.shift();
  }
  if (first.children.length === 0) blocks.shift();
}

/** A text without the number of its note ahead of it: `1. text`, `[1] text`. */
function withoutNumber(text: string, identifier: string | null): string {
  const number = /^\s*[[(]?(\p{Nd}{1,5})[\])]?[.:)]?(?=\s|$)/u.exec(text);
  const isMarked = number !== null && !/\p{Nd}$/u.test(number[0]);
  // Of `footnote1` the number is the note's.
  const isOwn = isMarked && identifier?.replace(/^\P{Nd}+/u, '') === number[1];
  return isOwn ? text.slice(number[0].length) : text;
}

function mayBeNumber(start: Inline, identifier: string | null): boolean {
  return start.type === 'mark' ? start.tag === 'sup' : start.type === 'strong' && identifier !== null;
}

function isOwnNumber(text: string, identifier: string | null): boolean {
  const number = text.replace(/[[\]().\s]/g, '');
  return identifier === null ? /^\p{Nd}+$/u.test(number) : number === identifier;
}
