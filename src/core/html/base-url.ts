import { parseUrl } from '../../contract/address.ts';
import { attr, HTML_NS, type HtmlNode } from './tree.ts';

/**
 * The URL that relative links of a page resolve against: the first `<base>` with an `href`, resolved on the page's
 * URL, when that gives http or https; else the page's URL as it is (HTML Standard, "document base URL").
 */
export function baseUrlOf(nodes: readonly HtmlNode[], url: string): string {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    // The content of a template is no part of the document.
    if (node.tag === 'template') i = node.end - 1;
    if (node.tag !== 'base' || node.ns !== HTML_NS) continue;
    const href = attr(node, 'href');
    if (href === null) continue;
    const base = parseUrl(href, url || undefined);
    return base && (base.protocol === 'http:' || base.protocol === 'https:') ? base.href : url;
  }
  return url;
}
