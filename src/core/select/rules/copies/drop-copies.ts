import { addTo } from '../../../add-to.ts';
import { outermostOf } from '../../../html/element-index.ts';
import { attr, type HtmlNode, nearest, nodesOf } from '../../../html/tree.ts';
import { lazy } from '../../../lazy.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange, spokenWords } from '../../../page/block-range.ts';
import { headingLevel } from '../../../page/headings.ts';
import { type PageStructure, wordsIn } from '../../../page/page-structure.ts';
import { boxTables } from '../../../units/data-table.ts';
import { saysDate } from '../../../units/dated-line.ts';
import { MIN_POSTS } from '../../../units/post.ts';
import { wordSet } from '../../../word-set.ts';
import { int32s, uint8s } from '../../../zeroed.ts';
import { COPY, markCopies } from '../../prune.ts';
import type { ScoredPage } from '../scored-page.ts';
import { dropCardsAgain } from './drop-cards-again.ts';
import { dropClones } from './drop-clones.ts';
import { dropPullQuotes } from './drop-pull-quotes.ts';

/**
 * Fewest words and characters of a copy: shorter text says the same in many places and means another thing in each.
 * In scripts without blanks every character is a word.
 */
const MIN_WORDS = 6;
const MIN_CHARS = 20;
/** Fewest characters of a text that is no name, value or refrain: two members of lists that say it are two layouts of it. */
const MIN_PROSE_CHARS = 60;
/** What repeats text on purpose, or is partial without it. */
const ATOMIC = ['pre', 'table', 'figure', 'dl', 'blockquote'];

/**
 * Drops what says again, word for word, what stays further up: pages carry a text once for wide and once for narrow
 * screens, or fold and unfold it. The first stays. Kept as they are: text of the same template position, a refrain, a
 * clause under each function; copies in another member of a list; headings of what a list above them announced;
 * quotations, code and tables; what an overview links to; and a page of which copies, containers that are copies as a whole
 * apart, are a third. Marks them as `COPY` in `keep`.
 */
export function dropCopies(page: ScoredPage, keep: Uint8Array): void {
  const { a, s } = page;
  dropClones(a, keep);
  dropCopiedContainers(page, keep);
  dropCardsAgain(page, keep);
  dropPullQuotes(a, keep);
  const atomic = atomicBlocks(a);
  const parts = lazy(() => new Set(page.links().all.map(({ fragment }) => page.links().targetOf(fragment))));
  const said = new Map<number, number>();
  /** By what they say. */
  const copies = new Map<number, number[]>();
  let words = 0;
  a.blocks.forEach((block, i) => {
    if (keep[i] !== 1) return;
    const { count } = block;
    words += count.words;
    if (atomic[i] === 1 || count.words < MIN_WORDS || count.chars < MIN_CHARS) return;
    const first = said.get(block.count.hash);
    if (first !== undefined && isCopy(a, s, first, i) && !isOwnPart(page, parts, first, i))
      addTo(copies, block.count.hash, i);
    else said.set(block.count.hash, i);
  });
  // What several members of a repetition say is a clause of each.
  const membersOf = (again: number[]) => new Set(again.map((i) => s.repeated[a.blocks[i]!.element]!));
  const all = [...copies.values()].filter((again) => membersOf(again).size === 1).flat();
  const copied = all.reduce((sum, i) => sum + a.blocks[i]!.count.words, 0);
  if (copied * 3 <= words) for (const i of all) keep[i] = COPY;
  dropRepeatedHeadings(page, keep);
}

/** Fewest blocks and words of a box that is the copy of another one. */
const MIN_CONTAINER_BLOCKS = 2;
const MIN_CONTAINER_WORDS = 12;
/** Go with their table alone: two of one kind have the same head. */
const PARTS_OF_TABLES = wordSet('thead tbody tfoot tr');
/** Factor of the hash of a range of blocks; odd. */
const BASE = 0x01000193;

/**
 * A box that says all that another one further up says, in the same order, is there for another layout, however much of
 * the page it is.
 */
function dropCopiedContainers(page: ScoredPage, keep: Uint8Array): void {
  const { a } = page;
  // Hash of a range of blocks: sums[to] - sums[from] * powers[to - from].
  const sums = int32s(a.blocks.length + 1);
  const powers = int32s(a.blocks.length + 1).fill(1);
  a.blocks.forEach((block, i) => {
    sums[i + 1] = (Math.imul(sums[i]!, BASE) + block.count.hash) | 0;
    powers[i + 1] = Math.imul(powers[i]!, BASE);
  });
  const first = new Map<number, number>();
  for (let i = 0; i < a.ends.length; i++) {
    const [from, to] = blockRange(a, i);
    const isSmall = to - from < MIN_CONTAINER_BLOCKS || wordsIn(a, i) < MIN_CONTAINER_WORDS;
    if (isSmall || PARTS_OF_TABLES.has(a.doc.nodes[i]!.tag)) continue;
    const hash = (sums[to]! - Math.imul(sums[from]!, powers[to - from]!)) | 0;
    const other = first.get(hash);
    if (other === undefined) first.set(hash, i);
    else if (isCopiedContainer(page, other, i, keep)) {
      markCopies(keep, from, to);
      i = a.ends[i]! - 1;
    }
  }
}

/**
 * Whether two boxes have the same links and pictures: the turns of a ticker, the card of one page in two lists. A box without a
 * picture that does not begin with a link may be a refrain, and the row of a table or a list in a section is a part of it.
 */
function holdSame({ a, s }: ScoredPage, one: number, other: number): boolean {
  const member = s.repeated[other]!;
  const isWhole = member < 0 || wordsIn(a, member) === wordsIn(a, other);
  if (!isWhole && member !== s.repeated[one]) return false;
  const addresses = addressesIn(a, one);
  if (addresses === '' || addresses !== addressesIn(a, other)) return false;
  const [first, second] = a.blocks.slice(...blockRange(a, other));
  const isLink = ({ linkWords, count }: Block) => linkWords > 0 && linkWords === count.words;
  const pictures = () => a.doc.elements.within(a.doc.nodes[other]!, 'img');
  const isCard = isLink(first!) || isLink(second!) || pictures().some((picture) => !isSign(a, picture));
  return isCard && nearest(a.doc.nodes[other]!, ({ tag }) => tag === 'table') === null;
}

/** Whether a picture stands in a line of text or a heading: a sign there is no picture of a card. */
function isSign(a: Annotation, { index }: HtmlNode): boolean {
  const at = a.blockStarts[index]!;
  return [a.blocks[at - 1], a.blocks[at]].some(
    (block) =>
      block !== undefined &&
      block.element < index &&
      index < block.end &&
      a.doc.nodes[block.element]!.tag !== 'div',
  );
}

/** Addresses of the pictures and links that an element is or holds. */
function addressesIn(a: Annotation, index: number): string {
  const parts = nodesOf(a.doc, a.doc.nodes[index]!);
  const addresses = parts.map((node) => attr(node, 'href') ?? attr(node, 'src') ?? '');
  return addresses.join(' ').trim();
}

/**
 * Whether two containers apart say the same in two layouts (in different places of the template, and in the same member of a repetition
 * or in none) or of the same links and pictures, and all that stays of the second stays of the first.
 */
function isCopiedContainer(page: ScoredPage, first: number, second: number, keep: Uint8Array): boolean {
  const { a, s } = page;
  if (a.ends[first]! > second) return false;
  const areLayouts = s.path[first] !== s.path[second] && s.repeated[first] === s.repeated[second];
  if (!areLayouts && !holdSame(page, first, second)) return false;
  const [from, to] = blockRange(a, first);
  const [start, end] = blockRange(a, second);
  if (to - from !== end - start) return false;
  for (let k = 0; k < to - from; k++) {
    if (!saysSame(a.blocks[from + k]!, a.blocks[start + k]!)) return false;
    if (keep[start + k] === 1 && keep[from + k] !== 1) return false;
  }
  return true;
}

/** Most words between the name of a card and its copy: a badge. */
const MAX_BADGE_WORDS = 3;

/** Fewest words of a title that a line says again: of fewer it may be a name in a list. */
const MIN_TITLE_WORDS = 3;
/** Most words between the title and a heading that says all of it again: what stands there is no text yet. */
const MAX_LEAD_WORDS = 25;

/**
 * A heading right below the same one is its copy however short it is: the author of a post for either layout. In a card a
 * badge may stand between (Shopify). So is one that says the title again ahead of the text, or in the first post of a thread, and
 * a line below the title that says nothing else: in the bar that stays in view, in what confirms an order; in a post it is its text.
 */
function dropRepeatedHeadings({ a, s, posts, titles }: ScoredPage, keep: Uint8Array): void {
  let above = -1;
  const isThread = !posts.areNone && posts.all().length >= MIN_POSTS;
  const isOfPost = (block: Block): boolean => isThread && posts.around(a.doc.nodes[block.element]!) !== null;
  let title = '';
  let titleHash = 0;
  let between = 0;
  let lead = 0;
  a.blocks.forEach((block, i) => {
    const { words } = block.count;
    if (keep[i] !== 1 || words === 0) return;
    lead += words;
    const level = headingLevel(a, block);
    const isTitleAgain = level === 0 && words >= MIN_TITLE_WORDS && block.count.hash === titleHash;
    if (isTitleAgain && !isOfPost(block)) keep[i] = COPY;
    else if (level === 0) between += words;
    else {
      const most = s.repeated[block.element]! >= 0 ? MAX_BADGE_WORDS : 0;
      const isAgain = above >= 0 && between <= most && isCopy(a, s, above, i);
      const isTitle = titles().has(block);
      const isInPost = isTitle && isOfPost(block);
      const said = spokenWords(a, block);
      const isSaid = isInPost ? title.includes(said) : said === title && lead <= MAX_LEAD_WORDS;
      if (isAgain || isSaid) keep[i] = COPY;
      else [above, between] = [i, 0];
      if (title === '' && !isInPost && (isTitle || level === 1))
        [title, titleHash, lead] = [said, block.count.hash, 0];
    }
  });
}

/** Whether one of two blocks says what the other says for another layout. */
function isCopy(a: Annotation, s: PageStructure, first: number, second: number): boolean {
  const [one, other] = [a.blocks[first]!, a.blocks[second]!];
  if (!saysSame(one, other) || s.path[one.element] === s.path[other.element]) return false;
  if (s.repeated[one.element] !== s.repeated[other.element]) return isProse(a, other);
  return headingLevel(a, other) === 0 || headingLevel(a, one) > 0;
}

/**
 * Whether the second of two blocks stands in a part of the page that a link leads to, the details of what an overview has, or says when
 * another post was written.
 */
function isOwnPart(
  { a, posts }: ScoredPage,
  parts: () => ReadonlySet<HtmlNode | undefined>,
  first: number,
  second: number,
): boolean {
  const [one, other] = [a.blocks[first]!, a.blocks[second]!];
  const postOf = ({ element }: Block) => posts.around(a.doc.nodes[element]!);
  if (saysDate(a, other) && postOf(one) !== postOf(other)) return true;
  const around = (up: HtmlNode): boolean => up.index <= one.element && one.element < up.end;
  const part = nearest(a.doc.nodes[other.element]!, (up) => parts().has(up) || around(up));
  return part !== null && !around(part);
}

/** Whether a block is a text that no part of a page says again but for another layout: no heading, item or short line. */
function isProse(a: Annotation, block: Block): boolean {
  const isItem = nearest(a.doc.nodes[block.element]!, ({ tag }) => tag === 'li', 2) !== null;
  return block.count.chars >= MIN_PROSE_CHARS && !isItem && headingLevel(a, block) === 0;
}

/** Equal hashes are no proof, and leave out the signs between the words. */
function saysSame(one: Block, other: Block): boolean {
  return (
    one.count.hash === other.count.hash &&
    one.count.words === other.count.words &&
    one.count.chars === other.count.chars
  );
}

/** Marks the blocks inside elements that copies are not looked for in. */
function atomicBlocks(a: Annotation): Uint8Array {
  const atomic = uint8s(a.blocks.length);
  for (const nodes of [a.doc.elements.tagged(...ATOMIC), boxTables(a)])
    for (const { index } of outermostOf(nodes)) atomic.fill(1, ...blockRange(a, index));
  return atomic;
}
