import { parseHtml } from '../../src/core/html/parse.ts';
import type { HtmlNode } from '../../src/core/html/tree.ts';

/** Base of the examples' relative addresses. */
export const EXAMPLE_URL = 'http://example.com/';

const BLOCKS = new Set(
  'p div ul ol li h1 h2 h3 h4 h5 h6 pre blockquote hr table tr td th section input details summary'.split(
    ' ',
  ),
);
const TRANSPARENT = new Set(['html', 'body', 'thead', 'tbody']);
const ATTRIBUTES = new Set(['href', 'src', 'alt', 'title', 'start', 'checked', 'align']);

/** Canonical lines of an HTML fragment: white space as a browser shows it, addresses resolved, code verbatim. */
export function htmlOutline(html: string): string {
  const doc = parseHtml(html, EXAMPLE_URL);
  return serialize(doc.body ?? doc.root, false)
    .replace(/ *\u0002 */g, '\u0002')
    .replace(/[ \u0001]*\u0001[ \u0001]*/g, '\n')
    .trim();
}

function serialize(node: HtmlNode, verbatim: boolean): string {
  if (node.tag === '') return verbatim ? node.text : node.text.replace(/[ \t\n]+/g, ' ');
  if (node.tag === 'br') return '\u0002';
  let inner = '';
  for (let child = node.first; child !== null; child = child.next) {
    inner += serialize(child, verbatim || node.tag === 'pre');
  }
  if (TRANSPARENT.has(node.tag)) return inner;
  const open = `<${node.tag}${attributes(node)}>`;
  if (node.tag === 'pre') return `\u0001${open}${inner}</pre>\u0001`;
  if (BLOCKS.has(node.tag)) return `\u0001${open}\u0001${inner}\u0001</${node.tag}>\u0001`;
  return `${open}${inner}</${node.tag}>`;
}

function attributes(node: HtmlNode): string {
  return node.attrs
    .filter(({ name, value }) => ATTRIBUTES.has(name) || (name === 'class' && value.startsWith('language-')))
    .map(({ name, value }) => ` ${name}="${name === 'href' || name === 'src' ? resolve(value) : value}"`)
    .sort()
    .join('');
}

function resolve(url: string): string {
  return URL.canParse(url, EXAMPLE_URL) ? new URL(url, EXAMPLE_URL).href : url;
}
