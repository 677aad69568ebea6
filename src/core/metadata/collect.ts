import { attr, ELEMENT, HTML_NS, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { elementText } from './element-text.ts';

/** What the elements of a page say of it, raw, as one pass over its tree finds it. */
export interface Collected {
  titleTag: string | null;
  /** Contents of `<meta>` by lower-case name or property, and microdata values by `itemprop:` and name. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  canonical: string | null;
  imageSrc: string | null;
  readonly jsonLd: readonly string[];
  /** Main headings: the first `<h1>`s. */
  readonly mainHeadings: readonly string[];
  /** The first headings of the second and third level. */
  readonly subheadings: readonly string[];
  /** The first heading of any level. */
  firstHeading: string | null;
  /** Text of links and elements that are marked as the author's. */
  readonly relAuthors: readonly string[];
  /** Text of the first element whose class calls it the byline. */
  visibleByline: string | null;
  /** First `<time>` that stands by the byline or says that it is the time of publication. */
  time: string | null;
}

const MAX_SCRIPTS = 20;
const MAX_METAS = 400;
const MAX_VALUES = 10;
const MAX_HEADINGS = 3;
const MAX_SUBHEADINGS = 10;
/** Most nodes between the names of two authors of one text. */
const AUTHOR_DISTANCE = 12;

/** A class that names a byline, whole: `byline`, `entry-author`, `author-name`, `c-byline__author`. */
const BYLINE_CLASS =
  /(?:^|\s)(?:[a-z]{1,20}(?:--?|__?))?(?:by-?line|author|post-?author|article-?author|entry-?author|writer)(?:(?:--?|__?)(?:names?|link|byline|author|authors))?(?=\s|$)/i;
/** Parts of a page whose authors are other people: comments, related stories. */
const OTHERS =
  /(?:^|[\s_-])(?:comments?|repl(?:y|ies)|related|recommended|sidebar|widget|footer|card|teaser)(?:$|[\s_-])/i;
const MICRODATA = new Set([
  'author',
  'creator',
  'headline',
  'datepublished',
  'datemodified',
  'image',
  'publisher',
  'inlanguage',
]);

/** Reads everything that metadata is made of in one pass; each text is bounded. */
export function collect(doc: HtmlDocument): Collected {
  const collector = new Collector(doc);
  const { nodes } = doc;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.kind === ELEMENT && node.ns === HTML_NS) collector.read(node);
    else if (node.kind === ELEMENT) i = node.end - 1;
  }
  return collector;
}

class Collector implements Collected {
  titleTag: string | null = null;
  readonly metas = new Map<string, string[]>();
  canonical: string | null = null;
  imageSrc: string | null = null;
  readonly jsonLd: string[] = [];
  readonly mainHeadings: string[] = [];
  readonly subheadings: string[] = [];
  firstHeading: string | null = null;
  readonly relAuthors: string[] = [];
  visibleByline: string | null = null;
  time: string | null = null;
  private readonly doc: HtmlDocument;
  /** Index of the last element that names an author. */
  private lastAuthor = -1;

  constructor(doc: HtmlDocument) {
    this.doc = doc;
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
        if (/^\s*application\/ld\+json\b/i.test(attr(node, 'type') ?? '') && this.jsonLd.length < MAX_SCRIPTS)
          this.jsonLd.push(rawText(node));
        return;
      case 'h1':
        if (this.mainHeadings.length < MAX_HEADINGS) this.mainHeadings.push(elementText(this.doc, node));
        break;
      case 'h2':
      case 'h3':
        if (this.subheadings.length < MAX_SUBHEADINGS) this.subheadings.push(elementText(this.doc, node));
        break;
      case 'time':
        if (this.time === null && !isOthers(node))
          this.time = attr(node, 'datetime') ?? (elementText(this.doc, node) || null);
        break;
      default:
    }
    if (this.firstHeading === null && /^h[1-6]$/.test(node.tag))
      this.firstHeading = elementText(this.doc, node) || null;
    if (node.attrs.length > 0) this.readMarks(node);
  }

  private add(key: string, value: string | null): void {
    if (value === null || value === '' || (!this.metas.has(key) && this.metas.size >= MAX_METAS)) return;
    const values = this.metas.get(key);
    if (!values) this.metas.set(key, [value]);
    else if (values.length < MAX_VALUES) values.push(value);
  }

  private readMeta(node: HtmlNode): void {
    const content = attr(node, 'content');
    if (content === null) return;
    for (const attribute of ['name', 'property', 'http-equiv']) {
      const key = attr(node, attribute);
      if (key !== null && key.length < 100) this.add(key.trim().toLowerCase(), content);
    }
    const item = attr(node, 'itemprop')?.toLowerCase();
    if (item && MICRODATA.has(item)) this.add(`itemprop:${item}`, content);
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
    for (const { name, value } of node.attrs) {
      if (name === 'itemprop') this.readItem(node, value.toLowerCase());
      else if (name === 'rel' && node.tag === 'a') {
        if (/(?:^|\s)author(?:\s|$)/i.test(value) && !isOthers(node))
          this.addAuthor(node, elementText(this.doc, node));
      } else if (
        name === 'class' &&
        this.visibleByline === null &&
        value.length < 300 &&
        BYLINE_CLASS.test(value)
      ) {
        const text = elementText(this.doc, node);
        if (text !== '' && text.length <= 120 && !isOthers(node)) this.visibleByline = text;
      }
    }
  }

  private readItem(node: HtmlNode, name: string): void {
    if (!MICRODATA.has(name)) return;
    if (name === 'author' || name === 'creator') {
      if (!isOthers(node)) this.addAuthor(node, elementText(this.doc, this.itemName(node)));
      return;
    }
    const value = attr(node, 'content') ?? attr(node, 'datetime') ?? attr(node, 'src') ?? attr(node, 'href');
    this.add(`itemprop:${name}`, value ?? elementText(this.doc, node));
  }

  /** The first author and those named right beside: the authors of further posts are others. */
  private addAuthor(node: HtmlNode, name: string): void {
    if (name === '' || this.relAuthors.length >= MAX_VALUES) return;
    if (this.lastAuthor !== -1 && node.index - this.lastAuthor > AUTHOR_DISTANCE) return;
    this.lastAuthor = node.end;
    this.relAuthors.push(name);
  }

  /** The element that holds the `name` of a microdata item, or the item itself. */
  private itemName(item: HtmlNode): HtmlNode {
    const end = Math.min(item.end, item.index + 50);
    for (let i = item.index + 1; i < end; i++) {
      const node = this.doc.nodes[i]!;
      if (node.kind === ELEMENT && attr(node, 'itemprop') === 'name') return node;
    }
    return item;
  }
}

function rawText(node: HtmlNode): string {
  return node.first?.text ?? '';
}

/** Whether one of the nearest ancestors is a part of the page that other people wrote. */
function isOthers(node: HtmlNode): boolean {
  let up: HtmlNode | null = node;
  for (let i = 0; i < 8 && up; i++, up = up.parent) {
    if (up.tag === 'footer' || up.tag === 'aside' || up.tag === 'nav') return true;
    const marks = `${attr(up, 'class') ?? ''} ${attr(up, 'id') ?? ''}`;
    if (up !== node && up.tag !== 'body' && marks.length < 500 && OTHERS.test(marks)) return true;
  }
  return false;
}
