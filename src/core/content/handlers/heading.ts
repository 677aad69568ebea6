import { attr, type HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { flattenBlock } from '../flatten.ts';
import type { Heading } from '../tree.ts';
import { handleBlock } from './blocks.ts';
import { linkedByCard } from './covering-link.ts';

/** A heading of more words or characters is a text that is set large, when it has sentences. */
const MAX_WORDS = 40;
const MAX_CHARS = 300;
/** The end of a sentence after a word: "No. 1" and "2. Budget" have none. */
const SENTENCE_END = /\p{L}{3}[.!?…]["”’»)]*(?:\s|$)|[。！？]/gu;
/** Most words of a date: with those of a byline it is more. */
const MAX_DATE_WORDS = 5;

/** `h1` … `h6`: inline content, whatever is inside; the date of a post, and a text in the size of a heading, are blocks. */
export function handleHeading(node: HtmlNode, b: Builder): boolean {
  if (node.tag !== 'h1' && (isProse(node, b) || isDate(node, b))) return handleBlock(node, b);
  openHeading(node, b, (node.tag.charCodeAt(1) - 48) as Heading['depth']);
  return true;
}

/** Opens a heading of `depth` over `node`; in inline content it is strong text on its own. */
function openHeading(node: HtmlNode, b: Builder, depth: Heading['depth']): void {
  b.openPhrasing(node, 'heading', (children) => {
    if (children.length === 0) return;
    const heading: Heading = { type: 'heading', depth, children: linkedByCard(node, children, b) };
    if (b.frame.phrasing) {
      b.atoms(flattenBlock(heading));
      b.space();
    } else b.add(heading);
  });
}

function isProse(node: HtmlNode, b: Builder): boolean {
  const text = labelOf(b.doc, node, 2 * MAX_CHARS);
  if (text.length <= MAX_CHARS && text.split(' ').length <= MAX_WORDS) return false;
  return (text.match(SENTENCE_END)?.length ?? 0) > 1;
}

function isDate(node: HtmlNode, b: Builder): boolean {
  if (!b.roles.has(node, ROLE.dateHeading)) return false;
  const text = labelOf(b.doc, node, 60);
  return /^(?=.*\d).{6,40}$/.test(text) && text.split(' ').length <= MAX_DATE_WORDS;
}

/** Nodes of an element within which its blocks begin. */
const MAX_DESCENT = 60;
/** Blocks of which a heading holds one at most. */
const BLOCKS = new Set(['p', 'ul', 'ol', 'dl', 'pre', 'table', 'blockquote']);

function holdsBlocks(node: HtmlNode, b: Builder): boolean {
  const inner = b.doc.nodes.slice(node.index + 1, Math.min(node.end, node.index + MAX_DESCENT));
  return inner.filter(({ tag }) => BLOCKS.has(tag)).length > 1;
}

/** `role="heading"` with `aria-level` (2 when it has none); null around several blocks and texts. */
export function handleHeadingRole(node: HtmlNode, b: Builder): boolean | null {
  if (holdsBlocks(node, b) || isProse(node, b)) return null;
  const level = Number(attr(node, 'aria-level') ?? '2');
  openHeading(node, b, (level >= 1 && level <= 6 ? Math.trunc(level) : 2) as Heading['depth']);
  return true;
}

/** The title of a page of Doxygen, a box in a box; null for other titles. */
export function handleDoxygenTitle(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag !== 'div' || !b.roles.has(node.parent!, ROLE.doxygenHeader)) return null;
  openHeading(node, b, 1);
  return true;
}
