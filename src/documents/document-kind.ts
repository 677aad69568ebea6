import { bareUtf16 } from '../core/html/charset/utf16.ts';
import { decodeHtml } from '../core/html/decode.ts';
import { type DocumentBytes, type DocumentKind, fileEnding, mediaType } from './document.ts';
import { KIND_OF_TYPE, languageOfEnding, VAGUE_TYPES } from './media-types.table.ts';

/** Bytes that tell text from binary data, and text its kind (WHATWG MIME Sniffing, 5.2: 1445). */
const SNIFF_BYTES = 1445;
const MARKDOWN_ENDINGS = new Set(['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdx', 'rmd', 'qmd']);

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
  if (type.endsWith('+xml')) return 'code';
  if (type === 'text/xml') return 'code';
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
  if (declared === null && HTML_WITHIN.test(decoded.slice(0, 1024))) return 'html';
  return ending === 'json' || looksLikeJson(document) ? 'json' : 'text';
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

const ascii = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

/** First bytes of pictures, sound, video, fonts, archives and programs (WHATWG MIME Sniffing, 6; offset, bytes). */
const OTHER_FORMATS: readonly (readonly [number, readonly number[]])[] = [
  [0, [0xff, 0xd8, 0xff]],
  [0, [0x89, ...ascii('PNG')]],
  [0, ascii('GIF87a')],
  [0, ascii('GIF89a')],
  [8, ascii('WEBPVP')],
  [4, ascii('ftyp')],
  [0, ascii('OggS\0')],
  [0, ascii('ID3\x02')],
  [0, ascii('ID3\x03')],
  [0, ascii('ID3\x04')],
  [0, [0x1a, 0x45, 0xdf, 0xa3]],
  [0, [0x1f, 0x8b, 0x08]],
  [0, ascii('BZh9')],
  [0, [0xfd, ...ascii('7zXZ\0')]],
  [0, [...ascii('7z'), 0xbc, 0xaf]],
  [0, ascii('Rar!\x1a')],
  [0, [0x7f, ...ascii('ELF')]],
  [0, [0xd0, 0xcf, 0x11, 0xe0]],
  [0, ascii('wOFF')],
  [0, ascii('wOF2')],
  [0, [0x00, 0x01, 0x00, 0x00]],
  [0, [0x00, 0x00, 0x01, 0x00]],
  [0, [0x00, ...ascii('asm')]],
  [0, ascii('SQLite format 3\0')],
];

const PDF_MARK = ascii('%PDF-');
const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];
/** Readers look for a PDF's header in this many first bytes (ISO 32000-1, Annex H, note 13). */
const PDF_HEADER_BYTES = 1024;

/**
 * The format that the first bytes of a document prove, or null. `seeksPdf`: the header of a PDF may have junk ahead
 * of it, which is looked for only where a PDF is likely, because a page may speak of `%PDF-`.
 */
function signatureOf(bytes: Uint8Array, seeksPdf: boolean): Signature | null {
  if (startsWith(bytes, ZIP_MARK)) return 'zip';
  if (OTHER_FORMATS.some(([offset, mark]) => startsWith(bytes, mark, offset))) return 'other';
  const last = seeksPdf ? Math.min(PDF_HEADER_BYTES, bytes.length) : leadingBlanks(bytes);
  for (let at = 0; at <= last; at++) if (startsWith(bytes, PDF_MARK, at)) return 'pdf';
  return null;
}

/** True for a ZIP archive whose directory names the main part of a Word document. */
function isDocxArchive(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('word/document');
}

function leadingBlanks(bytes: Uint8Array): number {
  let at = 0;
  while (at < 16 && [9, 10, 13, 32, 0xef, 0xbb, 0xbf].includes(bytes[at] ?? 0)) at++;
  return at;
}

function startsWith(bytes: Uint8Array, mark: readonly number[], offset = 0): boolean {
  return mark.every((byte, i) => bytes[offset + i] === byte);
}
