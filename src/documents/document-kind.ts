import {
  type DocumentKind,
  factsOf,
  KIND_OF_ENDING,
  KIND_OF_TYPE,
  kindOfArchive,
} from '../contract/document-kinds.table.ts';
import { bareUtf16 } from '../core/html/charset/utf16.ts';
import { decodeHtml } from '../core/html/decode.ts';
import { type DocumentBytes, fileEnding, mediaType } from './document.ts';
import { languageOfEnding, VAGUE_TYPES } from './media-types.table.ts';
import { describeZip } from './office/zip.ts';
import { UNREAD_ARCHIVES, UNREAD_FORMATS, UNREAD_STORAGES, UNREAD_TYPES } from './unread-kinds.table.ts';

/** Bytes that tell text from binary data, and text its kind (WHATWG MIME Sniffing, 5.2: 1445). */
const SNIFF_BYTES = 1445;

/** `version` of a JSON Feed (jsonfeed.org/version/1.1). */
const JSON_FEED = /^https?:\/\/jsonfeed\.org\/version\/\d/;
/** White space, comments, a declaration and instructions that may stand ahead of a root element. */
const PROLOGUE = /^\ufeff?(?:\s+|<!--[\s\S]{0,2000}?-->|<\?[^>]{0,500}\?>)*/;
// linear: at most 5,780 bytes, those that tell the kind.
const FEED_ROOT =
  /^(?:<!DOCTYPE\s[^<]{0,500}?(?:\[[\s\S]{0,1000}?\]\s*)?>\s*)?<(?:rss|(?:\w+:)?feed|rdf:RDF)[\s>]/i;
// linear: at most 5,780 bytes, those that tell the kind.
const SVG_ROOT = /^(?:<!DOCTYPE\s+svg[^<]{0,500}?(?:\[[\s\S]{0,1000}?\]\s*)?>\s*)?<svg[\s>]/;
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
  const signature = signatureOf(bytes, declared === 'pdf' || isVague, declared);
  if (signature !== null) return signature.kind;
  if (declared === null && !isVague) return null;
  if (declared !== 'html' && isBinary(bytes))
    return declared !== null && isBinaryKind(declared) ? declared : null;
  if (declared !== 'html' && (isMail(document) || isDrawing(document))) return null;
  return textKind(document, isVague ? null : declared);
}

/** A kind whose bytes are no text. */
export function isBinaryKind(kind: DocumentKind): boolean {
  return factsOf(kind).format !== undefined;
}

/** True for a mail that is no plain text: one of several parts, and any that nobody calls text. */
function isMail({ bytes, contentType }: DocumentBytes): boolean {
  const head = Buffer.from(bytes.subarray(0, 4 * SNIFF_BYTES))
    .toString('latin1')
    .replaceAll('\r', '');
  if (!MAIL.test(head)) return false;
  return mediaType(contentType) !== 'text/plain' || /^Content-Type:\s*multipart\//im.test(head);
}

/** True for a vector picture: its root is all there is. A page may begin with one, of icons that it shows later. */
function isDrawing({ bytes, contentType }: DocumentBytes): boolean {
  const start = decodeHtml(bytes.subarray(0, 4 * SNIFF_BYTES), contentType).text.replace(PROLOGUE, '');
  if (!SVG_ROOT.test(start)) return false;
  return Buffer.from(bytes.subarray(-SNIFF_BYTES)).toString('latin1').trimEnd().endsWith('</svg>');
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
  const proven = kindOfJson(document, declared);
  if (proven !== null) return proven;
  if (declared === 'html') return looksLikeJson(document) ? 'json' : 'html';
  if (WHOLE_HTML.test(start)) return 'html';
  if (declared === 'notebook') return looksLikeJson(document) ? 'json' : declared;
  const ending = fileEnding(document);
  const isUnsure = declared === null || declared === 'text';
  const named = KIND_OF_ENDING.get(ending);
  if (isUnsure && (named === 'markdown' || named === 'csv')) return named;
  if (isUnsure && languageOfEnding(ending) !== null) return 'code';
  if (declared !== null && isBinaryKind(declared)) return HTML_START.test(start) ? 'html' : declared;
  if (declared === 'csv' && /excel$/.test(mediaType(document.contentType)) && start.startsWith('<'))
    return HTML_START.test(start) ? 'html' : 'code';
  if (declared === 'code' && /\/(?:xml|\w+\+xml)$/.test(mediaType(document.contentType)))
    return HTML_WITHIN.test(decoded.slice(0, 1024)) ? 'html' : 'code';
  if (!isUnsure) return declared;
  if (HTML_START.test(start)) return 'html';
  // Strings of JSON and lines of a text file may hold tags, and make no page of it.
  const isJson = looksLikeJson(document) || (named === 'json' && /^[[{]/.test(start));
  const within = named === 'html' ? MARKUP : HTML_WITHIN;
  if (declared === null && named !== 'text' && !isJson && within.test(decoded.slice(0, 1024))) return 'html';
  return isJson || named === 'json' ? 'json' : 'text';
}

/**
 * The kind that JSON shows by the fields that all of the kind have: a notebook (nbformat 4; older ones have no cells of their own), a
 * JSON Feed, which most servers send as JSON; else null.
 */
function kindOfJson(document: DocumentBytes, declared: DocumentKind | null): 'notebook' | 'feed' | null {
  if (declared !== null && !['notebook', 'text', 'json'].includes(declared)) return null;
  const { buffer, byteOffset, byteLength } = document.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (!bytes.includes('"nbformat"') && !bytes.includes('jsonfeed.org')) return null;
  const { cells, nbformat, version, items } = (jsonOf(document) ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(cells) && typeof nbformat === 'number') return 'notebook';
  return Array.isArray(items) && JSON_FEED.test(String(version)) ? 'feed' : null;
}

/** True for text that is one JSON object or array. */
const looksLikeJson = (document: DocumentBytes): boolean => jsonOf(document) !== null;

/** The object or array that a text is; null for any other. */
function jsonOf({ bytes, contentType }: DocumentBytes): object | null {
  let start = 0;
  while (start < 64 && (bytes[start]! <= 32 || bytes[start]! >= 0xbb)) start++;
  if (bytes[start] !== 0x7b && bytes[start] !== 0x5b) return null;
  try {
    const value: unknown = JSON.parse(decodeHtml(bytes, contentType).text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** True for control bytes that no text holds (WHATWG MIME Sniffing, 3, "binary data byte"); UTF-16 is text. */
function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, SNIFF_BYTES);
  if (bareUtf16(bytes) !== null) return false;
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return false;
  return head.some((b) => b <= 8 || b === 0x0b || (b >= 0x0e && b <= 0x1a) || (b >= 0x1c && b <= 0x1f));
}

/** What the first bytes say for certain. */
interface Signature {
  /** A kind that is read; null for a format that is not, which is never text. */
  readonly kind: DocumentKind | null;
  /** What is not read, as people call it. */
  readonly unread: string;
}

/** Readers look for a PDF's header in this many first bytes (ISO 32000-1, Annex H, note 13). */
const PDF_HEADER_BYTES = 1024;
const PDF_MARK = '%PDF-';

/**
 * The format that the first bytes of a document prove, or null. `seeksPdf`: the header of a PDF may have junk ahead
 * of it, which is looked for only where a PDF is likely, because a page may speak of `%PDF-`. An archive that says nothing of
 * itself is the `declared` one.
 */
function signatureOf(
  bytes: Uint8Array,
  seeksPdf: boolean,
  declared: DocumentKind | null = null,
): Signature | null {
  const head = Buffer.from(bytes.subarray(0, PDF_HEADER_BYTES + PDF_MARK.length)).toString('latin1');
  if (head.startsWith('PK\x03\x04')) return archiveOf(bytes, declared);
  const format = UNREAD_FORMATS.find(([offset, mark]) => head.startsWith(mark, offset));
  const isCompound = head.startsWith('\xd0\xcf\x11\xe0');
  if (format !== undefined) return { kind: null, unread: isCompound ? storageOf(bytes) : format[2] };
  const isPdf = seeksPdf ? head.includes(PDF_MARK) : /^[\t\n\r \xef\xbb\xbf]{0,16}%PDF-/.test(head);
  return isPdf ? { kind: 'pdf', unread: '' } : null;
}

function archiveOf(bytes: Uint8Array, declared: DocumentKind | null): Signature {
  const { names, type } = describeZip(bytes);
  const isUnread = ([part]: readonly [string, string]) =>
    type === '' ? names.some((name) => name.startsWith(part)) : type.endsWith(part);
  const unread = UNREAD_ARCHIVES.find(isUnread)?.[1];
  if (unread !== undefined) return { kind: null, unread };
  const isDeclared = type === '' && declared !== null && factsOf(declared).format === 'zip';
  return { kind: kindOfArchive(names, type) ?? (isDeclared ? declared : null), unread: 'a ZIP archive' };
}

/** What a compound file holds (MS-CFB), by the names of its streams, which are UTF-16. */
function storageOf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = UNREAD_STORAGES.find(([stream]) => file.includes(stream, 0, 'utf16le'));
  return found?.[1] ?? 'a file of an old Office program';
}

/** Header fields that every mail has ahead of its text (RFC 5322, 3.6; RFC 2045, 4). */
// linear: at most 5,780 bytes, those that tell the kind.
const MAIL = /^(?:[A-Za-z][\w-]{0,70}:[^\n]{0,2000}\n(?:[ \t][^\n]{0,2000}\n)*)*?MIME-Version:/i;

/** What text that is not read is by its bytes. */
function unreadText(document: DocumentBytes): string | undefined {
  if (isMail(document)) return 'a mail';
  return isDrawing(document) ? 'a picture (SVG)' : undefined;
}

/** What a document is that is not read, as people call it: by its bytes, else by its media type. */
export function unreadKind(document: DocumentBytes): string {
  const type = mediaType(document.contentType);
  const proven = signatureOf(document.bytes, false)?.unread || unreadText(document);
  return proven ?? UNREAD_TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'of another type';
}
