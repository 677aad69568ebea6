import { attr, type HtmlDocument } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { wordSet } from '../word-set.ts';
import { metaContent } from './head.ts';
import { jsonLdScripts } from './structured-words.ts';

/** Parts of the addresses of pages that sell one thing. General web usage, no single site. */
const PRODUCT_PATHS = wordSet('product products p dp item items pd sku prod');

/** schema.org types and Open Graph types of articles, and of products. */
const ARTICLES = wordSet('Article NewsArticle BlogPosting ReportageNewsArticle article');
const PRODUCTS = wordSet('Product ProductGroup product og:product');

/** Path and query of an address, lower-cased, at most 300 characters. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '' : url.slice(start, start + 300).toLowerCase();
}

/** How often a page declares each type, in Open Graph, JSON-LD or microdata, without parsing JSON. */
export const declaredKinds = lazyBy((doc: HtmlDocument) => {
  let [articles, products] = [0, 0];
  const count = (type: string): void => {
    if (ARTICLES.has(type)) articles++;
    else if (PRODUCTS.has(type)) products++;
  };
  count(metaContent(doc, 'og:type'));
  for (const json of jsonLdScripts(doc)) countJsonTypes(json, count);
  for (const node of doc.elements.having('itemtype')) {
    const type = node.tag === 'script' ? null : attr(node, 'itemtype');
    if (type) count(type.slice(type.lastIndexOf('/') + 1));
  }
  return { articles, products };
});

function countJsonTypes(json: string, count: (type: string) => void): void {
  for (let at = json.indexOf('"@type"'); at >= 0; at = json.indexOf('"@type"', at + 7)) {
    const open = json.indexOf('"', at + 7);
    const close = open < 0 ? -1 : json.indexOf('"', open + 1);
    if (close < 0 || close - open > 60) continue;
    count(json.slice(open + 1, close));
  }
}

/**
 * Whether a page sells something: it declares a product and no article; where its address says so, it declares a product
 * or no article.
 */
export function isProductPage(doc: HtmlDocument): boolean {
  const { articles, products } = declaredKinds(doc);
  const parts = pathOf(doc.baseUrl).split(/[/?#&=.]/);
  if (parts.some((part) => PRODUCT_PATHS.has(part))) return products > 0 || articles === 0;
  return products > 0 && articles === 0;
}
