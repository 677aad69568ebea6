import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';

/** Path under which Cloudflare links to addresses that its script decodes. */
const PROTECTED_PATH = '/cdn-cgi/l/email-protection';
/** What stands in place of an address until then. */
const STAND_IN = /^\s*\[email(?:\u00a0| )protected\]\s*$/;

/** The text of a text node; the address where it only stands in for a protected one. */
export function shownText(node: HtmlNode): string {
  if (!node.text.includes('[email') || node.parent === null || !STAND_IN.test(node.text)) return node.text;
  return decode(attr(node.parent, 'data-cfemail')) ?? node.text;
}

/** `mailto:` and the address that a protected link leads to; null for every other link. */
export function protectedMailto(link: HtmlNode, href: string, doc: HtmlDocument): string | null {
  if (!href.includes(PROTECTED_PATH)) return null;
  const address = decode(href.split('#')[1] ?? null) ?? decode(innerCode(link, doc));
  return address === null ? null : `mailto:${address}`;
}

function innerCode(link: HtmlNode, doc: HtmlDocument): string | null {
  for (let i = link.index; i < link.end && i < link.index + 8; i++) {
    const code = attr(doc.nodes[i]!, 'data-cfemail');
    if (code !== null) return code;
  }
  return null;
}

/** An address coded in hexadecimal: a first byte, then every byte of the address XORed with it. */
function decode(code: string | null): string | null {
  if (code === null || !/^(?:[0-9a-f]{2}){4,400}$/i.test(code)) return null;
  const [key, ...bytes] = Array.from(code.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  const address = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte ^ key!));
  // linear: at most 400 bytes.
  return /^[^\s<>\u0000-\u001f\ufffd]+@[^\s<>\u0000-\u001f\ufffd]+$/.test(address) ? address : null;
}
