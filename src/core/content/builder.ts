import { isBlank } from '../html/blank.ts';
import type { HtmlNode } from '../html/tree.ts';
import { BuiltPage } from './built-page.ts';
import { flattenBlock } from './flatten.ts';
import { Frame, type FrameState, type OpenMark } from './frame.ts';
import { type Formula, splitTex, typesettingOf } from './handlers/math/split-tex.ts';
import { addText } from './plain-text.ts';
import type { Block, Inline, Link, Mark, Root } from './tree.ts';

/** Containers nest no deeper, what lies deeper goes into the deepest: the writers' output stays linear, their recursion safe. */
const MAX_FRAMES = 48;

/** Marks nest no deeper than this: twice what the normaliser keeps. Each text is written into all that are open. */
const MAX_MARKS = 48;

/** What text has to hold for any of it to be TeX. */
const TEX = /[\\$]/;

const DOING = 'building the content';

/** The state of one build: open containers, open inline marks, and what to do when the walk leaves an element. */
export class Builder extends BuiltPage {
  readonly root: Frame = new Frame({ kind: 'flow' }, false, () => {});
  frame: Frame = this.root;
  /** Greater than zero inside text whose line breaks are kept (`white-space: pre-line`). */
  private keepsLines = 0;
  /** The image written last and the element that it stands in, until text follows it. */
  lastImage: { readonly url: string | null; readonly holder: HtmlNode | null } | null = null;
  /** Subtrees put off until the page is done; what closes each then gets it as a container. */
  readonly deferred: (readonly [HtmlNode, (frame: Frame) => void])[] = [];
  private readonly frames: Frame[] = [this.root];
  private readonly marks: OpenMark[] = [];
  private readonly exitEnds: number[] = [];
  private readonly exits: ((this: Builder) => void)[] = [];

  /** Runs `action` when the walk has passed the last descendant of `node`. */
  onExit(node: HtmlNode, action: (this: Builder) => void): void {
    this.exitEnds.push(node.end);
    this.exits.push(action);
  }

  exitTo(index: number): void {
    const ends = this.exitEnds;
    while (ends.length > 0 && ends[ends.length - 1]! <= index) {
      ends.pop();
      this.exits.pop()!.call(this);
    }
  }

  /**
   * Opens a container of blocks for `node`; `close` gets it, finished, when the walk leaves `node`. In inline content, and where
   * containers nest too deep, `node` is a block. True, as of all that opens something: the walk goes into `node`.
   */
  openFlow(node: HtmlNode, state: FrameState, close: (frame: Frame) => void): true {
    return this.mayNest ? this.push(node, new Frame(state, false, close)) : this.block(node);
  }

  /** Opens a note, however deep it stands. */
  openNote(node: HtmlNode, close: (frame: Frame) => void): true {
    return this.push(node, new Frame({ kind: 'note' }, false, close));
  }

  /** Opens a container of inline content for `node`; `close` gets its children. */
  openPhrasing(
    node: HtmlNode,
    kind: 'phrasing' | 'heading' | 'term',
    close: (children: Inline[]) => void,
  ): true {
    return this.push(node, new Frame({ kind }, true, (frame) => close(frame.sinks[0]!)));
  }

  get mayNest(): boolean {
    return this.frames.length < MAX_FRAMES && !this.frame.phrasing;
  }

  private push(node: HtmlNode, frame: Frame): true {
    this.boundary();
    this.frames.push(frame);
    this.frame = frame;
    this.onExit(node, this.closeFrame);
    return true;
  }

  private closeFrame(): void {
    const { frame } = this;
    this.boundary();
    this.frames.pop();
    this.frame = this.frames.at(-1)!;
    frame.close(frame);
    for (const note of frame.notes) this.addNote(note);
  }

  /** Puts a footnote definition at this place if that is top level, else after the container around it. */
  addNote(note: Frame['notes'][number]): void {
    const { frame } = this;
    if (frame === this.root && !frame.filled) frame.blocks.push(note);
    else frame.notes.push(note);
  }

  get isInCell(): boolean {
    return this.frames.some(({ kind }) => kind === 'cell');
  }

  /** A block begins or ends here. */
  boundary(): void {
    this.frame.boundary();
  }

  /** Begins and ends a block at `node` without a container of its own: `div`, `p`, `section` … */
  block(node: HtmlNode): true {
    this.boundary();
    this.onExit(node, this.boundary);
    return true;
  }

  /** Adds a finished block; inside inline content it is written as inline content. */
  add(block: Block): void {
    this.boundary();
    if (!this.frame.phrasing) return void this.frame.blocks.push(block);
    const line = flattenBlock(block);
    this.doc.budget.spend(line.length, DOING);
    for (const child of line) this.atom(child);
    this.frame.pendingSpace = true;
  }

  addAll(blocks: readonly Block[]): void {
    for (const block of blocks) this.add(block);
  }

  keepLines(node: HtmlNode): void {
    this.keepsLines++;
    this.onExit(node, () => this.keepsLines--);
  }

  text(value: string): void {
    this.doc.budget.spend(1 + value.length, DOING);
    if (isBlank(value)) this.space();
    else if (this.keepsLines === 0) this.write(value);
    else
      value.split('\n').forEach((line, i) => {
        if (i > 0) this.lineBreak();
        if (!isBlank(line)) this.write(line);
      });
  }

  private write(value: string): void {
    const parts = TEX.test(value) ? splitTex(value, this.typesetting ?? typesettingOf(this.doc)) : null;
    if (parts === null) this.append(value);
    else
      for (const part of parts)
        if (typeof part !== 'string') this.math(part);
        else if (isBlank(part)) this.space();
        else this.append(part);
  }

  private append(value: string): void {
    this.lastImage = null;
    addText(this.sink(true), value);
  }

  /** Adds an inline node which is content by itself (image, code, formula, note reference). False: the walk passes over its element. */
  atom(node: Inline): false {
    this.sink(node.type !== 'image').push(node);
    return false;
  }

  /** Adds a formula: a block when it is displayed, else inline. False, as of an atom. */
  math({ latex, display }: Formula): false {
    const value = latex.trim();
    if (value !== '' && display) this.add({ type: 'math', value });
    else if (value !== '') this.atom({ type: 'inlineMath', value: value.replace(/(?<!\s)\s*\n\s*/g, ' ') });
    return false;
  }

  /** A space which shows only between two parts of content. */
  space(): void {
    if (this.frame.filled) this.frame.pendingSpace = true;
  }

  /** Takes back blanks at the end of what was written: a full stop follows. */
  closeUp(): void {
    const { frame } = this;
    frame.pendingSpace = false;
    const last = frame.sinks.at(-1)!.at(-1);
    if (last?.type === 'text') last.value = last.value.trimEnd();
  }

  /** A line break; two in a row end the paragraph, one at its edge means nothing. */
  lineBreak(): void {
    if (this.frame.filled) this.frame.pendingBreaks++;
  }

  /**
   * Opens an inline mark over the descendants of `node`. One inside another of the same type is the same, except bare
   * `<em>` in `<em>` and `<strong>` in `<strong>`, which mean a degree more (HTML 4.5.2, 4.5.3); those that an editor
   * put a style on, or in a span, do not.
   */
  mark(node: HtmlNode, type: 'emphasis' | 'strong' | 'delete' | Mark['tag']): true {
    const isOwn = type === 'emphasis' || type === 'strong' || type === 'delete';
    this.open(node, type, (children) => (isOwn ? { type, children } : { type: 'mark', tag: type, children }));
    return true;
  }

  link(node: HtmlNode, target: Pick<Link, 'url' | 'title'>, place: OpenMark['place']): void {
    this.open(node, 'link', (children) => ({ type: 'link', ...target, children }), place);
  }

  private open(
    node: HtmlNode,
    type: string,
    make: (children: Inline[]) => Inline,
    place: OpenMark['place'] = 'every',
  ): void {
    if (this.marks.length >= MAX_MARKS) return;
    const { tag, attrs, parent } = node;
    const isBare = (tag === 'em' || tag === 'strong') && attrs.length === 0 && parent?.tag !== 'span';
    const repeats = (mark: OpenMark) => mark.type === type && !(isBare && mark.isBare && mark.tag === tag);
    if (this.marks.some(repeats)) return;
    this.marks.push({ type, tag, isBare, make, place, usedRun: null });
    this.onExit(node, this.closeMark);
  }

  private closeMark(): void {
    if (this.frame.sinks.length > this.marks.length) this.frame.sinks.pop();
    this.marks.pop();
  }

  hasMark(type: string): boolean {
    return this.marks.some((mark) => mark.type === type);
  }

  /** The list that content is to be written to, after pending spaces and breaks and the open marks. */
  private sink(isText: boolean): Inline[] {
    this.frame.beginContent();
    const { sinks } = this.frame;
    this.doc.budget.spend(1 + this.marks.length, DOING);
    while (sinks.length <= this.marks.length) {
      const mark = this.marks[sinks.length - 1]!;
      const sink = sinks.at(-1)!;
      const children = this.isWrittenHere(mark, isText) ? [] : sink;
      if (children !== sink) sink.push(mark.make(children));
      sinks.push(children);
    }
    return sinks.at(-1)!;
  }

  private isWrittenHere(mark: OpenMark, isText: boolean): boolean {
    if (mark.place === 'every') return true;
    const { kind, sinks } = this.frame;
    const run = sinks[0]!;
    if (mark.usedRun !== null) return mark.usedRun === run;
    if (mark.place === 'heading' ? kind !== 'heading' : !isText || kind === 'term') return false;
    mark.usedRun = run;
    return true;
  }

  finish(): Root {
    this.boundary();
    return { type: 'root', children: [...this.root.blocks, ...this.root.notes] };
  }
}
