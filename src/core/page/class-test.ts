import type { HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';

interface ClassTestOptions {
  readonly of?: 'lines' | 'heads';
  readonly passes?: (value: string) => boolean;
}

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
   * A class attribute passes where `pattern` matches it (`of: 'heads'`: its beginning), and by `passes`, which may ask for
   * more. A line break and an end of the value are the same to `pattern`, which keeps no state.
   */
  constructor(
    a: Annotation,
    pattern: RegExp,
    { of = 'lines', passes = (value) => pattern.test(value) }: ClassTestOptions = {},
  ) {
    const { values, text } = of === 'heads' ? a.classHeads() : a.classLines();
    this.#nodes = a.doc.nodes;
    this.#classOf = a.classOf;
    this.#passes = pattern.test(text) ? values.map(passes) : [];
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
