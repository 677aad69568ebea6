import { onOneLine } from '../html/blank.ts';
import { attr, type HtmlDocument, type HtmlNode, nearest, nodesOf, TEXT } from '../html/tree.ts';
import { areAlike, marksOf, ROLE, rolesOf } from '../page/roles.ts';
import { fullName, personName } from './names.ts';
import { elementText, MAX_TEXT_NODES } from './plain-text.ts';

const MAX_AUTHORS = 10;
/** Most nodes between the names of two authors of one text. */
const AUTHOR_DISTANCE = 12;
/** Nodes of a byline that the name within is looked for in. */
export const MAX_BYLINE_NODES = 60;
/** Nodes of a microdata item that its name is looked for in. */
const MAX_ITEM_NODES = 50;
/** Longest text of a byline. */
export const MAX_BYLINE = 120;

/** Addresses of pages of authors and members. */
const MEMBER_HREF = /\/(?:authors?|autor|profile|people|staff|users?|members?|contributors?)\/[^/?#]/i;
/** What stands between two names. */
const BETWEEN_NAMES = /^[,;·|&]?\s?(?:and|und|et|y|e|en|och|og)?$/i;
/** A label that stands before a name. */
const LABEL = /^(?:(?:written|posted)\s+)?by:?$|^authors?:?$/i;

const NOTE_MARKS = new Set(['sup', 'math']);

/** Names that elements of the body mark as the author's, in the order in which they are found. */
export class AuthorMarks {
  /** Text of links and elements that are marked as the author's. */
  readonly names: string[] = [];
  /** Texts of the first element whose class calls it the byline, and of those alike right beside it that are names. */
  readonly bylines: string[] = [];
  /** End of the last element that names an author. */
  private lastAuthor = -1;
  private lastByline: HtmlNode | null = null;

  constructor(private readonly doc: HtmlDocument) {}

  /** Reads an element with `itemprop=author`. */
  readItem(node: HtmlNode): void {
    if (!isOthersByline(node) && !isReview(node)) this.add(node, this.itemName(node));
  }

  readRel(node: HtmlNode, rel: string): void {
    if (/(?:^|\s)author(?:\s|$)/i.test(rel) && !isOthersByline(node))
      this.add(node, elementText(this.doc, node));
  }

  readClass(node: HtmlNode): void {
    const roles = rolesOf(this.doc);
    if (roles.has(node, ROLE.authorOfPaper)) this.addPerson(node);
    if (node.tag === 'body' || !roles.has(node, ROLE.byline)) return;
    const last = this.lastByline;
    if (last !== null && !(areAlike(last, node) && isNextName(node, last))) return;
    if (node.end - node.index > MAX_TEXT_NODES || this.bylines.length === MAX_AUTHORS) return;
    const text = elementText(this.doc, node);
    if (text === '' || text.length > MAX_BYLINE || isOthersByline(node) || isReview(node)) return;
    const byline = this.nameWithin(node, text) ?? text;
    if (last !== null && (fullName(byline) === null || !this.marksName(node))) return;
    this.bylines.push(byline);
    this.lastByline = node;
  }

  /** Each author of a paper; affiliations, addresses and notes stand between them, and below the name. */
  private addPerson(node: HtmlNode): void {
    const roles = rolesOf(this.doc);
    let name = '';
    const end = Math.min(node.end, node.index + MAX_TEXT_NODES);
    for (let i = node.index + 1; i < end && name.length <= MAX_BYLINE; i++) {
      const inner = this.doc.nodes[i]!;
      if (inner.tag === 'br') break;
      if (inner.kind === TEXT) name += inner.text.slice(0, MAX_BYLINE + 1);
      // A raised number points to an affiliation; some are set as formulas.
      else if (NOTE_MARKS.has(inner.tag) || roles.has(inner, ROLE.noteToName)) i = inner.end - 1;
    }
    name = onOneLine(name);
    if (name !== '' && name.length <= MAX_BYLINE && this.names.length < MAX_AUTHORS) this.names.push(name);
  }

  /** The first author and those named right beside: the authors of further posts are others. */
  private add(node: HtmlNode, name: string): void {
    if (name === '' || this.names.length >= MAX_AUTHORS) return;
    if (this.lastAuthor !== -1 && node.index - this.lastAuthor > AUTHOR_DISTANCE) return;
    this.lastAuthor = node.end;
    this.names.push(name);
  }

  /** The `name` of a microdata item, of a `<meta>` too, or all that the item says. */
  private itemName(item: HtmlNode): string {
    const [, ...inner] = nodesOf(this.doc, item, MAX_ITEM_NODES);
    const name = inner.find((node) => attr(node, 'itemprop') === 'name');
    return name?.tag === 'meta' ? (attr(name, 'content') ?? '').trim() : elementText(this.doc, name ?? item);
  }

  /** Whether a byline is, or holds, an element that is marked as a name. */
  private marksName(byline: HtmlNode): boolean {
    if (byline.tag === 'a') return true;
    const [, ...inner] = nodesOf(this.doc, byline, MAX_BYLINE_NODES);
    return inner.some((node) => isMarkedName(this.doc, node));
  }

  /** The name that is marked within a byline that says more: a role, a number of posts. */
  private nameWithin(byline: HtmlNode, text: string): string | null {
    const [, ...inner] = nodesOf(this.doc, byline, MAX_BYLINE_NODES);
    for (const node of inner) {
      if (!isMarkedName(this.doc, node) && !isBehindLabel(node)) continue;
      const name = elementText(this.doc, node);
      if (name !== text && text.includes(name) && !LABEL.test(name) && personName(name) !== null) return name;
    }
    return null;
  }
}

/** Whether nothing but "and" or a comma stands between two elements. */
function isNextName(node: HtmlNode, last: HtmlNode): boolean {
  const between = node.prev === last ? '' : node.prev?.prev === last ? node.prev.text : null;
  return between !== null && BETWEEN_NAMES.test(between.slice(0, 40).trim());
}

/** Whether an element is a link right behind "by". */
function isBehindLabel({ tag, prev }: HtmlNode): boolean {
  return tag === 'a' && prev !== null && LABEL.test(prev.text.slice(-20).trim());
}

/** Whether a node is an element that is marked as a name. */
function isMarkedName(doc: HtmlDocument, node: HtmlNode): boolean {
  if (leadsTo(node, MEMBER_HREF) || attr(node, 'rel') === 'author' || attr(node, 'itemprop') === 'name')
    return true;
  return rolesOf(doc).has(node, ROLE.nameInByline);
}

/** Whether a node is a link to an address that passes. */
export function leadsTo(node: HtmlNode, address: RegExp): boolean {
  return node.tag === 'a' && address.test((attr(node, 'href') ?? '').slice(0, 500));
}

/** Ancestors that are asked. */
export const MAX_ANCESTORS = 8;

/** Parts of a page whose authors are other people: comments, related stories, posts of other sites. */
const OTHERS =
  /(?:^|[\s_-])(?:comments?|repl(?:y|ies)|related|recommended|sidebar|widget|footer|card|teaser|tweet|toot|embed)(?:$|[\s_-])/i;
/** Who speaks of a product. */
const CUSTOMERS = /(?:^|[\s_-])(?:reviews?|testimonials?|customers?)(?:$|[\s_-])/i;
/** Parts of an article, and layouts, that bear such a word. */
const NOT_OTHERS =
  /elementor-widget[\w-]*|(?:content|with|has|no)-sidebar[\w-]*|(?:entry|post|article)[-_]+footer[\w-]*/gi;

/** Whether one of the nearest ancestors is a part of the page that other people wrote. */
export function isOthers(node: HtmlNode): boolean {
  return isWithin(
    node,
    (up) => BESIDE.has(up.tag) || up.tag === 'footer' || (up !== node && isOfOthers(up, marksOf(up))),
  );
}

/**
 * The same of a byline, which may stand at the end of its article, where times tell of the last change, and in
 * what builders of pages call widgets.
 */
export function isOthersByline(node: HtmlNode): boolean {
  return isWithin(
    node,
    (up) =>
      BESIDE.has(up.tag) ||
      (up.tag === 'footer' && !isWithin(up, ({ tag }) => tag === 'article')) ||
      (up !== node && isOfOthers(up, marksOf(up).replace(NOT_OTHERS, ' '))),
  );
}

const BESIDE = new Set(['aside', 'nav', 'blockquote']);

function isOfOthers(node: HtmlNode, marks: string): boolean {
  return node.tag !== 'body' && (OTHERS.test(marks) || isCommentItem(node));
}

const isCommentItem = (node: HtmlNode): boolean =>
  /schema\.org\/(?:Comment|Answer)$/i.test(attr(node, 'itemtype') ?? '') ||
  /^(?:comment|(?:suggested|accepted)Answer)$/i.test(attr(node, 'itemprop') ?? '');

/** Whether an element stands in an item of microdata that answers the page: its author and its day are not the page's. */
export function isInComment(node: HtmlNode): boolean {
  return isWithin(node, isCommentItem);
}

/** Whether an element stands in a review or testimonial, whose author is not the page's. */
export function isReview(node: HtmlNode): boolean {
  return isWithin(node, (up) => {
    if (/schema\.org\/Review$/i.test(attr(up, 'itemtype') ?? '')) return true;
    const isPart = up.tag !== 'body' && up.tag !== 'main' && up.tag !== 'article';
    return isPart && CUSTOMERS.test(marksOf(up));
  });
}

function isWithin(node: HtmlNode, test: (up: HtmlNode) => boolean): boolean {
  return nearest(node, test, MAX_ANCESTORS) !== null;
}
