/** What the first bytes say for certain; `other` is a format that is never text. */
export type Signature = 'pdf' | 'zip' | 'other';

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
export function signatureOf(bytes: Uint8Array, seeksPdf: boolean): Signature | null {
  if (startsWith(bytes, ZIP_MARK)) return 'zip';
  if (OTHER_FORMATS.some(([offset, mark]) => startsWith(bytes, mark, offset))) return 'other';
  const last = seeksPdf ? Math.min(PDF_HEADER_BYTES, bytes.length) : leadingBlanks(bytes);
  for (let at = 0; at <= last; at++) if (startsWith(bytes, PDF_MARK, at)) return 'pdf';
  return null;
}

/** True for a ZIP archive whose directory names the main part of a Word document. */
export function isDocxArchive(bytes: Uint8Array): boolean {
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
