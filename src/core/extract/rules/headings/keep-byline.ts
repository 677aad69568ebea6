import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../page/annotate.ts';
import { ClassTest } from '../../page/class-test.ts';
import { DatedLines } from '../../page/dated-lines.ts';
import { BARRED, CONTEXT } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Blocks below the title among which its by-line stands, and above it. */
const MAX_BELOW = 10;
const MAX_ABOVE = 4;
/** Most words of a line that names the author. */
const MAX_WORDS = 12;
/** Fewest words of the first paragraph of the text, below which no by-line is looked for. In some scripts a sign is a word. */
const MIN_PROSE_WORDS = 25;
/** Names of what says who wrote a text, by class and by microdata. */
const AUTHOR = /(?:^|[\s_-])(?:by-?line|authors?|author-?name|writer|posted-?by)(?=[\s_-]|$)/i;
const PROPERTY = /^(?:author|creator)$/;
/** Elements from a name up to what says so. */
const MAX_HEIGHT = 4;

/**
 * Keeps who wrote a text and when, between its title and its first paragraph or right above the title: readers want it, and
 * labels leave it out. Changes `keep`.
 */
export function keepByline(page: ScoredPage, keep: Uint8Array): void {
  const { a, barred, titles } = page;
  const title = a.blocks.findIndex(
    (block, i) =>
      keep[i] === 1 && headingLevel(a, block) > 0 && (headingLevel(a, block) === 1 || titles().has(block)),
  );
  if (title < 0) return;
  const dates = new DatedLines(a);
  const named = new ClassTest(a, AUTHOR, { of: 'heads' });
  const isByline = (block: Block): boolean =>
    (barred[block.first] === 0 || (block.context & BARRED) === CONTEXT.footer) &&
    (block.context & CONTEXT.button) === 0 &&
    headingLevel(a, block) === 0 &&
    (dates.rankAsDate(block) > 0 || (block.count.words <= MAX_WORDS && namesAuthor(a, block, named)));
  const end = Math.min(keep.length, title + 1 + MAX_BELOW);
  for (let i = title + 1; i < end && a.blocks[i]!.count.words < MIN_PROSE_WORDS; i++)
    if (keep[i] === 0 && isByline(a.blocks[i]!)) keep[i] = 1;
  for (let i = title - 1; i >= Math.max(0, title - MAX_ABOVE); i--)
    if (keep[i] === 0 && dates.rankAsDate(a.blocks[i]!) > 0 && isByline(a.blocks[i]!)) keep[i] = 1;
}

function namesAuthor(a: Annotation, { first, count }: Block, named: ClassTest): boolean {
  if (count.words === 0) return false;
  let node: HtmlNode | null = a.doc.nodes[first]!.parent;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent)
    if (
      named.has(node.index) ||
      attr(node, 'rel') === 'author' ||
      PROPERTY.test(attr(node, 'itemprop') ?? '')
    )
      return true;
  return false;
}
