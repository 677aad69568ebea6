import type { Annotation } from './annotate.ts';
import { headingLevel } from './block-features.ts';
import { blockRange } from './block-range.ts';
import { WHOLE } from './keep-whole.ts';
import type { PageStructure } from './page-structure.ts';
import { COPY } from './prune.ts';

/**
 * Fewest words and characters of a copy: shorter text says the same in many places and means another thing in each.
 * In scripts without blanks every character is a word.
 */
const MIN_WORDS = 6;
const MIN_CHARS = 20;
/** What repeats text on purpose, or is torn without it. */
const APART = new Set([...WHOLE, 'blockquote']);

/**
 * Drops what says again, word for word, what stays further up: pages carry a text once for wide and once for narrow
 * screens, or fold and unfold it. The first stays. Kept as they are: text of the same template position, a refrain, a
 * clause under each function; copies in another member of a list; headings of what a list above them announced;
 * quotations, code and tables; and a page of which copies are a third. Marks them as `COPY` in `keep`.
 */
export function dropCopies(a: Annotation, s: PageStructure, keep: Uint8Array): void {
  const apart = setApart(a);
  const said = new Map<number, number>();
  const copies: number[] = [];
  let words = 0;
  let copied = 0;
  a.blocks.forEach((block, i) => {
    if (keep[i] !== 1) return;
    const { count } = block;
    words += count.words;
    if (apart[i] === 1 || count.words < MIN_WORDS || count.chars < MIN_CHARS) return;
    const first = said.get(block.hash);
    if (first !== undefined && isCopy(a, s, first, i)) {
      copies.push(i);
      copied += count.words;
    } else said.set(block.hash, i);
  });
  if (copied * 3 <= words) for (const i of copies) keep[i] = COPY;
  dropRepeatedHeadings(a, s, keep);
}

/** A heading right below the same one is its copy however short it is: the author of a post, for either layout. */
function dropRepeatedHeadings(a: Annotation, s: PageStructure, keep: Uint8Array): void {
  let above = -1;
  a.blocks.forEach((block, i) => {
    if (keep[i] !== 1 || block.count.words === 0) return;
    const repeats =
      above >= 0 &&
      headingLevel(a, block) > 0 &&
      block.hash === a.blocks[above]!.hash &&
      isCopy(a, s, above, i);
    if (repeats) keep[i] = COPY;
    else above = i;
  });
}

/** Whether one of two blocks of the same words is there for another layout. */
function isCopy(a: Annotation, s: PageStructure, first: number, second: number): boolean {
  const [one, other] = [a.blocks[first]!, a.blocks[second]!];
  // Equal hashes are no proof, and leave out the signs between the words.
  if (one.count.words !== other.count.words || one.count.chars !== other.count.chars) return false;
  if (s.path[one.element] === s.path[other.element]) return false;
  if (s.repeated[one.element] !== s.repeated[other.element]) return false;
  return headingLevel(a, other) === 0 || headingLevel(a, one) > 0;
}

/** Marks the blocks inside elements that copies are not looked for in. */
function setApart(a: Annotation): Uint8Array {
  const apart = new Uint8Array(a.blocks.length);
  const { nodes } = a.doc;
  for (let i = 0; i < nodes.length; i++) {
    if (!APART.has(nodes[i]!.tag)) continue;
    apart.fill(1, ...blockRange(a, i));
    i = nodes[i]!.end - 1;
  }
  return apart;
}
