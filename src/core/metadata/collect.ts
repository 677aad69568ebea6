import { decodeHTMLStrict } from 'entities/decode';
import { addTo } from '../add-to.ts';
import { inOrder } from '../html/element-index.ts';
import {
  attr,
  ELEMENT,
  firstPart,
  HEADINGS,
  HTML_NS,
  type HtmlDocument,
  type HtmlNode,
  isHeadingTag,
} from '../html/tree.ts';
import { ROLE, rolesOf } from '../page/roles.ts';
import { wordSet } from '../word-set.ts';
import { AuthorMarks, isInComment, isOthers, isReview } from './author-marks.ts';
import { elementText } from './plain-text.ts';
import { isOfChange, kindOfDate } from './shown-dates.ts';

const MAX_METAS = 400;
const MAX_VALUES = 10;
const MAX_HEADINGS = 3;
const MAX_SUBHEADINGS = 10;
/** Longest of what a forum sets ahead of a thread's title. */
const MAX_THREAD_PREFIX = 40;
/** A character reference that is left when the attribute is decoded, and how far it is looked for. */
const ENTITY = /&(?:[a-z][a-z0-9]{1,30}|#[0-9]{1,7}|#x[0-9a-f]{1,6});/i;
const MAX_ESCAPED = 10_000;

const TELLING_TAGS = ['title', 'meta', 'time', ...HEADINGS];
/** Links to who wrote the page, to where it is, and to its picture. */
const TELLING_REL = /author|canonical|image_src/i;
const MICRODATA = wordSet('author creator headline datepublished datemodified image publisher inlanguage');

/** Reads everything that metadata is made of; each text is bounded. */
export function collect(doc: HtmlDocument): Collected {
  const collected = new Collected(doc);
  for (const node of tellingElements(doc)) if (node.ns === HTML_NS) collected.read(node);
  return collected;
}

/** The elements that may tell something, in document order. */
function tellingElements(doc: HtmlDocument): readonly HtmlNode[] {
  const { elements } = doc;
  const roles = rolesOf(doc);
  return inOrder([
    ...TELLING_TAGS.flatMap((tag) => elements.tagged(tag)),
    ...elements.having('itemprop'),
    ...elements.tagged('abbr').filter((node) => roles.has(node, ROLE.timeOfPublication)),
    ...elements.having('rel').filter((node) => TELLING_REL.test(attr(node, 'rel')!)),
    ...roles.elements(ROLE.authorOfPaper),
    ...roles.elements(ROLE.byline),
  ]);
}

/** What the elements of a page say of it, raw. */
export class Collected {
  titleTag: string | null = null;
  /** Contents of `<meta>` by lower-case name or property, and microdata values by `itemprop:` and name. */
  readonly metas = new Map<string, string[]>();
  canonical: string | null = null;
  imageSrc: string | null = null;
  /** Main headings: the first `<h1>`s. */
  readonly mainHeadings: string[] = [];
  /** What a forum sets ahead of the thread's title in the first main heading. */
  threadPrefix: string | null = null;
  /** The first headings of the second and third level. */
  readonly subheadings: string[] = [];
  /** The first heading of any level. */
  firstHeading: string | null = null;
  /** Who the elements of the body say wrote the page. */
  readonly authors: AuthorMarks;
  /** First `<time>` that stands by the byline or says that it is the time of publication. */
  time: string | null = null;

  constructor(private readonly doc: HtmlDocument) {
    this.authors = new AuthorMarks(doc);
  }

  read(node: HtmlNode): void {
    switch (node.tag) {
      case 'title':
        this.titleTag ??= elementText(this.doc, node) || null;
        return;
      case 'meta':
        this.readMeta(node);
        return;
      case 'link':
        this.readLink(node);
        return;
      case 'script':
        return;
      case 'h1':
        if (this.mainHeadings.length === 0) this.threadPrefix = threadPrefix(this.doc, node);
        if (this.mainHeadings.length < MAX_HEADINGS) this.mainHeadings.push(headingText(this.doc, node));
        break;
      case 'h2':
      case 'h3':
        if (this.subheadings.length < MAX_SUBHEADINGS) this.subheadings.push(headingText(this.doc, node));
        break;
      // A time of hAtom, which says its date in a title (Blogger).
      case 'abbr':
        this.time ??= attr(node, 'title');
        break;
      case 'time':
        if (this.time === null && !isOfChange(this.doc, node) && !isOfElse(node) && !isOthers(node))
          this.time = attr(node, 'datetime') ?? (elementText(this.doc, node) || null);
        break;
      default:
    }
    if (this.firstHeading === null && isHeadingTag(node.tag))
      this.firstHeading = headingText(this.doc, node) || null;
    if (node.attrs.length > 0) this.readMarks(node);
  }

  private add(key: string, value: string | null): void {
    if (value === null || value === '' || (!this.metas.has(key) && this.metas.size >= MAX_METAS)) return;
    if ((this.metas.get(key)?.length ?? 0) < MAX_VALUES) addTo(this.metas, key, value);
  }

  private readMeta(node: HtmlNode): void {
    // Twitter's reader of cards took `value` too, and so pages write it.
    const escaped = attr(node, 'content') ?? attr(node, 'value');
    if (escaped === null) return;
    // Some pages escape for HTML what already is escaped.
    const content = ENTITY.test(escaped.slice(0, MAX_ESCAPED)) ? decodeHTMLStrict(escaped) : escaped;
    for (const attribute of ['name', 'property', 'http-equiv']) {
      const key = attr(node, attribute);
      if (key !== null && key.length < 100) this.add(key.trim().toLowerCase(), content);
    }
    const item = attr(node, 'itemprop')?.toLowerCase();
    if (item && MICRODATA.has(item) && !isReview(node) && !isInComment(node))
      this.add(`itemprop:${item}`, content);
  }

  private readLink(node: HtmlNode): void {
    const rel = attr(node, 'rel');
    const href = attr(node, 'href');
    if (rel === null || href === null) return;
    if (/(?:^|\s)canonical(?:\s|$)/i.test(rel)) this.canonical ??= href;
    else if (/(?:^|\s)image_src(?:\s|$)/i.test(rel)) this.imageSrc ??= href;
  }

  /** Microdata, `rel=author` and byline classes of an element of the body. */
  private readMarks(node: HtmlNode): void {
    for (const { name, value } of node.attrs)
      if (name === 'itemprop') this.readItem(node, value.toLowerCase());
      else if (name === 'rel' && node.tag === 'a') this.authors.readRel(node, value);
    this.authors.readClass(node);
  }

  private readItem(node: HtmlNode, name: string): void {
    if (!MICRODATA.has(name) || isInComment(node)) return;
    if (name === 'author' || name === 'creator') {
      this.authors.readItem(node);
      return;
    }
    const value = attr(node, 'content') ?? attr(node, 'datetime') ?? attr(node, 'src') ?? attr(node, 'href');
    this.add(`itemprop:${name}`, value ?? elementText(this.doc, node));
  }
}

/** Microdata of a page's own time; an event's `startDate` is none. */
const OWN_TIME = /^(?:date(?:Published|Created|Posted)|uploadDate|pubdate|dateline)$/i;
/** Whether a time is called something else than that of publication: of an event, of the last change, by which to apply. */
function isOfElse(time: HtmlNode): boolean {
  const property = attr(time, 'itemprop');
  if (property !== null && !OWN_TIME.test(property.trim())) return true;
  return time.prev !== null && kindOfDate(time.prev.text.slice(-40)) !== 'published';
}

/** What a heading says, without the sign of the link to itself. */
function headingText(doc: HtmlDocument, heading: HtmlNode): string {
  const text = elementText(doc, heading);
  const isLink = heading.last?.tag === 'a' || heading.last?.prev?.tag === 'a';
  return isLink ? text.replace(/ ?¶$/, '') : text;
}

/**
 * What a forum sets ahead of a thread's title ("Question", "Solved"), by the names that XenForo and vBulletin give it in
 * the heading; null where there is none.
 */
function threadPrefix(doc: HtmlDocument, heading: HtmlNode): string | null {
  const first = firstPart(heading);
  if (first?.kind !== ELEMENT) return null;
  const roles = rolesOf(doc);
  const isPrefix =
    roles.has(first, ROLE.threadPrefix) ||
    (first.next !== null && roles.has(first.next, ROLE.afterThreadPrefix));
  const text = isPrefix ? elementText(doc, first) : '';
  return text === '' || text.length > MAX_THREAD_PREFIX ? null : text;
}
