import { isBlank } from '../../html/blank.ts';
import { attr, type HtmlNode, nodesOf } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { plainText } from '../plain-text.ts';
import type { Block } from '../tree.ts';

/** A reference or a note that the index has found; null for other elements. */
export function handleNote(node: HtmlNode, b: Builder): boolean | null {
  const { notes } = b;
  const titled = notes.titled.get(node.index);
  if (titled !== undefined) return addTitled(labelOf(b.doc, node, 12), titled, b);
  if (notes.definitions.size === 0) return null;
  if (notes.drops.has(node.index)) return false;
  const reference = notes.references.get(node.index);
  if (reference !== undefined) return b.atom({ type: 'footnoteReference', identifier: reference });
  if (notes.bare.has(node.index)) return true;
  const identifier = notes.definitions.get(node.index);
  if (identifier === undefined || b.frame.phrasing) return null;
  // Of a table row that is a note the cells are blocks of the note.
  return b.openNote(node, ({ blocks }) => addNote(blocks, identifier, identifier, b));
}

/** A note that only the title of its reference holds. */
function addTitled(label: string, value: string, b: Builder): false {
  const identifier = b.notes.identifiers.fresh(label.replace(/\D+/g, ''));
  b.atom({ type: 'footnoteReference', identifier });
  b.addNote({
    type: 'footnoteDefinition',
    identifier,
    children: [{ type: 'paragraph', children: [{ type: 'text', value }] }],
  });
  return false;
}

function addNote(children: Block[], identifier: string, number: string | null, b: Builder): void {
  dropNumber(children, number);
  if (children.length > 0) b.addNote({ type: 'footnoteDefinition', identifier, children });
}

/** What stands between a note's number and its text; a point that begins a name (".NET", ".gitignore") is none. */
const AFTER_NUMBER = /^(?:[\s)\]:^↑]|\.(?!NET\b|\p{Ll}))+/u;

/** Takes the note's own number off its first paragraph: `. text`, `¹ text`, `**1**. text`; any in a `<sup>` without identifier. */
function dropNumber(blocks: Block[], identifier: string | null): void {
  const first = blocks[0];
  if (first?.type !== 'paragraph') return;
  let start = first.children[0];
  const mayBeNumber =
    start?.type === 'mark' ? start.tag === 'sup' : start?.type === 'strong' && identifier !== null;
  if (mayBeNumber && isOwnNumber(plainText([start!]), identifier)) {
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

function isOwnNumber(text: string, identifier: string | null): boolean {
  const number = text.replace(/[[\]().\s]/g, '');
  return identifier === null ? /^\p{Nd}+$/u.test(number) : number === identifier;
}

/** A note beside the text (Tufte, Quarto, Distill, Org) or in its reference (WordPress): a footnote without its own number. */
export function handleSidenote(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'label' || node.tag === 'input') return false;
  // A number that a script turns into the switch of the note after it.
  if (node.tag === 'sup' && /^\W?\d+\W?$/.test(labelOf(b.doc, node, 12))) return false;
  const { frame } = b;
  // LaTeXML's notes stand in a heading and at the start of a paragraph too.
  const isInText = (frame.filled && !frame.phrasing) || b.roles.has(node, ROLE.noteAnywhere);
  if (!isInText || frame.kind === 'note' || attr(node, 'href') !== null) return null;
  const inner = nodesOf(b.doc, node);
  if (inner.every(({ text }) => isBlank(text))) return null;
  const identifier = b.notes.identifiers.fresh('1');
  b.atom({ type: 'footnoteReference', identifier });
  // Where a reference keeps its note, hidden until it is asked for.
  const kept = inner.find((one) => one !== node && b.roles.has(one, ROLE.keptNote));
  // The paragraph goes on after the note, so that the note is walked when the page is done.
  b.deferred.push([kept ?? node, ({ blocks }) => addNote(blocks, identifier, null, b)]);
  return false;
}
