import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { computedMs } from '../support/machine-speed.ts';
import { fileOf } from './makers/by-hand.ts';

/** Bytes of each bomb, unpacked. */
const UNPACKED = 192 * 1024 * 1024;

/** Text that three runs of Flate turn into a few hundred bytes. */
function packed(unit: string, bytes = UNPACKED, times = 3): Buffer {
  let data: Uint8Array = Buffer.alloc(bytes, unit);
  for (let i = 0; i < times; i++) data = deflateSync(data, { level: 9 });
  return Buffer.from(data);
}

/** The entry of a stream that Flate packed so many times. */
const flates = (times: number) => `/Filter [${'/FlateDecode '.repeat(times)}]`;

/** A stream object; `entries` go into its dictionary. */
const stream = (entries: string, data: Buffer | string): string =>
  `<< ${entries} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`;

const TEXT = 'BT /R 12 Tf 72 700 Td (Words of the page.) Tj ET';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>';

/** A file of one page. `content` is its stream, `font` its font, `resources` further ones, `more` objects from 6 on. */
function pageOf({
  content = stream('', TEXT),
  font = FONT,
  resources = '',
  catalog = '',
  more = [],
}: {
  readonly content?: string;
  readonly font?: string;
  readonly resources?: string;
  readonly catalog?: string;
  readonly more?: readonly string[];
}): Uint8Array {
  return fileOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /R 5 0 R >> ${resources} >> >>`,
    content,
    font,
    ...more,
  ]);
}

/** Streams of a few hundred bytes that unpack to 192 MiB, by where they are and how they are packed. */
const BOMBS: readonly (readonly [string, () => Uint8Array])[] = [
  ['contents', () => pageOf({ content: stream(flates(3), packed(' ')) })],
  [
    'several contents',
    () =>
      fileOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [4 0 R 5 0 R 6 0 R 7 0 R] /Resources << >> >>',
        ...[1, 2, 3, 4].map(() => stream(flates(3), packed(' ', UNPACKED / 4))),
      ]),
  ],
  [
    'repeats',
    () => pageOf({ content: stream('/Filter [/FlateDecode /FlateDecode /RunLengthDecode]', runs()) }),
  ],
  [
    'digits',
    () =>
      pageOf({
        content: stream('/Filter [/FlateDecode /FlateDecode /FlateDecode /ASCIIHexDecode]', packed('20')),
      }),
  ],
  [
    'rows of a predictor',
    () =>
      pageOf({
        content: stream(
          '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 250000000 >>',
          deflateSync(Buffer.alloc(100, 2)),
        ),
      }),
  ],
  [
    'a map of characters',
    () =>
      pageOf({
        font: FONT.replace('>>', '/ToUnicode 6 0 R >>'),
        more: [stream(flates(3), packed(' '))],
      }),
  ],
  [
    'a font',
    () =>
      pageOf({
        font: '<< /Type /Font /Subtype /TrueType /BaseFont /Own /FirstChar 32 /LastChar 33 /Widths [500 500] /FontDescriptor 6 0 R >>',
        more: [
          '<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 0 1000 1000] /FontFile2 7 0 R >>',
          stream(flates(3), packed('\0')),
        ],
      }),
  ],
  [
    'metadata',
    () =>
      pageOf({
        catalog: '/Metadata 6 0 R',
        more: [stream(`/Type /Metadata /Subtype /XML ${flates(3)}`, packed(' '))],
      }),
  ],
  [
    'a form',
    () =>
      pageOf({
        content: stream('', `${TEXT} /N Do`),
        resources: '/XObject << /N 6 0 R >>',
        more: [stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${flates(3)}`, packed(' '))],
      }),
  ],
  [
    'a picture of one pixel',
    () =>
      pageOf({
        content: stream('', `${TEXT} /N Do`),
        resources: '/XObject << /N 6 0 R >>',
        more: [
          stream(
            `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${flates(3)}`,
            packed(' '),
          ),
        ],
      }),
  ],
  [
    'a picture in the contents',
    () =>
      pageOf({
        content: stream(
          '',
          `${TEXT} BI /W 1 /H 1 /BPC 8 /CS /G /F [/Fl /Fl /Fl] ID ${packed(' ').toString('latin1')} EI`,
        ),
      }),
  ],
  ['a table of objects', () => inTable(packed('\x01\x00\x00'))],
];

/** A font whose map of characters is a picture of 20,000 pixels a side. */
const pictureAsMap = (): Uint8Array =>
  pageOf({
    font: FONT.replace('>>', '/ToUnicode 6 0 R >>'),
    more: [stream('/Filter /DCTDecode', jpeg(20_000))],
  });

/** A file whose table of objects is a stream (ISO 32000-2, 7.5.8). */
function inTable(data: Buffer): Uint8Array {
  const size = UNPACKED / 3;
  const table = stream(`/Type /XRef /Size ${size} /W [1 1 1] /Root 1 0 R ${flates(3)}`, data);
  const file = `%PDF-1.5\n1 0 obj\n<< /Type /Catalog >>\nendobj\n`;
  const end = `2 0 obj\n${table}\nendobj\nstartxref\n${file.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file + end, 'latin1'));
}

function runs(): Buffer {
  return Buffer.from(
    deflateSync(deflateSync(Buffer.alloc(3 * 1024 * 1024, Buffer.from([129, 32])), { level: 9 }), {
      level: 9,
    }),
  );
}

/** A grey JPEG of so many pixels a side whose only scan ends at once (ISO 10918-1, B). */
function jpeg(side: number): Buffer {
  const size = [side >> 8, side & 255];
  const oneCode = [1, ...new Array<number>(15).fill(0), 0];
  return Buffer.from([
    ...[255, 216, 255, 219, 0, 67, 0, ...new Array<number>(64).fill(1)],
    ...[255, 192, 0, 11, 8, ...size, ...size, 1, 1, 17, 0],
    ...[255, 196, 0, 20, 0, ...oneCode, 255, 196, 0, 20, 16, ...oneCode],
    ...[255, 218, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0, 0, 255, 217],
  ]);
}

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

test.each([
  [100, 'ok'],
  [40_000, 'document_too_complex'],
])('links of a page count with the characters that they may be over, %i: %s', async (count, outcome) => {
  const words = [...Array(count).keys()].map((i) => `1 0 0 1 ${30 + (i % 25) * 22} 700 Tm (w) Tj`);
  const bytes = pageOf({
    content: stream('', `BT /R 3 Tf ${words.join('\n')} ET`),
    resources: `>> /Annots [${'6 0 R '.repeat(count)}] /More << /None 0`,
    more: [
      '<< /Type /Annot /Subtype /Link /Rect [10 10 20 20] /A << /S /URI /URI (https://example.com/) >> >>',
    ],
  });
  const document = { bytes, contentType: undefined, url: '' };
  expect((await convertDocument('pdf', document, {})).outcome).toBe(outcome);
});
