import { childrenOf, setChildren } from '../html/child-list.ts';
import { ElementIndex } from '../html/element-index.ts';
import { numberTree } from '../html/number-tree.ts';
import { parseHtml } from '../html/parse.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { isJsShell } from '../outcome/js-shell.ts';
import { chooseBody } from './choose-body.ts';
import { readStates } from './read-states.ts';

/**
 * A page that its scripts have yet to make, made from the data that it carries for them; every other page as it is.
 * What the shell shows (spinners, hints to switch scripts on) gives way to the text that was found, scripts stay for
 * the metadata. Changes `doc`. Pure otherwise, and bounded.
 */
export function withEmbeddedContent(doc: HtmlDocument, url: string): HtmlDocument {
  if (doc.truncated || doc.body === null || !isJsShell(doc)) return doc;
  const pageTitle = titleOf(doc);
  const body = chooseBody(readStates(doc), pageTitle);
  if (body === null) return doc;
  const made = parseHtml(`<!doctype html><body><main><article>${body.html}</article></main>`, url);
  if (made.truncated || made.body === null) return doc;
  const main = made.body.first;
  if (main === null) return doc;
  const heading = body.title ?? pageTitle;
  if (heading !== '' && made.elements.tagged('h1').length === 0) prependHeading(main, heading, url);
  setChildren(doc.body, [...scriptsOf(doc.body), main]);
  const nodes = numberTree(doc.root);
  return { ...doc, nodes, elements: new ElementIndex(nodes) };
}

function titleOf(doc: HtmlDocument): string {
  for (const node of doc.nodes) {
    if (node.tag === 'title' && node.first !== null) return node.first.text.trim();
    if (node.tag === 'meta' && attr(node, 'property') === 'og:title')
      return attr(node, 'content')?.trim() ?? '';
  }
  return '';
}

function prependHeading(main: HtmlNode, title: string, url: string): void {
  const made = parseHtml('<!doctype html><body><h1> </h1>', url).body?.first;
  const article = main.first;
  if (!made?.first || article === null) return;
  made.first.text = title;
  setChildren(article, [made, ...childrenOf(article)]);
}

function scriptsOf(body: HtmlNode): HtmlNode[] {
  return childrenOf(body).filter(({ tag }) => tag === 'script');
}
