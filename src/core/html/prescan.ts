import { normalizeEncoding } from '@exodus/bytes/encoding.js';

/** Bytes that a declaration inside the page must be in (HTML Standard, "prescan a byte stream"). */
const PRESCAN_BYTES = 1024;

/**
 * The encoding that a page declares in its first 1024 bytes by `<meta charset>`, `<meta http-equiv>` or an XML
 * declaration: its WHATWG name in lower case, or null. UTF-16 there means UTF-8, since these bytes were readable;
 * unknown labels, UTF-7 among them, are passed over (HTML Standard 13.2.3.2).
 */
export function prescan(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, PRESCAN_BYTES));
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  return fromMeta(head) ?? fromXmlDeclaration(head);
}

function fromMeta(head: string): string | null {
  for (let i = 0; i < head.length; ) {
    const lt = head.indexOf('<', i);
    if (lt === -1) return null;
    if (head.startsWith('<!--', lt)) {
      // The dashes of `<!-->` both open and close.
      const close = head.indexOf('-->', lt + 2);
      if (close === -1) return null;
      i = close + 3;
    } else if (/^<\/?[a-z]/i.test(head.slice(lt, lt + 3))) {
      const isMeta = /^<meta[\t\n\f\r /]/i.test(head.slice(lt, lt + 6));
      const tag = readAttributes(head, isMeta ? lt + 5 : skip(head, lt, /[^\t\n\f\r >]/));
      if (!tag) return null;
      const encoding = isMeta ? encodingOfMeta(tag.attributes) : null;
      if (encoding) return encoding;
      i = tag.end;
    } else if (/^<[!/?]/.test(head.slice(lt, lt + 2))) {
      const gt = head.indexOf('>', lt);
      if (gt === -1) return null;
      i = gt + 1;
    } else i = lt + 1;
  }
  return null;
}

/** Attributes (names in lower case, the first of equal ones) from `start`, and the index after the tag; null when cut off. */
function readAttributes(
  head: string,
  start: number,
): { attributes: Map<string, string>; end: number } | null {
  const attributes = new Map<string, string>();
  let i = start;
  for (;;) {
    i = skip(head, i, /[\t\n\f\r /]/);
    if (i >= head.length) return null;
    if (head[i] === '>') return { attributes, end: i + 1 };
    const nameEnd = skip(head, i + 1, /[^\t\n\f\r />=]/);
    const name = head.slice(i, nameEnd).toLowerCase();
    let value = '';
    i = skip(head, nameEnd, SPACE);
    if (head[i] === '=') {
      i = skip(head, i + 1, SPACE);
      const quote = head[i];
      const quoted = quote === '"' || quote === "'";
      const from = quoted ? i + 1 : i;
      const to = quoted ? head.indexOf(quote, from) : skip(head, from, /[^\t\n\f\r >]/);
      if (to === -1) return null;
      value = head.slice(from, to);
      i = quoted ? to + 1 : to;
    }
    if (!attributes.has(name)) attributes.set(name, value);
  }
}

const SPACE = /[\t\n\f\r ]/;

/** First index from `from` whose character is not of the class. */
function skip(text: string, from: number, characters: RegExp): number {
  let i = from;
  while (i < text.length && characters.test(text[i]!)) i++;
  return i;
}

function encodingOfMeta(attributes: Map<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return declared(charset);
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const match = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i.exec(
    attributes.get('content') ?? '',
  );
  return match ? declared(match[1] ?? match[2] ?? match[3] ?? '') : null;
}

function fromXmlDeclaration(head: string): string | null {
  const declaration =
    /^<\?xml[^>]*?[\t\n\f\r ]encoding[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^">]*)"|'([^'>]*)')/.exec(head);
  return declaration ? declared(declaration[1] ?? declaration[2] ?? '') : null;
}

function declared(label: string): string | null {
  const encoding = normalizeEncoding(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}
