import { firstOf } from '../first-of.ts';
import { onOneLine } from '../html/blank.ts';
import { inOrder } from '../html/element-index.ts';
import { attr, type HtmlDocument, type HtmlNode, nearest, nodesOf, TEXT } from '../html/tree.ts';
import { marksOf, ROLE, rolesOf } from '../page/roles.ts';
import {
  isOthersByline,
  isReview,
  leadsTo,
  MAX_ANCESTORS,
  MAX_BYLINE,
  MAX_BYLINE_NODES,
} from './author-marks.ts';
import type { Collected } from './collect.ts';
import type { StructuredData } from './json-ld.ts';
import { COMPANY, fullName, isNobody, joinNames, scholars, soleName } from './names.ts';
import { elementText } from './plain-text.ts';

/** Metas of scholarly articles, whose `author` is the journal often. */
const META_SCHOLARS = ['citation_author', 'citation_authors', 'dc.creator', 'dcterms.creator', 'dc:creator'];
const META_AUTHORS = (
  'author article:author og:article:author parsely-author sailthru.author byl itemprop:author itemprop:creator ' +
  'cxenseparse:author'
).split(' ');

/**
 * Names of a page's authors: what it states first, what its elements mark, what it shows; null when it names nobody.
 * A company and an account that a page states yield to a person whom it names elsewhere.
 */
export function authorsOf(
  doc: HtmlDocument,
  page: Collected,
  data: StructuredData,
  siteNames: readonly string[],
): string | null {
  const metas = (name: string) => page.metas.get(name) ?? [];
  const generator = metas('generator')[0]?.split(/[\s\d]/, 1)[0] ?? '';
  const isGenerator = (name: string) => generator !== '' && COMPANY.test(name) && name.startsWith(generator);
  const fromMetas = [
    ...META_SCHOLARS.map((name) => scholars(metas(name))),
    ...META_AUTHORS.map((name) => metas(name).filter((value) => !isGenerator(value))),
  ];
  const inMetas = namesOf(fromMetas);
  const declared = [...namesOf([data.authors]), ...inMetas];
  const marked = namesOf([page.authors.names, page.authors.bylines]);
  const named = [...declared, ...marked];
  const [first] = named;
  if (first === undefined) return visibleAuthor(doc, page.mainHeadings) ?? visibleBody(doc);
  // Accounts are one word in lower case.
  const isAccount = /^[a-z0-9_.-]+$/.test(first) && inMetas.includes(first);
  if (!isAccount && !isNobody(first, siteNames)) {
    const { names, bylines } = page.authors;
    // The page marks the same names, or that one with those of more people.
    const confirmed =
      declared.find((name) => marked.includes(name)) ??
      namesOf([names]).find((name) => name.split(', ').includes(first) && fullName(name) !== null);
    return confirmed ?? declared.find((name) => names.includes(name) || bylines.includes(name)) ?? first;
  }
  const person = named.find((names) => fullName(names) !== null && !isNobody(names, siteNames));
  return person ?? visibleAuthor(doc, page.mainHeadings) ?? first;
}

function namesOf(values: readonly (readonly string[])[]): string[] {
  return values.map(joinNames).filter((names) => names !== null);
}

/** Nodes before and behind the main heading where a marked name is looked for, and where words alone are. */
const NODES_BEFORE = 400;
const NODES_BEHIND = 1500;
const NODES_OF_WORDS = 150;
/** Nodes of a page that are looked at for a signature, and behind `By` where the name stands. */
const MAX_SIGNED_NODES = 20_000;
const NODES_OF_LABEL = 8;
/** Most elements that are asked for a name. */
const MAX_CANDIDATES = 40;

/** Addresses of the pages of authors. */
const AUTHOR_HREF =
  /\/(?:authors?|autor(?:es)?|auteurs?|contributors?|writers?|columnists?|journalists?)\/[^/?#]{3}/i;
/** Parts of a page besides those of other people where names stand that wrote something else. */
const ELSEWHERE =
  /(?:^|[\s_-])(?:commentlist|recirc|cards|teasers|quotes?|promo|nav|menu|popular|trending|latest|more-posts|next-post|prev|carousel|slider|newsletter)(?:$|[\s_-])/i;
const HOLDS_BY = /by/i;
const BY = /^(?:(?:written|posted|words|text|story|published) )?by\b:?\s*/i;
/** What says outright that a name is the author's, wherever it stands. */
const SIGNED =
  /^(?:(?:this|the) (?:post|article|story|guide|piece) (?:was|is) )?(?:written|posted|authored|words) by\b:?\s*/i;
/** Fewest characters of it: `Words by`. */
const MIN_SIGNED = 8;
/** People who did something else with the text. */
const OTHER_WORK = /^(?:\w+ )?(?:reviewed|edited|fact[- ]checked|tested|translated|illustrated) by\b/i;
/** Elements whose text is never a byline. */
const NO_BYLINE = new Set(['script', 'style', 'option', 'button', 'li', 'title', 'textarea', 'noscript']);

/**
 * The name of a person that a page shows as its author's, near its main heading, or who it says outright wrote its text; for
 * pages that mark none.
 */
function visibleAuthor(doc: HtmlDocument, headings: readonly string[]): string | null {
  const heading = headingOf(doc);
  const marked = [...rolesOf(doc).elements(ROLE.authorName), ...doc.elements.tagged('a')];
  const near = ({ index }: HtmlNode) => index >= heading - NODES_BEFORE && index < heading + NODES_BEHIND;
  let candidates = 0;
  for (const node of inOrder(marked.filter(near))) {
    if (candidates === MAX_CANDIDATES) break;
    if (!isAuthor(doc, node) || isElsewhere(node)) continue;
    candidates++;
    const name = nameIn(doc, node);
    if (name !== null && !headings.includes(name)) return name;
  }
  for (const node of doc.nodes.slice(heading, heading + NODES_OF_WORDS)) {
    const name = fullName(textBehind(doc, node, BY));
    if (name !== null && !headings.includes(name)) return name;
  }
  return signature(doc);
}

/** Who a page says outright wrote its text. */
function signature(doc: HtmlDocument): string | null {
  const end = Math.min(doc.nodes.length, MAX_SIGNED_NODES);
  for (let i = 0; i < end; i++) {
    const node = doc.nodes[i]!;
    const signed = node.text.length < MIN_SIGNED ? '' : textBehind(doc, node, SIGNED);
    const name = signed === '' ? null : (fullName(signed) ?? soleName(signed));
    if (name !== null) return name;
  }
  return null;
}

/** The name of a team or an agency that a page links to as an author, near its main heading. */
function visibleBody(doc: HtmlDocument): string | null {
  const heading = headingOf(doc);
  const near = doc.nodes.slice(heading, heading + NODES_OF_WORDS);
  const link = near.find((node) => node.tag === 'a' && isAuthor(doc, node) && !isElsewhere(node));
  const name = link === undefined ? '' : elementText(doc, link);
  return COMPANY.test(name) && name.length <= MAX_BYLINE ? joinNames([name]) : null;
}

function headingOf(doc: HtmlDocument): number {
  return doc.elements.tagged('h1')[0]?.index ?? 0;
}

function isAuthor(doc: HtmlDocument, node: HtmlNode): boolean {
  if (node.tag === 'body') return false;
  const roles = rolesOf(doc);
  return (
    (roles.has(node, ROLE.authorName) && !roles.has(node, ROLE.aboutAuthor)) || leadsTo(node, AUTHOR_HREF)
  );
}

function isElsewhere(node: HtmlNode): boolean {
  if (isOthersByline(node) || isReview(node)) return true;
  const found = nearest(node.parent, (up) => up.tag === 'body' || ELSEWHERE.test(marksOf(up)), MAX_ANCESTORS);
  return found !== null && found.tag !== 'body';
}

/** The name that is marked within an element, else all of its text where that is a name. */
function nameIn(doc: HtmlDocument, element: HtmlNode): string | null {
  const text = elementText(doc, element);
  if (OTHER_WORK.test(text) || (element.parent && OTHER_WORK.test(elementText(doc, element.parent))))
    return null;
  const [, ...inner] = nodesOf(doc, element, MAX_BYLINE_NODES);
  const roles = rolesOf(doc);
  const isName = (node: HtmlNode) => node.tag === 'a' || roles.has(node, ROLE.anyName);
  const marked = inner.filter((node) => isName(node) || attr(node, 'itemprop') === 'name');
  const name = firstOf(marked, (node) => fullName(elementText(doc, node)));
  return name ?? (text.length < MAX_BYLINE ? fullName(text) : null);
}

/** What stands behind words that say who wrote a text, in the same text or in the next one; '' behind others. */
function textBehind(doc: HtmlDocument, node: HtmlNode, by: RegExp): string {
  const { index, text, parent } = node;
  if (text === '' || text.length > 2 * MAX_BYLINE || !HOLDS_BY.test(text) || parent === null) return '';
  const words = onOneLine(text);
  if (!by.test(words) || NO_BYLINE.has(parent.tag) || isElsewhere(node)) return '';
  const next = doc.nodes.slice(index + 1, index + NODES_OF_LABEL);
  const behind = next.find((one) => one.kind === TEXT && one.text.trim() !== '')?.text;
  return words.replace(by, '') || (behind?.slice(0, MAX_BYLINE) ?? '');
}
