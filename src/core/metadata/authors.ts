import type { HtmlDocument } from '../html/tree.ts';
import { joinNames, scholars } from './byline.ts';
import type { Collected } from './collect.ts';
import type { StructuredData } from './json-ld.ts';
import { fullName, isCompany, isLogin, isNobody } from './kinds-of-name.ts';
import { visibleAuthor } from './visible-author.ts';

/** Metas of scholarly articles, whose `author` is the journal often. */
const META_SCHOLARS = ['citation_author', 'citation_authors', 'dc.creator', 'dcterms.creator', 'dc:creator'];
const META_AUTHORS = [
  'author',
  'article:author',
  'og:article:author',
  'parsely-author',
  'sailthru.author',
  'byl',
  'itemprop:author',
  'itemprop:creator',
];

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
  const isGenerator = (name: string) => generator !== '' && isCompany(name) && name.startsWith(generator);
  const fromMetas = [
    ...META_SCHOLARS.map((name) => scholars(metas(name))),
    ...META_AUTHORS.map((name) => metas(name).filter((value) => !isGenerator(value))),
  ];
  const marked = [page.authors.names, page.authors.bylines];
  const named = [data.authors, ...fromMetas, ...marked].map(joinNames).filter((names) => names !== null);
  const [first] = named;
  if (first === undefined) return visibleAuthor(doc, page.mainHeadings);
  const isAccount = isLogin(first) && fromMetas.some((names) => joinNames(names) === first);
  if (!isAccount && !isNobody(first, siteNames)) return first;
  const person = named.find((names) => fullName(names) !== null && !isNobody(names, siteNames));
  return person ?? visibleAuthor(doc, page.mainHeadings) ?? first;
}
