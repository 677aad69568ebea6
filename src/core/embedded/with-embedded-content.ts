import { ElementIndex } from '../html/element-index.ts';
import { numberTree, parseHtml } from '../html/parse.ts';
import { attr, childrenOf, ELEMENT, type HtmlDocument, type HtmlNode, setChildren } from '../html/tree.ts';
import { isJsShell } from '../outcome/js-shell.ts';
import { chooseBody } from './choose-body.ts';

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
  setChildren(doc.body, [...childrenOf(doc.body).filter(({ tag }) => tag === 'script'), main]);
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

/** Scripts that are read, and the text of all of them, in UTF-16 units. */
const MAX_SCRIPTS = 60;
const MAX_CHARACTERS = 8_000_000;

const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]{1,40}\+)?json\b/i;
const JAVASCRIPT_TYPE = /^$|javascript|^module$/i;
/** A state that a script assigns to a global: `window.__INITIAL_STATE__ = {…}`, or `= JSON.parse("…")`. */
const ASSIGNED =
  /(?:\b(?:window|self|globalThis)\s{0,4}(?:\.\s{0,4}|\[\s{0,4}["'])|\bvar\s{1,4})(?:__\w{2,40}|(?:initial|preloaded)\w{0,20}|pageData|appData)(?:["']\s{0,4}\])?\s{0,4}=\s{0,4}(JSON\.parse\(\s{0,4})?/gi;
const MAX_ASSIGNED = 20;

/**
 * The JSON values that a page carries for its scripts: typed data blocks (JSON-LD, `__NEXT_DATA__`, `__NUXT_DATA__`,
 * transfer state), values assigned to globals, `data-page` attributes. In document order; what is no JSON is passed over.
 */
function readStates(doc: HtmlDocument): readonly unknown[] {
  const states: unknown[] = [];
  let scripts = 0;
  let characters = 0;
  for (const node of doc.nodes) {
    if (node.kind !== ELEMENT) continue;
    const page = attr(node, 'data-page');
    const isScript = node.tag === 'script';
    if (page === null && !isScript) continue;
    const text = isScript ? childrenOf(node).reduce((all, child) => all + child.text, '') : (page ?? '');
    scripts++;
    characters += text.length;
    if (scripts > MAX_SCRIPTS || characters > MAX_CHARACTERS) break;
    const type = attr(node, 'type') ?? '';
    if (!isScript || JSON_TYPE.test(type)) states.push(parse(text));
    else if (JAVASCRIPT_TYPE.test(type)) addAssigned(states, text);
  }
  return states.filter((state) => state !== undefined);
}

function addAssigned(states: unknown[], script: string): void {
  ASSIGNED.lastIndex = 0;
  for (let found = 0; found < MAX_ASSIGNED; found++) {
    const match = ASSIGNED.exec(script);
    if (match === null) return;
    const from = match.index + match[0].length;
    const end = valueEnd(script, from);
    if (end === undefined) continue;
    const value = parse(script.slice(from, end));
    states.push(typeof value === 'string' && match[1] !== undefined ? parse(value) : value);
    ASSIGNED.lastIndex = end;
  }
}

function valueEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  if (!/["[{]/.test(text[from] ?? '')) return undefined;
  for (let at = from; at < text.length; at++) {
    const unit = text[at];
    if (inString) {
      if (unit === '\\') at++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === '{' || unit === '[') depth++;
    else if (unit === '}' || unit === ']') depth--;
    if (depth === 0 && !inString) return at + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
