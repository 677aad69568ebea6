import { attr, ELEMENT, type HtmlDocument, type HtmlNode, isHeadingTag } from '../html/tree.ts';
import { unitAt } from '../unit-at.ts';
import { Annotation, type Block, MAX_BLOCK_HASHES } from './annotation.ts';
import { BLOCK, CONTEXT, CONTROLS, roleContext, tagContext, UNRENDERED } from './element-kind.ts';
import { isCell, plainRows } from './plain-rows.ts';
import { judgeVisibility } from './visibility/judge-visibility.ts';
import { hidesItself, isFormulaAlone, VISIBLE } from './visibility/visibility.ts';
import { emptyCount, hashText, mix, scanWords, type WordCount } from './word-scan.ts';

/** The pass over the nodes that fills the facts in. */
class Annotator extends Annotation {
  /** Words of a block that are kept as hashes. */
  readonly #maxHashes: number;
  /** Open block-level elements, innermost last. */
  readonly #open: number[] = [];
  /** What the next block counts in. */
  #nextCount = emptyCount();
  #nextHashes: number[] = [];
  readonly #signatures = new Signatures(this.doc.elements.classes);
  readonly #withRole = this.doc.elements.having('role');
  /** Place of the next of them. */
  #role = 0;
  #block: Block | null = null;
  #breaks = 0;
  readonly #plainRows = plainRows(this.doc);
  /** End of the last plain row: cells before it begin no block. */
  #rowEnd = 0;

  constructor(doc: HtmlDocument, withAllHashes: boolean) {
    super(doc);
    this.#maxHashes = withAllHashes ? Number.POSITIVE_INFINITY : MAX_BLOCK_HASHES;
  }

  run(): Annotation {
    const { nodes } = this.doc;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      while (this.#open.length > 0 && this.ends[this.#open[this.#open.length - 1]!]! <= i) {
        this.#open.pop();
        this.#block = null;
      }
      const parent = this.#place(node, i);
      if (node.kind === ELEMENT) {
        if (this.#enter(node, i, parent)) while (i + 1 < node.end) this.#place(nodes[++i]!, i);
      } else this.#text(node, i, parent);
    }
    this.#sum();
    return this;
  }

  /** Notes where a node stands; returns its parent. */
  #place(node: HtmlNode, i: number): number {
    this.ends[i] = node.end;
    this.parents[i] = node.parent ? node.parent.index : -1;
    return this.parents[i]!;
  }

  /** Enters an element; true when its subtree is to be left out. */
  #enter(node: HtmlNode, i: number, parent: number): boolean {
    this.depth[i] = parent < 0 ? 0 : this.depth[parent]! + 1;
    if (CONTROLS.has(node.tag)) this.controls[i] = 1;
    if (UNRENDERED.has(node.tag)) {
      this.unrendered.fill(1, i, node.end);
      return true;
    }
    this.#readNames(node, i, parent < 0 ? 0 : this.context[parent]!);
    // The text of a formula beside its picture is for screen readers: it stays or goes with what is around, as pictures do.
    if ((this.context[i]! & CONTEXT.hidden) !== 0 && isFormulaAlone(node)) return true;
    if (node.tag === 'br') {
      this.#breaks++;
      if (this.#breaks > 1) this.#block = null;
      else if (this.#block) this.#block.breaks++;
    } else if (node.tag === 'img' || node.tag === 'picture') this.images[i] = 1;
    else if (node.tag === 'a' && this.#block) this.#block.links++;
    if (this.#plainRows.has(node)) this.#rowEnd = node.end;
    if (BLOCK.has(node.tag) && !(i < this.#rowEnd && isCell(node.tag))) {
      this.#open.push(i);
      this.#block = null;
      if (isHeadingTag(node.tag)) this.headings[i] = 1;
    }
    return false;
  }

  #readNames(node: HtmlNode, i: number, inherited: number): void {
    let context = inherited | tagContext(node.tag, inherited) | this.#contextOfRole(i);
    if (hidesItself(node)) context |= CONTEXT.hidden;
    else if (node.visibility === VISIBLE) context &= ~CONTEXT.hidden;
    this.context[i] = context;
    this.signature[i] = this.#signatures.of(node.tag, this.doc.elements.classOf[i]!);
  }

  /** Context bits that the ARIA role of an element gives. */
  #contextOfRole(i: number): number {
    const nodes = this.#withRole;
    while (this.#role < nodes.length && nodes[this.#role]!.index < i) this.#role++;
    const node = nodes[this.#role];
    return node?.index === i ? roleContext(attr(node, 'role')!.toLowerCase()) : 0;
  }

  #text(node: HtmlNode, i: number, parent: number): void {
    const context = parent < 0 ? 0 : this.context[parent]!;
    this.context[i] = context;
    const block = this.#block;
    const count = block ? block.count : this.#nextCount;
    const before = count.words;
    const charsBefore = count.chars;
    const punctuation = count.punctuation;
    scanWords(node.text, count, block ? block.hashes : this.#nextHashes, this.#maxHashes);
    if (count.chars === charsBefore) return;
    this.#breaks = 0;
    const words = count.words - before;
    this.words[i] = words;
    this.punctuation[i] = count.punctuation - punctuation;
    if ((context & CONTEXT.link) !== 0) this.linkWords[i] = words;
    const into = block ?? this.#begin(i, count, context);
    // What begins with a mark for screen readers alone is shown by its rest.
    if ((into.context & ~context & CONTEXT.hidden) !== 0) into.context = context;
    into.end = i + 1;
    if ((context & CONTEXT.link) !== 0) into.linkWords += words;
    this.blockOf[i] = this.blocks.length - 1;
  }

  #begin(i: number, count: WordCount, context: number): Block {
    const element = this.#open.length > 0 ? this.#open[this.#open.length - 1]! : 0;
    const links = (context & CONTEXT.link) !== 0 ? 1 : 0;
    const hashes = this.#nextHashes;
    this.#nextCount = emptyCount();
    this.#nextHashes = [];
    this.#block = {
      element,
      first: i,
      end: i + 1,
      count,
      linkWords: 0,
      links,
      breaks: 0,
      hashes,
      context,
    };
    this.blocks.push(this.#block);
    this.blockStarts[i] = 1;
    return this.#block;
  }

  /** Turns own values into prefix sums. */
  #sum(): void {
    for (const block of this.blocks) {
      const { words } = block.count;
      if (words >= 12 && block.linkWords * 2 <= words) this.proseWords[block.first] = words;
    }
    const columns = [this.words, this.linkWords, this.punctuation, this.proseWords, this.headings];
    for (const column of [...columns, this.controls, this.images, this.blockStarts]) {
      let total = 0;
      for (let i = 0; i < column.length; i++) {
        const own = column[i]!;
        column[i] = total;
        total += own;
      }
    }
  }
}

/** Signatures of elements among their siblings: the tag and the first two names of the class attribute, digits ignored. */
class Signatures {
  /** By place of the class attribute: that of the tag that was asked for last, as most have one tag. */
  readonly #last: { readonly tag: string; readonly signature: number }[] = [];
  readonly #classes: readonly { readonly value: string }[];

  constructor(classes: readonly { readonly value: string }[]) {
    this.#classes = classes;
  }

  /** `place`: of the class attribute; -1 for none. */
  of(tag: string, place: number): number {
    if (place < 0) return hashText(tag);
    let last = this.#last[place];
    if (last?.tag !== tag) {
      last = { tag, signature: signature(tag, this.#classes[place]!.value) };
      this.#last[place] = last;
    }
    return last.signature;
  }
}

function signature(tag: string, classes: string): number {
  let hash = hashText(tag);
  let names = 0;
  for (let i = 0, end = Math.min(classes.length, 80); i < end; i++) {
    const code = unitAt(classes, i);
    if (code >= 48 && code <= 57) continue;
    if (code <= 32 && ++names === 2) break;
    hash = mix(hash, code);
  }
  return hash;
}

/** Annotates a page in one pass. `withAllHashes` keeps the hash of every word (training aligns on them). */
export function annotate(doc: HtmlDocument, withAllHashes = false): Annotation {
  judgeVisibility(doc);
  doc.budget.spend(doc.nodes.length, 'reading the elements');
  return new Annotator(doc, withAllHashes).run();
}
