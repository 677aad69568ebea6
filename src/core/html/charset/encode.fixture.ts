import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';

const DOUBLE_BYTE = /^(?:gbk|big5|euc-|shift_jis)/;

/** Text in any encoding of the standard, by what its decoder makes of each byte or two. Throws for what it cannot write. */
export function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding.startsWith('utf-16')) return utf16(text, encoding === 'utf-16le');
  if (encoding === 'iso-2022-jp') return iso2022jp(text);
  const bytesOf = encoderOf(encoding);
  return Uint8Array.from(
    [...text].flatMap((c) => {
      const bytes = bytesOf.get(c);
      if (bytes === undefined) throw new Error(`Leave "${c}" out: ${encoding} has it not`);
      return bytes;
    }),
  );
}

const encoders = new Map<string, ReadonlyMap<string, number[]>>();

function encoderOf(encoding: string): ReadonlyMap<string, number[]> {
  let bytesOf = encoders.get(encoding) as Map<string, number[]> | undefined;
  if (bytesOf === undefined) {
    bytesOf = new Map();
    const decoder = new LegacyDecoder(encoding);
    const add = (...bytes: number[]) => {
      const c = decoder.decode(Uint8Array.from(bytes));
      if ([...c].length === 1 && c !== '\ufffd' && !bytesOf!.has(c)) bytesOf!.set(c, bytes);
    };
    for (let byte = 0; byte < 256; byte++) add(byte);
    if (DOUBLE_BYTE.test(encoding))
      for (let lead = 0x81; lead < 0xff; lead++)
        for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
    encoders.set(encoding, bytesOf);
  }
  return bytesOf;
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}

/** The bytes of EUC-JP without their high bits, between escapes. */
function iso2022jp(text: string): Uint8Array {
  const euc = encode(text, 'euc-jp');
  const bytes: number[] = [];
  let isWide = false;
  for (const byte of euc) {
    const wide = byte >= 0x80;
    if (wide !== isWide) bytes.push(0x1b, wide ? 0x24 : 0x28, 0x42);
    isWide = wide;
    bytes.push(byte & 0x7f);
  }
  if (isWide) bytes.push(0x1b, 0x28, 0x42);
  return Uint8Array.from(bytes);
}
