import { attr } from '../html/tree.ts';
import { type Annotation, metaContent } from './annotate.ts';
import { clamp, type FeatureColumns, ratio } from './feature-columns.ts';
import type { PageStructure } from './page-structure.ts';
import { sumIn, wordsIn } from './page-structure.ts';

/** Words in addresses that say what kind of page it is, by kind. General web usage, no single site. */
const PATH_KINDS: readonly (readonly string[])[] = [
  [
    'thread',
    'threads',
    'topic',
    'topics',
    't',
    'forum',
    'forums',
    'viewtopic',
    'showthread',
    'questions',
    'question',
    'discussion',
    'discussions',
    'comments',
    'community',
  ],
  ['product', 'products', 'p', 'dp', 'item', 'items', 'pd', 'sku', 'prod'],
  [
    'collection',
    'collections',
    'category',
    'categories',
    'c',
    'cat',
    'shop',
    'store',
    'browse',
    'department',
  ],
  [
    'docs',
    'doc',
    'documentation',
    'api',
    'reference',
    'guide',
    'guides',
    'manual',
    'learn',
    'tutorial',
    'tutorials',
    'help',
    'support',
    'wiki',
  ],
  [
    'blog',
    'blogs',
    'news',
    'article',
    'articles',
    'post',
    'posts',
    'story',
    'stories',
    'press',
    'recipe',
    'recipes',
  ],
  [
    'tag',
    'tags',
    'topics',
    'archive',
    'archives',
    'search',
    'list',
    'directory',
    'best',
    'top',
    'events',
    'jobs',
    'courses',
    'podcasts',
  ],
  [
    'services',
    'service',
    'solutions',
    'solution',
    'platform',
    'features',
    'pricing',
    'about',
    'company',
    'business',
    'enterprise',
    'use-cases',
    'industries',
  ],
];

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

/** Features that are the same for every block of a page: how it is built and what it says it is. */
export function addPageFeatures(a: Annotation, s: PageStructure, url: string, out: FeatureColumns): void {
  const constant = (name: string, value: number): void => {
    out.add(name).fill(clamp(value));
  };
  const n = a.doc.nodes.length;
  const total = a.words[n]!;
  let long = 0;
  let inList = 0;
  let repeatedWords = 0;
  for (const block of a.blocks) {
    const words = block.count.words;
    if (words >= 40) long += words;
    if (a.doc.nodes[block.element]!.tag === 'li') inList += words;
    const repeated = s.repeated[block.element]!;
    if (repeated >= 0 && wordsIn(a, repeated) >= 8 && s.repeats[repeated]! >= 4) repeatedWords += words;
  }
  constant('page words', total);
  constant('page blocks', a.blocks.length);
  constant('page link share', ratio(a.linkWords[n]!, total));
  constant('page prose share', ratio(a.proseWords[n]!, total));
  constant('page prose words', a.proseWords[n]!);
  constant('page long share', ratio(long, total));
  constant('page list share', ratio(inList, total));
  constant('page repeated share', ratio(repeatedWords, total));
  constant('page headings', a.headings[n]!);
  constant('page images', a.images[n]!);
  constant('candidate share', ratio(wordsIn(a, s.candidate), total));
  constant('candidate prose', sumIn(a, a.proseWords, s.candidate));
  constant('candidate link share', ratio(sumIn(a, a.linkWords, s.candidate), wordsIn(a, s.candidate)));
  addLandmarks(a, constant);
  addAddress(url, constant);
  addDeclared(a, constant);
}

type Constant = (name: string, value: number) => void;

function addLandmarks(a: Annotation, constant: Constant): void {
  let articles = 0;
  let mains = 0;
  let mainWords = 0;
  let tables = 0;
  let codes = 0;
  let forms = 0;
  for (let i = 0; i < a.doc.nodes.length; i++) {
    if (a.unrendered[i] === 1) continue;
    const { tag } = a.doc.nodes[i]!;
    if (tag === 'article') articles++;
    else if (tag === 'main') {
      mains++;
      mainWords = Math.max(mainWords, wordsIn(a, i));
    } else if (tag === 'table') tables++;
    else if (tag === 'pre') codes++;
    else if (tag === 'form') forms++;
  }
  constant('page articles', articles);
  constant('page mains', mains);
  constant('main share', ratio(mainWords, a.words[a.doc.nodes.length]!));
  constant('page tables', tables);
  constant('page codes', codes);
  constant('page forms', forms);
}

function addAddress(url: string, constant: Constant): void {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const path = start < 0 ? '' : url.slice(start, start + 300).toLowerCase();
  const parts = path.split(/[/?#&=.]/).filter((part) => part !== '');
  const host = start < 0 ? url : url.slice(0, start);
  constant(
    'address depth',
    path
      .split('?')[0]!
      .split('/')
      .filter((part) => part !== '').length,
  );
  constant('address hyphens', path.split('-').length - 1);
  constant('address query', path.includes('?') ? 1 : 0);
  let digits = 0;
  for (let i = 0; i < path.length; i++) if (path.charCodeAt(i) >= 48 && path.charCodeAt(i) <= 57) digits++;
  constant('address digits', digits);
  PATH_KINDS.forEach((words, kind) => {
    const inPath = parts.some((part) => words.includes(part));
    const inHost = words.some((word) => word.length > 2 && host.includes(word));
    constant(`address kind ${kind}`, inPath ? 2 : inHost ? 1 : 0);
  });
}

/** Types the page declares: Open Graph, JSON-LD `@type` and microdata `itemtype`, found without parsing JSON. */
function addDeclared(a: Annotation, constant: Constant): void {
  const declared = new Map<string, number>();
  const count = (type: string): void => {
    declared.set(type, (declared.get(type) ?? 0) + 1);
  };
  count(metaContent(a.doc, 'og:type'));
  for (let i = 0; i < a.doc.nodes.length; i++) {
    const node = a.doc.nodes[i]!;
    if (node.attrs.length === 0) continue;
    if (node.tag === 'script') {
      if ((attr(node, 'type') ?? '') === 'application/ld+json' && node.first)
        countJsonTypes(node.first.text, count);
      continue;
    }
    const type = attr(node, 'itemtype');
    if (type) count(type.slice(type.lastIndexOf('/') + 1));
  }
  TYPE_KINDS.forEach((types, kind) => {
    let found = 0;
    for (const type of types) found += declared.get(type) ?? 0;
    constant(`declared kind ${kind}`, found);
  });
}

function countJsonTypes(json: string, count: (type: string) => void): void {
  for (let at = json.indexOf('"@type"'); at >= 0; at = json.indexOf('"@type"', at + 7)) {
    const open = json.indexOf('"', at + 7);
    const close = open < 0 ? -1 : json.indexOf('"', open + 1);
    if (close < 0 || close - open > 60) continue;
    count(json.slice(open + 1, close));
  }
}
