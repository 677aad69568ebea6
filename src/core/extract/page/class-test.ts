import type { HtmlNode } from '../../html/tree.ts';
import type { Annotation } from './annotate.ts';

/** Tells which elements of a page have a class that passes. Each class of the page is asked once. */
export class ClassTest {
  /** Whether no class passes. */
  readonly areNone: boolean;
  readonly #nodes: readonly HtmlNode[];
  readonly #classOf: Int32Array;
  /** By number of the class. */
  readonly #passes: readonly boolean[];

  /** `passes` is given the whole value of a class attribute. */
  constructor(a: Annotation, passes: (value: string) => boolean) {
    this.#nodes = a.doc.nodes;
    this.#classOf = a.classOf;
    this.#passes = a.classes.map(passes);
    this.areNone = !this.#passes.includes(true);
  }

  /** Whether the class of a node passes; none does not. */
  has(index: number): boolean {
    const number = this.#classOf[index]!;
    return number >= 0 && this.#passes[number]!;
  }

  /** Elements whose class passes, in document order. */
  elements(): readonly HtmlNode[] {
    const found: HtmlNode[] = [];
    if (this.areNone) return found;
    for (let i = 0; i < this.#classOf.length; i++) if (this.has(i)) found.push(this.#nodes[i]!);
    return found;
  }
}
