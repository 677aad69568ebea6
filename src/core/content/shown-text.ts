import { firstOf } from '../first-of.ts';
import { attr, type HtmlDocument, type HtmlNode, nodesOf } from '../html/tree.ts';
import { wordSet } from '../word-set.ts';

/** Path under which Cloudflare links to addresses that its script decodes. */
const PROTECTED_PATH = '/cdn-cgi/l/email-protection';
/** What stands in place of an address until then. */
const STAND_IN = /^\s*\[email(?:\u00a0| )protected\]\s*$/;

/** The text of a text node; the address where it only stands in for a protected one. */
export function shownText(node: HtmlNode): string {
  if (!node.text.includes('[email') || node.parent === null || !STAND_IN.test(node.text)) return node.text;
  return decode(attr(node.parent, 'data-cfemail')) ?? node.text;
}

/** Marks that builders of WordPress pages put around parts, where a page shows them: those of WPBakery, Divi, Avada, Enfold, Salient. */
const SHORTCODES = /\[\/?(?:vc|et_pb|fusion|av|nectar)_[a-z\d_]+(?:\s[^\][]*)?\]/g;

/** A text of a page as it is written: the number that a counter runs up to, without shortcodes. */
export function proseOf(node: HtmlNode): string {
  return node.text.includes('[')
    ? shownText(node).replace(SHORTCODES, '')
    : (countedNumber(node) ?? node.text);
}

/** `mailto:` and the address that a protected link leads to; null for every other link. */
export function protectedMailto(link: HtmlNode, href: string, doc: HtmlDocument): string | null {
  if (!href.includes(PROTECTED_PATH)) return null;
  const inner = firstOf(nodesOf(doc, link, 8), (node) => attr(node, 'data-cfemail'));
  const address = decode(href.split('#')[1] ?? null) ?? decode(inner);
  return address === null ? null : `mailto:${address}`;
}

/** An address coded in hexadecimal: a first byte, then every byte of the address XORed with it. */
function decode(code: string | null): string | null {
  if (code === null || !/^(?:[0-9a-f]{2}){4,400}$/i.test(code)) return null;
  const [key, ...bytes] = Array.from(code.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  const address = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte ^ key!));
  // linear: at most 400 bytes.
  return /^[^\s<>\u0000-\u001f\ufffd]+@[^\s<>\u0000-\u001f\ufffd]+$/.test(address) ? address : null;
}

/** Attributes in which builders of pages and their scripts name the number that a counter runs up to; Elementor's first. */
const TARGETS = wordSet(
  'data-to-value data-count data-count-to data-counter-value data-to data-target data-end data-number ' +
    'data-purecounter-end',
);
/** What a counter begins with, and a number as such attributes write it. */
const START = /^\s*0\s*$/;
const NUMBER = /^\d{1,12}(?:[.,]\d{1,6})*$/;
const MAX_CHARS = 40;

/** The number that a counter runs up to, where pages write 0 until their script has run; null for other texts. */
function countedNumber({ text, parent }: HtmlNode): string | null {
  if (text.length > MAX_CHARS || !text.includes('0') || !START.test(text)) return null;
  if (parent === null || parent.attrs.length === 0) return null;
  return firstOf(TARGETS, (name) => {
    const target = attr(parent, name)?.slice(0, MAX_CHARS).trim() ?? '';
    return NUMBER.test(target) ? target : null;
  });
}
