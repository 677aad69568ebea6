import type { HtmlNode } from '../../html/tree.ts';
import type { Annotation } from './annotate.ts';

/**
 * Tells which elements of a page have a class that passes. Most pages have none for most patterns: all their classes are
 * searched at once, and one by one, each once, where the pattern is among them.
 */
export class ClassTest {
  /** Whether no class passes. */
  readonly areNone: boolean;
  readonly #nodes: readonly HtmlNode[];
  readonly #classOf: Int32Array;
  /** By number of the class. */
  readonly #passes: readonly boolean[];

  /**
   * A class attribute passes where `pattern` matches its whole value, or by `passes`, which is given the whole value as well;
   * `pattern` then matches all that can pass. It takes a line break for an end of the value, and matches across none.
   */
  constructor(a: Annotation, pattern: RegExp, passes = (value: string) => pattern.test(value)) {
    this.#nodes = a.doc.nodes;
    this.#classOf = a.classOf;
    this.#passes = pattern.test(a.classText()) ? a.classes.map(passes) : [];
    this.areNone = !this.#passes.includes(true);
  }

  /** Whether the class of a node passes; none does not. */
  has(index: number): boolean {
    const number = this.#classOf[index]!;
    return number >= 0 && this.#passes[number] === true;
  }

  /** Elements whose class passes, in document order. */
  elements(): readonly HtmlNode[] {
    const found: HtmlNode[] = [];
    if (this.areNone) return found;
    for (let i = 0; i < this.#classOf.length; i++) if (this.has(i)) found.push(this.#nodes[i]!);
    return found;
  }
}
