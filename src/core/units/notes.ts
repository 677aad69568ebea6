import {
  attr,
  childrenOf,
  firstPart,
  type HtmlDocument,
  type HtmlNode,
  isHeadingTag,
  nearest,
  siblingElement,
} from '../html/tree.ts';
import { lazy, lazyFor } from '../lazy.ts';
import type { Annotation } from '../page/annotation.ts';
import type { Roles } from '../page/roles.ts';
import { labelOf, textOf } from '../page/text-of.ts';
import { type LocalLink, LocalLinks } from './local-links.ts';
import {
  BACK,
  headedBy,
  INLINE,
  INLINE_OR_CELL,
  isNear,
  isRaised,
  LABEL,
  marksAround,
  NOTE_ID,
  NOTE_MARK,
  NoteIdentifiers,
  NoteNumbers,
} from './note-shape.ts';
import { titledNotes } from './titled-notes.ts';

/** Of the items of a list of notes one of so many may have nothing that refers to it. */
const MAX_UNCITED = 5;
/** A note is no longer than this, in nodes: else its target is a section of the page. */
const MAX_NOTE_NODES = 3000;
/** Elements that are the note whose first paragraph they begin with. */
const BOXES = new Set(['li', 'aside', 'dd']);
const DOING = 'looking for footnotes';

/**
 * The footnotes of a page, by node index. The general rule: a short link to an element after it which links back to it, or
 * which its generator has named a note, or which begins with its number.
 */
export class NoteIndex {
  private readonly doc: HtmlDocument;
  private readonly roles: Roles;
  private readonly links: LocalLinks;
  /** Elements that are a reference and nothing else → identifier. */
  readonly references = new Map<number, string>();
  /** Elements that are a note → identifier. */
  readonly definitions = new Map<number, string>();
  /** Elements that are a reference → the note that its title holds. */
  readonly titled = new Map<number, string>();
  /** Elements to leave out: back arrows, the note's own number, the heading and rule of the notes. */
  readonly drops = new Set<number>();
  /** `<sup>` around several references: written without it. */
  readonly bare = new Set<number>();
  /** Lists whose items stay items. */
  private readonly lists = new Set<HtmlNode>();
  private readonly boxes = new Set<HtmlNode>();
  readonly identifiers = new NoteIdentifiers();

  /** `removedBy`: what the selection removed is no part of any note. */
  constructor({ doc, roles }: Annotation, removedBy: Uint8Array) {
    this.doc = doc;
    this.roles = roles;
    this.links = new LocalLinks(doc, removedBy);
    if (this.links.all.some((link) => this.isLabel(link.node))) {
      for (const link of this.links.all) this.pair(link);
      if (this.completeLists(removedBy)) {
        this.forget();
        for (const link of this.links.all) this.pair(link);
        this.completeLists(removedBy);
      }
      for (const index of [...this.definitions.keys()]) this.dropAround(doc.nodes[index]!);
    }
    for (const [link, text] of titledNotes(doc, roles, this.links))
      if (this.isLabel(link)) this.titled.set(this.wrapperOf(link).index, text);
  }

  /** A list with nearly all items notes is one of notes; any other stays a list, with its numbers. Returns whether one stays. */
  private completeLists(removedBy: Uint8Array): boolean {
    const before = this.lists.size;
    const notes = [...this.definitions.keys()].map((index) => this.doc.nodes[index]!);
    const parents = new Set(notes.filter(({ tag }) => tag === 'li').map(({ parent }) => parent!));
    for (const parent of parents) {
      const isItem = (child: HtmlNode) => child.tag === 'li' && removedBy[child.index] === 0;
      const items = childrenOf(parent).filter((child) => isItem(child) && this.hasContent(child));
      const isNote = ({ index }: HtmlNode) => this.definitions.has(index);
      const cited = items.filter(isNote).length;
      if ((items.length - cited) * MAX_UNCITED > items.length) this.lists.add(parent);
      else
        items.forEach((item, k) => {
          if (!isNote(item)) this.definitions.set(item.index, this.identifiers.fresh(String(k + 1)));
        });
    }
    return this.lists.size > before;
  }

  private forget(): void {
    this.references.clear();
    this.definitions.clear();
    this.drops.clear();
    this.bare.clear();
    this.identifiers.clear();
  }

  private readonly isLabel = lazyFor((node: HtmlNode): boolean => {
    if (node.end - node.index > 16) return false;
    const text = labelOf(this.doc, node, 24);
    return text.length <= 16 && LABEL.test(text);
  });

  private pair(link: LocalLink): void {
    const { node, fragment } = link;
    const target = this.links.targetOf(fragment);
    if (target === undefined || target.index <= node.index || !this.isLabel(node)) return;
    const place = this.noteOf(target);
    if (place === null || this.lists.has(place.parent!)) return;
    if (place.index <= node.index || place.end - place.index > MAX_NOTE_NODES) return;
    // Of notes that share an element nobody can tell where each ends.
    if (this.numbers().targetsIn(place) > 1) return;
    const backs = this.backLinks(place, node);
    if (backs.length === 0 && !this.isTold(link, place)) return;
    const note = this.hasContent(place) ? place : headedBy(place);
    if (note === null || note.end - note.index > MAX_NOTE_NODES || !this.hasContent(note)) return;
    let identifier = this.definitions.get(note.index);
    if (identifier === undefined) {
      identifier = this.identifiers.fresh(labelOf(this.doc, node, 24).replace(/[^\p{L}\p{N}-]+/gu, ''));
      this.definitions.set(note.index, identifier);
    }
    if (note !== place) this.drops.add(place.index);
    for (const back of backs) this.dropLabel(back, place);
    this.references.set(this.wrapperOf(node).index, identifier);
  }

  /** Whether a note that does not link back is named or numbered as the one of a reference in the text. */
  private isTold({ node, fragment }: LocalLink, note: HtmlNode): boolean {
    const isNote = ({ index }: HtmlNode): boolean => {
      this.doc.budget.spend(1, DOING);
      return this.definitions.has(index);
    };
    if (nearest(node.parent, isNote) !== null) return false;
    return this.isNamedNote(node, note, fragment) || this.numbers().isNumbered(node, note);
  }

  private readonly numbers = lazy(() => {
    const labels = this.links.all.filter(({ node }) => this.isLabel(node));
    const targets = labels.map((link) => this.links.targetOf(link.fragment));
    return new NoteNumbers(this.doc, new Set(targets.filter((target) => target !== undefined)));
  });

  private isNamedNote(reference: HtmlNode, note: HtmlNode, fragment: string): boolean {
    const marks = [this.roles.names(reference), attr(reference, 'role'), attr(reference, 'rel')].join(' ');
    if (NOTE_MARK.test(marks) || attr(reference, 'data-footnote-ref') !== null) return true;
    if (note.tag === 'aside' && isRaised(reference)) return true;
    return NOTE_ID.test(fragment) && note.tag !== 'section' && !isHeadingTag(note.tag);
  }

  /** The element that holds the whole note whose anchor is `target`. */
  private noteOf(target: HtmlNode): HtmlNode | null {
    const note = nearest(target, ({ tag }) => !INLINE.has(tag));
    if (note === null || note.tag === 'body' || note.tag === 'html' || note.tag === 'main') return null;
    if (note.tag === 'dt') {
      const definition = siblingElement(note, 'next');
      if (definition?.tag !== 'dd') return null;
      this.drops.add(note.index);
      return definition;
    }
    const box = note.parent;
    if (note.tag !== 'p' || box === null || firstPart(box) !== note) return note;
    const isItsBox = BOXES.has(box.tag) || (box.tag === 'div' && this.isSingleNote(box, note));
    return isItsBox ? box : note;
  }

  /** A box around one note: no link to a label stands in it outside its first paragraph. */
  private isSingleNote(box: HtmlNode, first: HtmlNode): boolean {
    const isShort = box.end - box.index < MAX_NOTE_NODES;
    return isShort && !this.links.between(first.end, box.end).some(({ node }) => this.isLabel(node));
  }

  private backLinks(note: HtmlNode, reference: HtmlNode): HtmlNode[] {
    const ids = new Set<HtmlNode>([reference]);
    let up = reference.parent;
    for (let level = 0; level < 3 && up !== null && INLINE.has(up.tag); level++, up = up.parent) ids.add(up);
    const out: HtmlNode[] = [];
    for (const { node, fragment } of this.links.between(note.index, note.end)) {
      this.doc.budget.spend(1, DOING);
      const target = this.links.targetOf(fragment);
      const hits =
        target !== undefined && (ids.has(target) || (target.index < note.index && isNear(target, reference)));
      if (hits || BACK.test(labelOf(this.doc, node, 24))) out.push(node);
    }
    return out.filter((node) => node.end - node.index < 30);
  }

  /** Leaves out a back link, and the brackets and boxes around it that say nothing else. */
  private dropLabel(link: HtmlNode, note: HtmlNode): void {
    let top = link;
    for (let up = link.parent; up !== null && up !== note; up = up.parent) {
      if (up.end - up.index > 60 || !INLINE_OR_CELL.has(up.tag)) break;
      const rest = this.textWithoutLinks(up);
      if (!/^(?:[\s[\]()^↑↩.:,;|]|\uFE0E)*$/u.test(rest)) break;
      top = up;
    }
    this.drops.add(top.index);
  }

  private textWithoutLinks(node: HtmlNode): string {
    let out = '';
    for (let i = node.index; i < node.end; i++) {
      const inner = this.doc.nodes[i]!;
      const isLink = inner.tag === 'a' && attr(inner, 'href')?.includes('#');
      if (isLink) i = inner.end - 1;
      else out += inner.text;
    }
    return out;
  }

  private hasContent(note: HtmlNode): boolean {
    return textOf(this.doc, note, 200).replace(/[\s\p{Nd}[\]()^↑↩.:*†‡]+/gu, '') !== '';
  }

  private wrapperOf(link: HtmlNode): HtmlNode {
    const label = labelOf(this.doc, link, 24);
    let top = link;
    for (let up = link.parent; up !== null && INLINE.has(up.tag) && up.tag !== 'a'; up = up.parent) {
      if (up.end - up.index > 20) break;
      const text = labelOf(this.doc, up, 40);
      if (text.replace(/[[\]()\s]/g, '') !== label.replace(/[[\]()\s]/g, '')) {
        if (up.tag === 'sup') this.bare.add(up.index);
        break;
      }
      top = up;
    }
    return top;
  }

  private dropAround(note: HtmlNode): void {
    let box = note.parent;
    for (let level = 0; level < 3 && box !== null && !this.boxes.has(box); level++, box = box.parent) {
      this.boxes.add(box);
      const marks = [this.roles.names(box), attr(box, 'id'), attr(box, 'role')].join(' ');
      const isContainer = attr(box, 'data-footnotes') !== null || /footnotes?\b|endnotes?\b/i.test(marks);
      if (!isContainer || box.tag === 'body') continue;
      for (const { index } of marksAround(box, this.roles))
        if (!this.definitions.has(index)) this.drops.add(index);
    }
  }
}
