const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** Types that servers give for want of a better one; the content decides. */
const VAGUE_TYPES = new Set(['', 'application/octet-stream', 'application/xml', 'text/xml']);
const SNIFF_BYTES = 1024;
/** WHATWG MIME Sniffing, 7.1: the tags that start an HTML page. */
const HTML_TAG =
  /<(?:!doctype html|html|head|body|title|meta|script|style|article|main|div|h1|p|table|a|b|br|iframe)[\s>/]/i;

/** True for a page that can be read as HTML, by its declared type, or by its start when the type says nothing. */
export function isHtml(contentType: string | undefined, bytes: Uint8Array): boolean {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (HTML_TYPES.has(type)) return true;
  if (!VAGUE_TYPES.has(type)) return false;
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return HTML_TAG.test(new TextDecoder(wide).decode(bytes.subarray(0, SNIFF_BYTES)));
}
