import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fail, ServiceError } from '../contract/failure.ts';
import { ACCEPT_ENCODING, contentCodings, decodeBody } from './decode-body.ts';

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
const reasonOf = (error: unknown): string =>
  error instanceof ServiceError ? error.failure.reason : `threw ${error}`;

describe('contentCodings', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['gzip', ['gzip']],
    [' GZip ', ['gzip']],
    ['gzip, br', ['gzip', 'br']],
    ['identity', []],
    ['identity, gzip', ['gzip']],
    ['utf-8', []],
    [',,gzip,,', ['gzip']],
    ['__proto__', []],
  ])('reads %j', (header, expected) => {
    expect(contentCodings(header)).toEqual(expected);
  });

  test.each(['compress', 'x-compress', 'aes128gcm', 'dcb', 'gzip, gzip, gzip', 'br, compress'])(
    'refuses %j',
    (header) => {
      expect(() => contentCodings(header)).toThrow(
        expect.objectContaining({ failure: expect.objectContaining({ reason: 'malformed_response' }) }),
      );
    },
  );
});

describe('decodeBody', () => {
  const compressors: Record<string, (bytes: Uint8Array) => Buffer> = {
    gzip: zlib.gzipSync,
    deflate: zlib.deflateSync,
    br: zlib.brotliCompressSync,
    ...('zstdCompressSync' in zlib ? { zstd: zlib.zstdCompressSync as (bytes: Uint8Array) => Buffer } : {}),
  };

  test('undoes every coding that is asked for', () => {
    expect(ACCEPT_ENCODING.split(', ').sort()).toEqual(Object.keys(compressors).sort());
  });

  test('gives back any bytes through any one or two codings, in a buffer of their own', async () => {
    const codings = fc.array(fc.constantFrom(...Object.keys(compressors)), { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), codings, async (bytes, names) => {
        const wire = names.reduce<Uint8Array>((sum, name) => compressors[name]!(sum), bytes);
        const decoded = await decodeBody(own(wire), names, { maxBytes: 10_000 });
        expect(Buffer.compare(decoded, bytes)).toBe(0);
        expect(decoded.buffer.byteLength).toBe(decoded.byteLength);
        expect(structuredClone(decoded, { transfer: [decoded.buffer] }).byteLength).toBe(bytes.byteLength);
      }),
      { numRuns: 300 },
    );
  });

  test('answers any damage with a failure or with bytes under the cap, never otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...Object.keys(compressors)),
        async (noise, name) => {
          const outcome = await decodeBody(own(noise), [name], { maxBytes: 1_000 }).then(
            (bytes) => bytes.byteLength <= 1_000,
            (error) => ['malformed_response', 'response_too_large'].includes(reasonOf(error)),
          );
          expect(outcome).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(Object.keys(compressors))('caps %s at the byte', async (name) => {
    const wire = own(compressors[name]!(Buffer.alloc(100_000)));
    expect((await decodeBody(wire, [name], { maxBytes: 100_000 })).byteLength).toBe(100_000);
    expect(await decodeBody(wire, [name], { maxBytes: 99_999 }).catch(reasonOf)).toBe('response_too_large');
  });

  test('stops at the reason of its signal', async () => {
    const wire = own(zlib.gzipSync('x'));
    await expect(
      decodeBody(wire, ['gzip'], { maxBytes: 10, signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone');
  });

  test.each(Object.keys(compressors))(
    'tells what it is about to hold of %s, and ends where that throws',
    async (name) => {
      const wire = own(compressors[name]!(Buffer.alloc(1_000_000)));
      let told = 0;
      const onBytes = (bytes: number): void => {
        if (told + bytes > 500_000) throw fail('busy', 'no room');
        told += bytes;
      };
      expect(await decodeBody(wire, [name], { maxBytes: 2_000_000, onBytes }).catch(reasonOf)).toBe('busy');
      expect(told).toBeGreaterThan(300_000);
    },
  );
});
