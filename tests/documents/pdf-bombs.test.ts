import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { computedMs } from '../support/machine-speed.ts';
import { BOMBS, flates, pageOf, pictureAsMap, stream } from './makers/bombs.ts';

const TEXT = 'BT /R 12 Tf 72 700 Td (Words of the page.) Tj ET';
const FREE_BYTES = 8 * 1024 ** 2;
const TIMES = 100;

async function read(bytes: Uint8Array) {
  const { markdown, outcome } = await convertDocument('pdf', { bytes, contentType: undefined, url: '' }, {});
  return { markdown, outcome };
}

/** A page whose contents are so many bytes, packed into far fewer. */
function pageOfBytes(bytes: number, times = 2): Uint8Array {
  let data: Uint8Array = Buffer.alloc(bytes, ' ');
  data.set(Buffer.from(TEXT));
  for (let i = 0; i < times; i++) data = deflateSync(data, { level: 9 });
  return pageOf({ content: stream(flates(times), Buffer.from(data)) });
}

describe('streams that unpack out of proportion', () => {
  test.each(BOMBS)('%s: refused before they are whole', async (_, make) => {
    const bytes = make();
    const startedMs = computedMs();
    expect(await read(bytes)).toEqual({ outcome: 'document_too_complex', markdown: '' });
    expect(computedMs() - startedMs).toBeLessThan(3000);
  });

  test('a picture where none belongs is not decoded', async () => {
    const bytes = pictureAsMap();
    const startedMs = computedMs();
    expect(await read(bytes)).toEqual({ outcome: 'ok', markdown: 'Words of the page.' });
    expect(computedMs() - startedMs).toBeLessThan(3000);
  });

  test('what stays within 100 times the file and 8 MiB is read, what does not is refused', async () => {
    const { length } = pageOfBytes(FREE_BYTES);
    const most = FREE_BYTES + TIMES * length;
    expect(await read(pageOfBytes(FREE_BYTES - 10_000))).toEqual({
      outcome: 'ok',
      markdown: 'Words of the page.',
    });
    expect((await read(pageOfBytes(most + 10_000))).outcome).toBe('document_too_complex');
  });

  test('a file that is read beside a bomb is charged for its own', async () => {
    const [bomb, page, other] = [BOMBS[0]![1](), pageOfBytes(1000), pageOfBytes(2000)];
    const outcomes = (await Promise.all([page, bomb, other].map(read))).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['ok', 'document_too_complex', 'ok']);
  });

  test('a stream that is cut short is read as far as it goes', async () => {
    const packed = deflateSync(Buffer.from(TEXT.padEnd(100_000)), { level: 0 });
    const cut = pageOf({ content: stream(flates(1), packed.subarray(0, 50_000)) });
    expect(await read(cut)).toEqual({ outcome: 'ok', markdown: 'Words of the page.' });
  });
});
