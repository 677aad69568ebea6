import type { Annotation } from '../../src/core/page/annotation.ts';
import type { PageStructure } from '../../src/core/page/page-structure.ts';

/** Fewest words of a paragraph, and most tenths of them that are links. */
const MIN_PROSE_WORDS = 12;
const LINKED_TENTHS = 3;
/** Fewest words that a label leaves out, and their share of those that it has. */
const MIN_LEFT_OUT = 150;
const LEFT_OUT_SHARE = 1 / 2;

/**
 * Whether a label stops in mid-article: below its last words the same prose goes on, in paragraphs of the template position
 * that most of the label's own have. Such a page teaches that the end of an article is none.
 */
export function stopsEarly(a: Annotation, s: PageStructure, labels: ArrayLike<number>): boolean {
  const positions = new Map<number, number>();
  let all = 0;
  let last = -1;
  const isProse = (i: number): boolean => {
    const { count, linkWords } = a.blocks[i]!;
    return count.words >= MIN_PROSE_WORDS && linkWords * 10 <= count.words * LINKED_TENTHS;
  };
  for (let i = 0; i < a.blocks.length; i++) {
    if (labels[i]! < 0.5) continue;
    last = i;
    const { element, count } = a.blocks[i]!;
    all += count.words;
    if (isProse(i)) positions.set(s.path[element]!, (positions.get(s.path[element]!) ?? 0) + count.words);
  }
  const [main] = [...positions].sort((one, other) => other[1] - one[1])[0] ?? [];
  let leftOut = 0;
  for (let i = last + 1; i < a.blocks.length; i++)
    if (isProse(i) && s.path[a.blocks[i]!.element] === main) leftOut += a.blocks[i]!.count.words;
  return leftOut >= MIN_LEFT_OUT && leftOut >= all * LEFT_OUT_SHARE;
}
