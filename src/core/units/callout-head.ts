import { childParts, firstPart, type HtmlNode, isAlone, partBeside } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';
import { wordSet } from '../word-set.ts';

/** What a callout begins with: a sign for its kind, and what can be nothing but its title. */
export type CalloutHead = readonly [sign: HtmlNode | null, title: HtmlNode | null];

export function headOf(a: Annotation, callout: HtmlNode): CalloutHead {
  const sign = signOf(a, callout);
  const title = sign === null ? firstPart(callout) : partBeside(sign, 'next');
  return [sign, title?.tag === 'header' || (title?.tag === 'th' && sign !== null) ? title : null];
}

/** All that a sign says; most nodes of it, and what it is and stands in. */
const SIGN = /^(?:[!?i]|\p{Extended_Pictographic}\ufe0f?|\p{So})$/u;
const MAX_SIGN_NODES = 6;
const BOXES = wordSet('div span i p header section table tbody tr td');

/** The sign ahead of a callout, an element of its own; in a table that lays it out it may be a picture. Null without one. */
export function signOf({ doc }: Annotation, callout: HtmlNode): HtmlNode | null {
  let part = firstPart(callout);
  while (part !== null && BOXES.has(part.tag)) {
    const label = part.end - part.index > MAX_SIGN_NODES ? null : labelOf(doc, part, 8);
    const isPicture = part.tag === 'td' && label === '' && firstPart(part)?.tag === 'img';
    if (isPicture || SIGN.test(label ?? '')) return part.end < callout.end ? part : null;
    part = firstPart(part);
  }
  return null;
}

/** Whether a table lays a callout out: it is all of it, its first cell has an icon alone, and each row has one more. */
export function laysOut(a: Annotation, table: HtmlNode): boolean {
  const body = isAlone(table) ? firstPart(table) : null;
  const [cells, below, other] = body === null ? [] : childParts(body).map(childParts);
  if (cells?.length !== 2 || (below?.length ?? 1) !== 1 || other !== undefined) return false;
  return a.roles.has(cells[0]!, ROLE.icon) || (signOf(a, table) ?? table).parent === cells[0]!.parent;
}
