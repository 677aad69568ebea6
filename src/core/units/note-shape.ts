import {
  childrenOf,
  elementBeside,
  type HtmlDocument,
  type HtmlNode,
  isHeadingTag,
  nearest,
  siblingElement,
  TEXT,
} from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { lowerBound } from '../lower-bound.ts';
import type { Roles } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';
import { wordSet } from '../word-set.ts';

/** What a reference says: a number (`1:2` is the third to one note), a letter or a sign, after a word for a note or not, in brackets or not. */
export const LABEL =
  /^[[(]?\s*(?:(?:(?:foot)?note|nota|fn|n\.?|nb|anm\.?|прим\.?|[註注][釋释釈]?|脚注|주|각주)\s*)?(?:[*※]?\p{Nd}{1,5}(?::\p{Nd}{1,2})?|[¹²³⁰⁴-⁹]{1,4}|[①-⑳]|[a-z]{1,2}|[ivxlc]{1,6}|[*†‡§‖¶※]{1,4})\s*[\])]?[.:]?$/iu;

/** How targets of references are named by generators that write no link back. */
export const NOTE_ID =
  /^(?:user-content-)?_?(?:fn|fn[:._-]{1,2}|footnote[-_]?|footnotedef_|endnote[-_]?|ftn|_?edn|cite_note-|sdfootnote|easy-footnote-bottom-|note[-_:]?)(?:[\w:.-]*[:.])?[a-z_-]*\d[\w-]*$/i;
/** Classes and roles that say so outright. */
export const NOTE_MARK = /footnote|noteref|endnote|fn-?ref/i;

/** What a link back to the text says. */
export const BACK = /^(?:[↩↑⏎^⤴↖⬆↵]\uFE0E?\uFE0F?|jump up|back|return)\S*$/iu;

/** Elements within a line, which an anchor or a label may be wrapped in. */
export const INLINE = wordSet('a span sup sub b strong em i small font cite label u');
/** As `INLINE`, with the cells that old generators put a note's label in. */
export const INLINE_OR_CELL: ReadonlySet<string> = new Set([...INLINE, 'td', 'dt']);

/** A target beside or in a reference: generators put the identifier on either. */
export function isNear(target: HtmlNode, reference: HtmlNode): boolean {
  return target.index >= reference.index - 3 && target.index <= reference.end;
}

/** The note below a heading that is its number (Texinfo); null for other elements. */
export function headedBy(node: HtmlNode): HtmlNode | null {
  const next = isHeadingTag(node.tag) ? elementBeside(node, 'next') : null;
  return next === null || isHeadingTag(next.tag) ? null : next;
}

/** The rules and headings in a box of notes, and the rule of its own ahead of it: what sets notes apart and says nothing. */
export function marksAround(box: HtmlNode, roles: Roles): HtmlNode[] {
  const marks = childrenOf(box).filter(({ tag }) => tag === 'hr' || isHeadingTag(tag));
  const ahead = siblingElement(box, 'prev');
  return ahead?.tag === 'hr' && /footnote/i.test(roles.names(ahead)) ? [ahead, ...marks] : marks;
}

/** Numbers and signs that notes are counted by. */
const NUMBER = /^(?:\d{1,3}|[*†‡]{1,3})$/;
/** What stands around a number: `[1]`, `1.`, `(1)`. */
const BRACKETS = /[[\]().:\s]/g;
/** What parts a number from its note. */
const AFTER_NUMBER = /^(?:\.(?!\d)|[):\]]|\s|$)/;
/** Elements that part notes from each other and are none. */
const RULES = new Set(['hr', 'br']);

/** Tells notes by their numbers: `text<sup>2</sup>`, `2. The note`. */
export class NoteNumbers {
  /** Where the targets of references stand, in document order. */
  private readonly targets: readonly number[];

  /** `targets` are the elements that links go to whose text is a number or a sign. */
  constructor(
    private readonly doc: HtmlDocument,
    targets: ReadonlySet<HtmlNode>,
  ) {
    this.targets = [...targets].map(({ index }) => index).sort((a, b) => a - b);
  }

  /** Whether `reference` is set as the sign of a note is, and `note` begins with its number or has its place in a list. */
  isNumbered(reference: HtmlNode, note: HtmlNode): boolean {
    const label = labelOf(this.doc, reference, 12);
    const number = label.replace(BRACKETS, '');
    if (!NUMBER.test(number) || !(label.startsWith('[') || isRaised(reference) || isAttached(reference)))
      return false;
    if (note.parent === null) return false;
    if (note.tag === 'li' && note.parent.tag === 'ol') {
      const places = placesOf(note.parent);
      // Half of the items and more are cited.
      return places.get(note) === Number(number) && this.targetsIn(note.parent) * 2 >= places.size;
    }
    const start = labelOf(this.doc, note, 12).replace(/^\[/, '');
    const isOwn = start.startsWith(number) && AFTER_NUMBER.test(start.slice(number.length));
    return isOwn && this.isRun(note.parent);
  }

  /** Whether the children of a box from the first note to the last one are notes. */
  private readonly isRun = lazyBy((box: HtmlNode): boolean => {
    let isParted = false;
    let isOpen = false;
    for (let child = box.first; child !== null; child = child.next) {
      if (child.kind === TEXT || RULES.has(child.tag)) continue;
      if (this.targetsIn(child) === 0) isParted = isOpen;
      else if (isParted) return false;
      else isOpen = true;
    }
    return true;
  });

  /** How many places that references lead to an element holds. */
  targetsIn(node: HtmlNode): number {
    return this.targetsBefore(node.end) - this.targetsBefore(node.index);
  }

  private targetsBefore(index: number): number {
    return lowerBound(this.targets.length, (k) => this.targets[k]! >= index);
  }
}

/** Identifiers of the notes of a page, each once, by their labels. */
export class NoteIdentifiers {
  readonly #used = new Set<string>();
  #count = 1;

  /** An identifier that no note has yet, by the label of one. */
  fresh(label: string): string {
    let identifier = label === '' ? '1' : label;
    // The count never goes back, so that a thousand notes numbered 1 are not tried a thousand times each.
    while (this.#used.has(identifier)) {
      this.#count++;
      identifier = /^\d*$/.test(label) ? String(this.#count) : `${label}-${this.#count}`;
    }
    this.#used.add(identifier);
    return identifier;
  }

  clear(): void {
    this.#used.clear();
    this.#count = 1;
  }
}

/** Places of the items of a list, from 1. */
const placesOf = lazyBy((list: HtmlNode): ReadonlyMap<HtmlNode, number> => {
  const items = childrenOf(list).filter(({ tag }) => tag === 'li');
  return new Map(items.map((item, i) => [item, i + 1]));
});

/** Whether a reference is set above its line. */
export function isRaised({ first, parent }: HtmlNode): boolean {
  const around = nearest(parent, ({ tag }) => tag === 'sup' || !INLINE.has(tag));
  return first?.tag === 'sup' || around?.tag === 'sup';
}

/** Right after a word or its punctuation, no blank and no bracket between: "as he said.2", not "see page 2" or "(2)". */
function isAttached(reference: HtmlNode): boolean {
  let top = reference;
  while (top.prev === null && top.parent !== null && INLINE.has(top.parent.tag)) top = top.parent;
  return top.prev?.kind === TEXT && /[^\P{P}([/–-]$|\p{L}$/u.test(top.prev.text);
}
