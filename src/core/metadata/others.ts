import { attr, type HtmlNode } from '../html/tree.ts';

/** Ancestors that are asked. */
const MAX_ANCESTORS = 8;
/** Longest class and id that are read. */
const MAX_MARKS = 500;

/** Parts of a page whose authors are other people: comments, related stories. */
const OTHERS =
  /(?:^|[\s_-])(?:comments?|repl(?:y|ies)|related|recommended|sidebar|widget|footer|card|teaser)(?:$|[\s_-])/i;
/** Who speaks of a product. */
const CUSTOMERS = /(?:^|[\s_-])(?:reviews?|testimonials?|customers?)(?:$|[\s_-])/i;
/** Parts of an article, and layouts, that bear such a word. */
const NOT_OTHERS =
  /elementor-widget[\w-]*|(?:content|with|has|no)-sidebar[\w-]*|(?:entry|post|article)[-_]+footer[\w-]*/gi;

/** Whether one of the nearest ancestors is a part of the page that other people wrote. */
export function isOthers(node: HtmlNode): boolean {
  return isWithin(
    node,
    (up) => isBeside(up) || up.tag === 'footer' || (up !== node && isOfOthers(up, marksOf(up))),
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
      isBeside(up) ||
      (up.tag === 'footer' && !isFooterOfArticle(up)) ||
      (up !== node && isOfOthers(up, marksOf(up).replace(NOT_OTHERS, ' '))),
  );
}

function isBeside(node: HtmlNode): boolean {
  return node.tag === 'aside' || node.tag === 'nav';
}

function isOfOthers(node: HtmlNode, marks: string): boolean {
  return node.tag !== 'body' && OTHERS.test(marks);
}

/** Whether an element stands in a review or testimonial, whose author is not the page's. */
export function isReview(node: HtmlNode): boolean {
  return isWithin(node, (up) => {
    if (/schema\.org\/Review$/i.test(attr(up, 'itemtype') ?? '')) return true;
    const isPart = up.tag !== 'body' && up.tag !== 'main' && up.tag !== 'article';
    return isPart && CUSTOMERS.test(marksOf(up));
  });
}

function isFooterOfArticle(footer: HtmlNode): boolean {
  return isWithin(footer, (up) => up.tag === 'article' || /(?:^|\s)hentry(?:\s|$)/.test(marksOf(up)));
}

function isWithin(node: HtmlNode, test: (up: HtmlNode) => boolean): boolean {
  let up: HtmlNode | null = node;
  for (let i = 0; i < MAX_ANCESTORS && up; i++, up = up.parent) if (test(up)) return true;
  return false;
}

/** Class and id of an element, or '' when they are too long to be names. */
function marksOf(node: HtmlNode): string {
  const marks = `${attr(node, 'class') ?? ''} ${attr(node, 'id') ?? ''}`;
  return marks.length < MAX_MARKS ? marks : '';
}
