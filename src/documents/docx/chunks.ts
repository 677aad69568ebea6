import { escapeUTF8 } from 'entities';
import { decodeHtml } from '../../core/html/decode.ts';
import { partName } from '../office/package.ts';
import type { Archive } from '../office/zip.ts';

/** What stands for a chunk while mammoth reads the text around it: characters that no document writes. */
const MARK = '\uf8f4';
// linear: a tag ends before the next begins, and a chunk has no more than 300 characters in it.
const PLACE = /<(\/?)w:tbl[ >]|<w:altChunk\b([^<>]*?)(?:\/>|>.{0,300}?<\/w:altChunk>)/gs;
const RELATION = /<Relationship\b[^<>]*>/g;
const ATTRIBUTE = /\s(Id|Target|TargetMode)=["']([^"'<>]*)["']/g;
/** Mails within mails of a chunk. */
const MAX_DEPTH = 3;

/**
 * XML of the main part with a mark in the place of each part in another format (`altChunk`: ECMA-376, part 1, 17.17.2.1) that is HTML,
 * a web archive or plain text, which are added to `chunks` as HTML. Others stay, and so do those in cells of tables: mammoth tells them.
 */
export function withChunkMarks(
  xml: string,
  name: string,
  relations: string,
  archive: Archive,
  chunks: string[],
): string {
  const targets = new Map<string, string>();
  for (const [relation] of relations.matchAll(RELATION)) {
    const said = new Map(Array.from(relation.matchAll(ATTRIBUTE), ([, key, value]) => [key!, value!]));
    if (said.get('TargetMode') !== 'External')
      targets.set(said.get('Id') ?? '', partName(said.get('Target') ?? '', name));
  }
  const read = new Set<string>();
  let depth = 0;
  return xml.replace(PLACE, (place, close?: string, attributes?: string) => {
    if (close !== undefined) depth += close === '' ? 1 : -1;
    const id = /\b\w+:id="([^"]*)"/.exec(attributes ?? '')?.[1];
    const target = targets.get(id ?? '');
    // A part is read once: a place for it is a few bytes, the part may be a book.
    const html = target === undefined || depth > 0 || read.has(target) ? null : chunkOf(target, archive);
    if (html === null) return place;
    read.add(target!);
    chunks.push(html);
    return `<w:p><w:r><w:t>${MARK}</w:t></w:r></w:p>`;
  });
}

/** HTML around chunks and of these, in their order. */
export function withChunks(html: string, chunks: readonly string[]): string[] {
  return html.split(`<p>${MARK}</p>`).flatMap((part, i) => [part, chunks[i] ?? '']);
}

/** HTML of a chunk; null for one of a format that is not read. */
function chunkOf(target: string, archive: Archive): string | null {
  const format = /\.(x?html?|xht|mht|mhtml|txt)$/i.exec(target)?.[1]?.toLowerCase();
  const bytes = format === undefined ? undefined : archive.read(target);
  if (bytes === undefined) return null;
  if (format!.startsWith('mht')) return htmlOfMail(bytes, MAX_DEPTH);
  const { text } = decodeHtml(bytes);
  return format === 'txt' ? `<pre>${escapeUTF8(text)}</pre>` : text;
}

/** The page that a web archive begins with (RFC 2557); null without one. */
function htmlOfMail(bytes: Uint8Array, depth: number): string | null {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const [start = ''] = /^\s*/.exec(mail)!;
  const end = mail.slice(start.length).search(/\r?\n\r?\n/) + start.length;
  const head = mail.slice(start.length, Math.max(0, end)).replace(/\r?\n[ \t]+/g, ' ');
  const body = mail.slice(end).trimStart();
  const fields = new Map(
    head.split(/\r?\n/).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(0, colon)).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const type = fields.get('content-type') ?? '';
  const boundary = /\bboundary="?([^";\s]+)/i.exec(type)?.[1];
  if (boundary !== undefined && depth > 0) {
    for (const part of body.split(`--${boundary}`)) {
      const html = htmlOfMail(Buffer.from(part, 'latin1'), depth - 1);
      if (html !== null) return html;
    }
    return null;
  }
  if (!/^text\/html\b/i.test(type)) return null;
  return decodeHtml(decoded(body, (fields.get('content-transfer-encoding') ?? '').toLowerCase()), type).text;
}

/** Bytes of a body in an encoding of mail (RFC 2045, 6). */
function decoded(body: string, encoding: string): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(text, 'latin1');
}
