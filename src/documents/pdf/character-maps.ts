import { brotliDecompressSync } from 'node:zlib';
import { lazy } from '../../core/lazy.ts';

/** What PDF.js asks for: `filename` is the name of a character map with `.bcmap` behind it. */
interface BinaryDataRequest {
  readonly kind: string;
  readonly filename: string;
}

/**
 * Gives PDF.js the predefined character maps (ISO 32000-2, 9.7.5.2), which tell the characters of Chinese, Japanese and
 * Korean fonts that have no map in the file. An instance is what PDF.js calls a `BinaryDataFactory`. Rejects for all else
 * that PDF.js may ask for, such as fonts, which it then does without.
 */
export class CharacterMaps {
  async fetch({ kind, filename }: BinaryDataRequest): Promise<Uint8Array> {
    const map = kind === 'cMapUrl' ? (await unpacked()).get(filename) : undefined;
    if (map === undefined) throw new Error(`"${filename}" is not there`);
    return map;
  }
}

/** Every map by the name of its file. A map is a copy: what is sent between the halves of PDF.js is cloned with its buffer. */
const unpacked = lazy(async () => {
  const { MAP_BYTES, PACKED_MAPS } = await import('./character-maps.table.ts');
  const whole = brotliDecompressSync(Buffer.from(PACKED_MAPS, 'base64'));
  const maps = new Map<string, Uint8Array>();
  let at = 0;
  for (const [name, bytes] of MAP_BYTES) {
    maps.set(`${name}.bcmap`, new Uint8Array(whole.subarray(at, at + bytes)));
    at += bytes;
  }
  return maps;
});
