import { decodeXML } from 'entities/decode';
import { wordSet } from '../word-set.ts';

const XHTML = 'http://www.w3.org/1999/xhtml';
/** Names of elements in these are what a page of HTML calls them. */
const KNOWN: ReadonlySet<string | undefined> = new Set([
  XHTML,
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
  // Of a root that says nothing.
  undefined,
]);

const VOID = wordSet(
  'area base br col embed hr img input link meta source track wbr basefont bgsound frame keygen param',
);
/** Elements whose content HTML reads as it stands. */
const RAW = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp']);

/** Characters of a source in which its declaration and its root element stand. */
const HEAD = 4096;
const DECLARATION = /^\ufeff?\s*<\?xml\s/;
// linear: at most 4,096 characters.
const XHTML_ROOT =
  /<(?:[\w.-]+:)?html\s[^>]*\bxmlns(?::[\w.-]+)?\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/;

/** Whether a page is XML: by its media type, or by its declaration and namespace where no media type says HTML. */
export function isXhtml(source: string, contentType = ''): boolean {
  if (/^\s*application\/xhtml\+xml\b/i.test(contentType)) return true;
  const head = source.slice(0, HEAD);
  return !/^\s*text\/html\b/i.test(contentType) && DECLARATION.test(head) && XHTML_ROOT.test(head);
}

/** A source of XML as one of HTML that means the same, or why it is not well-formed. */
export type WrittenXhtml = { readonly html: string } | { readonly fault: string };

/**
 * Writes a page of XML as HTML: empty elements with their end tags, CDATA as text, names without the prefix of their namespace. What
 * a document type declares is not read: its entities are those of HTML. Linear; never throws.
 */
export function writeXhtml(source: string): WrittenXhtml {
  const writer = new XhtmlWriter(source);
  try {
    return { html: writer.write() };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const line = source.slice(0, writer.at).split('\n').length;
    return { fault: `line ${line}: ${error.message}` };
  }
}

class Malformed extends Error {}

/** An open element. */
interface Open {
  readonly name: string;
  readonly tag: string;
  /** Namespaces by prefix, '' for elements without one. */
  readonly namespaces: ReadonlyMap<string, string>;
}

const TAG = /<(\/?)([^\s/>=<"'&]+)/y;
const ATTRIBUTE = /\s+([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
/** An ampersand that begins no reference. */
const BARE_AMPERSAND = /&(?!(?:#\d+|#x[\da-f]+|[a-z_][\w.:-]*);)/i;
/** A document type with its subset, whose declarations are in quotes or angle brackets. */
const DOCTYPE = /<!DOCTYPE(?:[^>["']|"[^"]*"|'[^']*')*(?:\[[^\]]*\]\s*)?>/y;

class XhtmlWriter {
  at = 0;
  readonly #source: string;
  readonly #written: string[] = ['<!DOCTYPE html>'];
  readonly #open: Open[] = [];
  #hasRoot = false;

  constructor(source: string) {
    this.#source = source.replace(/^\ufeff/, '');
  }

  write(): string {
    while (this.at < this.#source.length) {
      const lt = this.#source.indexOf('<', this.at);
      const end = lt < 0 ? this.#source.length : lt;
      if (end > this.at) this.#text(this.#source.slice(this.at, end));
      this.at = end;
      if (lt >= 0) this.#markup();
    }
    const last = this.#open.at(-1);
    if (last !== undefined) throw new Malformed(`"${last.name}" has no end tag`);
    if (!this.#hasRoot) throw new Malformed('there is no element');
    return this.#written.join('');
  }

  #markup(): void {
    if (this.#passes('<!--', '-->') || this.#passes('<?', '?>')) return;
    if (this.#source.startsWith('<![CDATA[', this.at)) this.#cdata();
    else if (this.#source.startsWith('<!DOCTYPE', this.at)) this.#take(DOCTYPE, 'a document type');
    else this.#tag();
  }

  /** Goes past what begins and ends so. */
  #passes(start: string, end: string): boolean {
    if (!this.#source.startsWith(start, this.at)) return false;
    const found = this.#source.indexOf(end, this.at + start.length);
    if (found < 0) throw new Malformed(`"${start}" is not closed`);
    this.at = found + end.length;
    return true;
  }

  #take(pattern: RegExp, what: string): RegExpExecArray {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#source);
    if (found === null) throw new Malformed(`${what} is not complete`);
    this.at = pattern.lastIndex;
    return found;
  }

  #text(text: string): void {
    if (BARE_AMPERSAND.test(text)) throw new Malformed('an "&" begins no reference');
    const parent = this.#open.at(-1);
    if (parent !== undefined) this.#written.push(RAW.has(parent.tag) ? guarded(decodeXML(text)) : text);
    else if (text.trim() !== '') throw new Malformed('text stands outside of the root element');
  }

  #cdata(): void {
    const from = this.at + '<![CDATA['.length;
    this.#passes('<![CDATA[', ']]>');
    const text = this.#source.slice(from, this.at - ']]>'.length);
    const isRaw = RAW.has(this.#open.at(-1)?.tag ?? '');
    this.#written.push(isRaw ? guarded(text) : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  }

  #tag(): void {
    const [, slash, name = ''] = this.#take(TAG, 'a tag');
    if (slash === '/') this.#endTag(name);
    else this.#startTag(name);
  }

  #endTag(name: string): void {
    const open = this.#open.pop();
    if (open?.name !== name) throw new Malformed(`"${open?.name ?? ''}" is closed by "${name}"`);
    this.#take(TAG_END, `the end tag of "${name}"`);
    if (!VOID.has(open.tag)) this.#written.push(`</${open.tag}>`);
  }

  #startTag(name: string): void {
    const attributes = this.#attributes();
    const [, empty] = this.#take(TAG_END, `the tag "${name}"`);
    if (this.#open.length === 0 && this.#hasRoot) throw new Malformed(`"${name}" is a second root element`);
    this.#hasRoot = true;
    const namespaces = namespacesOf(attributes, this.#open.at(-1)?.namespaces ?? NO_NAMESPACES);
    const tag = tagOf(name, namespaces);
    this.#written.push(`<${tag}${writtenAttributes(attributes)}>`);
    if (empty !== '/') this.#open.push({ name, tag, namespaces });
    else if (!VOID.has(tag)) this.#written.push(`</${tag}>`);
  }

  #attributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      ATTRIBUTE.lastIndex = this.at;
      const found = ATTRIBUTE.exec(this.#source);
      if (found === null) return attributes;
      const [, name = '', double, single = ''] = found;
      const value = double ?? single;
      if (attributes.has(name)) throw new Malformed(`"${name}" is given twice`);
      if (BARE_AMPERSAND.test(value)) throw new Malformed(`an "&" in "${name}" begins no reference`);
      attributes.set(name, value);
      this.at = ATTRIBUTE.lastIndex;
    }
  }
}

/** Prefixes that one element knows: each that declares another has a copy. */
const MAX_NAMESPACES = 64;
const NO_NAMESPACES: ReadonlyMap<string, string> = new Map();

const isNamespace = (attribute: string): boolean => attribute === 'xmlns' || attribute.startsWith('xmlns:');

function namespacesOf(
  attributes: ReadonlyMap<string, string>,
  around: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = [...attributes].filter(([name]) => isNamespace(name));
  if (own.length === 0) return around;
  if (own.length + around.size > MAX_NAMESPACES) throw new Malformed('there are too many namespaces');
  return new Map([...around, ...own.map(([name, uri]) => [name.slice('xmlns:'.length), uri] as const)]);
}

/** The name by which HTML knows an element; of another vocabulary one that means nothing in HTML. */
function tagOf(name: string, namespaces: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  const prefix = name.slice(0, Math.max(colon, 0));
  const uri = namespaces.get(prefix);
  if (uri === undefined && prefix !== '') return name;
  if (KNOWN.has(uri)) return name.slice(colon + 1);
  return prefix === '' ? `x-${name}` : name;
}

function writtenAttributes(attributes: ReadonlyMap<string, string>): string {
  let written = '';
  for (const [name, value] of attributes) {
    if (isNamespace(name)) continue;
    if (name === 'xml:lang' && attributes.has('lang')) continue;
    written += ` ${name === 'xml:lang' ? 'lang' : name}="${value.replaceAll('"', '&quot;')}"`;
  }
  return written;
}

/** Text that ends no element whose content HTML reads as it stands. */
const guarded = (text: string): string => text.replaceAll('</', '<\\/');
