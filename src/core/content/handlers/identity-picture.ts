import { leadsToFrontPage } from '../../html/address.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { ROLE, tells } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import { isPortrait } from '../../units/figure.ts';
import type { Builder } from '../builder.ts';
import { linkAround } from './linked-picture.ts';

/**
 * Whether a picture only shows who speaks: the portrait of somebody whose name stands beside it, or the site's logo. On the
 * whole page it stays.
 */
export function isIdentityPicture(node: HtmlNode, b: Builder): boolean {
  return b.options.scope !== 'full' && (isPortrait(b.page, node) || isSiteLogo(node, b));
}

/** A picture that is all of a link to the front page of its site, ahead of all else or named a logo. */
function isSiteLogo(node: HtmlNode, b: Builder): boolean {
  const isFirst = b.root.blocks.length === 0 && !b.frame.filled;
  const isCalledLogo =
    b.roles.has(node, ROLE.logo) || ['src', 'alt'].some((name) => tells(attr(node, name) ?? '', ROLE.logo));
  if (!isFirst && !isCalledLogo) return false;
  const link = linkAround(node);
  const href = link === null ? null : attr(link, 'href');
  if (link === null || href === null || labelOf(b.doc, link, 8) !== '') return false;
  return leadsToFrontPage(href, b.options.url ?? b.doc.baseUrl, b.doc.baseUrl);
}
