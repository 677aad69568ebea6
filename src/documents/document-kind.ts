import { bareUtf16 } from '../core/html/charset/utf16.ts';
import { decodeHtml } from '../core/html/decode.ts';
import { type DocumentBytes, type DocumentKind, fileEnding, mediaType } from './document.ts';
import { KIND_OF_TYPE, languageOfEnding, VAGUE_TYPES } from './media-types.table.ts';

/** Bytes that tell text from binary data, and text its kind (WHATWG MIME Sniffing, 5.2: 1445). */
const SNIFF_BYTES = 1445;
const HTML_ENDINGS = new Set(['html', 'htm', 'xhtml', 'xht']);
const MARKDOWN_ENDINGS = new Set(['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdx', 'rmd', 'qmd']);
const JSON_ENDINGS = new Set(['json', 'jsonl', 'ndjson']);

/** White space, comments, a declaration and instructions that may stand ahead of a root element. */
const PROLOGUE = /^\ufeff?(?:\s+|<!--[\s\S]{0,2000}?-->|<\?[^>]{0,500}\?>)*/;
// linear: at most 5,780 bytes, those that tell the kind.
const FEED_ROOT =
  /^(?:<!DOCTYPE\s[^<]{0,500}?(?:\[[\s\S]{0,1000}?\]\s*)?>\s*)?<(?:rss|(?:\w+:)?feed|rdf:RDF)[\s>]/i;
/** WHATWG MIME Sniffing, 7.1: the tags that start an HTML page. */
const HTML_TAGS =
  '(?:!doctype html|html|head|body|title|meta|script|style|article|main|div|h1|p|table|a|b|br|iframe)';
const HTML_START = new RegExp(`^<${HTML_TAGS}[\\s>/]`, 'i');
const HTML_WITHIN = new RegExp(`<${HTML_TAGS}[\\s>/]`, 'i');
/** Any tag, comment or character reference. */
const MARKUP = /<[a-z!/]|&#?\w+;/i;
const WHOLE_HTML = /^<(?:!doctype html|html)[\s>]/i;

/**
 * What a document is, by its bytes first, then by what its header and its address say: null for what cannot become
 * text. A header is believed unless the bytes contradict it: a PDF is a PDF whatever it is called, a page that is
 * served as PDF or as plain text is a page, a picture is never text.
 */
export function documentKind(document: DocumentBytes): DocumentKind | null {
  const { bytes } = document;
  const type = mediaType(document.contentType);
  const declared = KIND_OF_TYPE.get(type) ?? kindOfFamily(type);
  const isVague = VAGUE_TYPES.has(type);
  const signature = signatureOf(bytes, declared === 'pdf' || isVague);
  if (signature === 'pdf') return 'pdf';
  if (signature === 'zip') return isDocxArchive(bytes) || declared === 'docx' ? 'docx' : null;
  if (signature === 'other') return null;
  if (declared === null && !isVague) return null;
  if (declared !== 'html' && isBinary(bytes)) {
    return declared === 'pdf' || declared === 'docx' ? declared : null;
  }
  return textKind(document, isVague ? null : declared);
}

/** Kinds of whole families of types: `+json`, `+xml` (SVG is a picture) and every other text. */
function kindOfFamily(type: string): DocumentKind | null {
  if (type.endsWith('+json')) return 'json';
  if (type === 'image/svg+xml') return null;
  if (type.endsWith('+xml') || type === 'text/xml') return 'code';
  return type.startsWith('text/') ? 'text' : null;
}

/** The kind of bytes that are text; `declared` is null where the header says nothing. */
function textKind(document: DocumentBytes, declared: DocumentKind | null): DocumentKind {
  const decoded = decodeHtml(document.bytes.subarray(0, 4 * SNIFF_BYTES), document.contentType).text;
  const start = decoded.replace(PROLOGUE, '');
  if (FEED_ROOT.test(start)) return 'feed';
  if (declared === 'html') return looksLikeJson(document) ? 'json' : 'html';
  if (WHOLE_HTML.test(start)) return 'html';
  const ending = fileEnding(document);
  const isUnsure = declared === null || declared === 'text';
  if (isUnsure && MARKDOWN_ENDINGS.has(ending)) return 'markdown';
  if (isUnsure && languageOfEnding(ending) !== null) return 'code';
  if (declared === 'pdf' || declared === 'docx') return HTML_START.test(start) ? 'html' : declared;
  if (declared === 'code' && /\/(?:xml|\w+\+xml)$/.test(mediaType(document.contentType)))
    return HTML_WITHIN.test(decoded.slice(0, 1024)) ? 'html' : 'code';
  if (!isUnsure) return declared;
  if (HTML_START.test(start)) return 'html';
  const isNamedHtml = HTML_ENDINGS.has(ending);
  if (declared === null && (isNamedHtml ? MARKUP : HTML_WITHIN).test(decoded.slice(0, 1024))) return 'html';
  return JSON_ENDINGS.has(ending) || looksLikeJson(document) ? 'json' : 'text';
}

/** True for text that is one JSON object or array. */
function looksLikeJson({ bytes, contentType }: DocumentBytes): boolean {
  let start = 0;
  while (start < 64 && (bytes[start]! <= 32 || bytes[start]! >= 0xbb)) start++;
  if (bytes[start] !== 0x7b && bytes[start] !== 0x5b) return false;
  try {
    const value: unknown = JSON.parse(decodeHtml(bytes, contentType).text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** True for control bytes that no text holds (WHATWG MIME Sniffing, 3, "binary data byte"); UTF-16 is text. */
function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, SNIFF_BYTES);
  if (bareUtf16(bytes) !== null) return false;
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return false;
  return head.some((b) => b <= 8 || b === 0x0b || (b >= 0x0e && b <= 0x1a) || (b >= 0x1c && b <= 0x1f));
}

/** What the first bytes say for certain; `other` is a format that is never text. */
type Signature = 'pdf' | 'zip' | 'other';

/** First bytes of pictures, sound, video, fonts, archives and programs (WHATWG MIME Sniffing, 6), and where they stand. */
const OTHER_FORMATS: readonly (readonly [offset: number, mark: string])[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
  [8, 'WEBPVP'],
  [4, 'ftyp'],
  [0, 'OggS\0'],
  [0, 'ID3\x02'],
  [0, 'ID3\x03'],
  [0, 'ID3\x04'],
  [0, '\x1a\x45\xdf\xa3'],
  [0, '\x1f\x8b\x08'],
  [0, 'BZh9'],
  [0, '\xfd7zXZ\0'],
  [0, '7z\xbc\xaf'],
  [0, 'Rar!\x1a'],
  [0, '{\\rtf'],
  [0, '\x7fELF'],
  [0, '\xd0\xcf\x11\xe0'],
  [0, 'wOFF'],
  [0, 'wOF2'],
  [0, '\0\x01\0\0'],
  [0, '\0\0\x01\0'],
  [0, '\0asm'],
  [0, 'SQLite format 3\0'],
];

/** Readers look for a PDF's header in this many first bytes (ISO 32000-1, Annex H, note 13). */
const PDF_HEADER_BYTES = 1024;
const PDF_MARK = '%PDF-';

/**
 * The format that the first bytes of a document prove, or null. `seeksPdf`: the header of a PDF may have junk ahead
 * of it, which is looked for only where a PDF is likely, because a page may speak of `%PDF-`.
 */
function signatureOf(bytes: Uint8Array, seeksPdf: boolean): Signature | null {
  const head = Buffer.from(bytes.subarray(0, PDF_HEADER_BYTES + PDF_MARK.length)).toString('latin1');
  if (head.startsWith('PK\x03\x04')) return 'zip';
  if (OTHER_FORMATS.some(([offset, mark]) => head.startsWith(mark, offset))) return 'other';
  const isPdf = seeksPdf ? head.includes(PDF_MARK) : /^[\t\n\r \xef\xbb\xbf]{0,16}%PDF-/.test(head);
  return isPdf ? 'pdf' : null;
}

/** True for a ZIP archive whose directory names the main part of a Word document. */
function isDocxArchive(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('word/document');
}
