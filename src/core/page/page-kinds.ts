import { attr, type HtmlDocument } from '../html/tree.ts';
import { metaContent } from './head.ts';
import { jsonLdScripts } from './structured-words.ts';

/** Words in addresses that say what kind of page it is, by kind. General web usage, no single site. */
const PATH_KINDS = [
  'thread threads topic topics t forum forums viewtopic showthread questions question discussion ' +
    'discussions comments community',
  'product products p dp item items pd sku prod',
  'collection collections category categories c cat shop store browse department',
  'docs doc documentation api reference guide guides manual learn tutorial tutorials help support wiki',
  'blog blogs news article articles post posts story stories press recipe recipes',
  'tag tags topics archive archives search list directory best top events jobs courses podcasts',
  'services service solutions solution platform features pricing about company business enterprise ' +
    'use-cases industries',
].map((words) => words.split(' '));

/** Kinds by the words of their paths. */
const KINDS_OF_PATH = new Map<string, number[]>();
PATH_KINDS.forEach((words, kind) => {
  for (const word of words) KINDS_OF_PATH.set(word, [...(KINDS_OF_PATH.get(word) ?? []), kind]);
});
/** By kind: its words, those of one or two letters apart, anywhere in a host. */
// linear: words, one or another.
const HOSTS = PATH_KINDS.map((words) => new RegExp(words.filter((word) => word.length > 2).join('|')));

/** schema.org types and Open Graph types that name a kind of page. */
const TYPE_KINDS: readonly (readonly string[])[] = [
  ['Article', 'NewsArticle', 'BlogPosting', 'ReportageNewsArticle', 'article'],
  ['Product', 'ProductGroup', 'product', 'og:product'],
  ['DiscussionForumPosting', 'QAPage', 'Question'],
  ['ItemList', 'CollectionPage', 'OfferCatalog'],
  ['TechArticle', 'APIReference', 'HowTo'],
  ['Service', 'LocalBusiness', 'SoftwareApplication', 'ProfessionalService'],
  ['WebPage', 'website', 'WebSite'],
  ['Recipe', 'FAQPage', 'Event', 'JobPosting', 'Course'],
];
/** Places of kinds in the tables above. */
const PRODUCT_PATH = 1;
const ARTICLE_TYPE = 0;
const PRODUCT_TYPE = 1;

/** Path and query of an address, lower-cased, at most 300 characters. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '' : url.slice(start, start + 300).toLowerCase();
}

/** By kind of page: 2 when the path of its address says it, 1 when only the host does. */
export function addressKinds(url: string): number[] {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const host = start < 0 ? url : url.slice(0, start);
  const kinds: number[] = HOSTS.map((words) => (words.test(host) ? 1 : 0));
  for (const part of pathOf(url).split(/[/?#&=.]/))
    for (const kind of KINDS_OF_PATH.get(part) ?? []) kinds[kind] = 2;
  return kinds;
}

/** By kind: how often a page declares it as its type, in Open Graph, JSON-LD or microdata, without parsing JSON. */
export function declaredKinds(doc: HtmlDocument): number[] {
  const declared = new Map<string, number>();
  const count = (type: string): void => {
    declared.set(type, (declared.get(type) ?? 0) + 1);
  };
  count(metaContent(doc, 'og:type'));
  for (const json of jsonLdScripts(doc)) countJsonTypes(json, count);
  for (const node of doc.elements.having('itemtype')) {
    const type = node.tag === 'script' ? null : attr(node, 'itemtype');
    if (type) count(type.slice(type.lastIndexOf('/') + 1));
  }
  return TYPE_KINDS.map((types) => types.reduce((sum, type) => sum + (declared.get(type) ?? 0), 0));
}

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
export function isProductPage(declared: readonly number[], url: string): boolean {
  const isProduct = declared[PRODUCT_TYPE]! > 0;
  const isArticle = declared[ARTICLE_TYPE]! > 0;
  if (addressKinds(url)[PRODUCT_PATH] === 2) return isProduct || !isArticle;
  return isProduct && !isArticle;
}
