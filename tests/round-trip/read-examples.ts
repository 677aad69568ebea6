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

/** An example of a Markdown specification: Markdown and the HTML that it stands for. */
export interface Example {
  readonly number: number;
  readonly section: string;
  readonly markdown: string;
  readonly html: string;
}

/** Examples of a specification in the format of CommonMark's `spec.txt`; one whose fence ends in a number has that one. */
export function readExamples(source: string): Example[] {
  const text = source.replace(/^<!-- END TESTS -->[\s\S]*/m, '');
  const examples: Example[] = [];
  let section = '';
  const parts = /^`{32} example(?:.* (\d+))?.*\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm;
  for (const [, number, markdown, html, heading] of text.matchAll(parts)) {
    if (heading !== undefined) section = heading;
    else
      examples.push({
        number: Number(number ?? examples.length + 1),
        section,
        markdown: markdown!.replaceAll('→', '\t'),
        html: html!.replaceAll('→', '\t'),
      });
  }
  return examples;
}

const TAGS = new Set(
  `p ul ol li h1 h2 h3 h4 h5 h6 pre code blockquote hr a em strong img br del table thead tbody tr th td input
   sup section`.split(/\s+/),
);

/** Why no converter of HTML could give the example's Markdown back, or ours may not; null when it should. */
export function outOfReach({ section, html }: Example): string | null {
  const tags = [...html.matchAll(/<(\/?)([A-Za-z][\w-]*)|<[!?]/g)];
  if (
    /HTML blocks|Raw HTML/.test(section) ||
    tags.some(([, , name]) => name === undefined || !TAGS.has(name))
  )
    return 'shows raw HTML';
  const count = (slash: string): number =>
    tags.filter(([, end, name]) => name === 'a' && end === slash).length;
  if (count('') !== count('/') || /<img (?![^>]*alt=)/.test(html)) return 'shows stray tags';
  if (html.trim() === '' || EMPTY.test(html)) return 'shows a construct without content';
  if (SCHEMES.test(html)) return 'links with a scheme other than http, https and mailto';
  return null;
}

const EMPTY = /<(h\d|li|blockquote|p)>\s*<\/\1>|<a [^>]*><\/a>|(?:href|src)=""|<code[^>]*>\s*<\/code>/;
const SCHEMES = /(?:href|src)="(?!https?:|mailto:)[a-z][a-z\d+.-]*:/i;
