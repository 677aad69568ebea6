import { type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { lowerBound } from '../lower-bound.ts';
import { labelOf } from '../page/text-of.ts';
import { INLINE } from './note-shape.ts';

/** Numbers and signs that notes are counted by. */
const NUMBER = /^(?:\d{1,3}|[*†‡]{1,3})$/;
/** What stands around a number: `[1]`, `1.`, `(1)`. */
const BRACKETS = /[[\]().:\s]/g;
/** What parts a number from its note. */
const AFTER_NUMBER = /^(?:\.(?!\d)|[):\]]|\s|$)/;
/** Elements that part notes from each other and are none. */
const RULES = new Set(['hr', 'br']);

/** Tells notes by their numbers: `text<sup>2</sup>`, `2. The note`; not those that share an element: nobody can tell their ends. */
export class NoteNumbers {
  /** Where the targets of references stand, in document order. */
  private readonly targets: readonly number[];
  /** Places of items in ordered lists, from 1, and how many items such a list has. */
  private readonly places = new Map<HtmlNode, number>();
  private readonly lengths = new Map<HtmlNode, number>();

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
    if (this.targetsIn(note) > 1 || note.parent === null) return false;
    if (note.tag === 'li' && note.parent.tag === 'ol')
      // Half of the items and more are cited.
      return (
        this.placeOf(note) === Number(number) &&
        this.targetsIn(note.parent) * 2 >= this.lengths.get(note.parent)!
      );
    const start = labelOf(this.doc, note, 12).replace(/^\[/, '');
    return (
      start.startsWith(number) && AFTER_NUMBER.test(start.slice(number.length)) && this.isRun(note.parent)
    );
  }

  private placeOf(item: HtmlNode): number {
    if (!this.places.has(item)) {
      let place = 0;
      for (let child = item.parent!.first; child !== null; child = child.next)
        if (child.tag === 'li') this.places.set(child, ++place);
      this.lengths.set(item.parent!, place);
    }
    return this.places.get(item)!;
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

  private targetsIn(node: HtmlNode): number {
    return this.targetsBefore(node.end) - this.targetsBefore(node.index);
  }

  private targetsBefore(index: number): number {
    return lowerBound(this.targets.length, (k) => this.targets[k]! >= index);
  }
}

function isRaised(reference: HtmlNode): boolean {
  if (reference.first?.tag === 'sup') return true;
  for (let up = reference.parent; up !== null && INLINE.has(up.tag); up = up.parent)
    if (up.tag === 'sup') return true;
  return false;
}

/** Right after a word or its punctuation, no blank and no bracket between: "as he said.2", not "see page 2" or "(2)". */
function isAttached(reference: HtmlNode): boolean {
  let top = reference;
  while (top.prev === null && top.parent !== null && INLINE.has(top.parent.tag)) top = top.parent;
  return top.prev?.kind === TEXT && /[^\P{P}([/–-]$|\p{L}$/u.test(top.prev.text);
}
