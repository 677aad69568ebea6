import { attr, firstPart, type HtmlNode, isHeadingTag, nodesOf, siblingElement } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import type { Builder } from '../builder.ts';

/** Whether each item of a list is a section of the page, with a heading, or unfolds: they are no items, and headings are for outlines. */
export function isOfSections(list: HtmlNode, b: Builder): boolean {
  // Lists of Javadoc up to 15 hold the parts of its pages.
  if (b.roles.has(list, ROLE.sectionList)) return true;
  let item = firstPart(list);
  if (item === null) return false;
  for (; item !== null; item = siblingElement(item, 'next')) if (!isSection(item, b)) return false;
  return true;
}

function isSection(item: HtmlNode, b: Builder): boolean {
  const first = item.tag === 'li' ? firstPart(item) : null;
  if (first === null) return false;
  if (isHeadingTag(first.tag)) return unfolds(first, b);
  if (siblingElement(first, 'next') !== null) return false;
  return first.tag === 'details' || (first.tag === 'section' && isHeadingTag(firstPart(first)?.tag ?? ''));
}

/** Nodes of a heading among which the button stands that unfolds what is below (WAI-ARIA Authoring Practices, accordion). */
const MAX_NODES_TO_BUTTON = 6;

function unfolds(heading: HtmlNode, { doc }: Builder): boolean {
  const within = nodesOf(doc, heading, MAX_NODES_TO_BUTTON);
  return within.some((node) => node.tag === 'button' && attr(node, 'aria-expanded') !== null);
}
