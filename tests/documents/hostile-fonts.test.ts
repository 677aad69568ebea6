import { expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { cidFont, pdfInFont } from './makers/fonts.ts';

const read = (bytes: Uint8Array) => convertDocument('pdf', { bytes, contentType: undefined, url: '' }, {});

test('fonts with long maps are read as far as the budget of a page, and no further', async () => {
  const drawn = (count: number) => {
    const { font, more } = cidFont({ encoding: 'UniCNS-UTF32-H', ordering: 'CNS1' });
    const names = Array.from({ length: count }, (_, i) => `/F${i}`);
    // Other supplements make other fonts of one form.
    const fonts = names.map(
      (name, i) =>
        `${name} ${font.replace('6 0 R', `${more![0]!.replace('Supplement 2', `Supplement ${i}`)}`)}`,
    );
    return pdfInFont({ font: '<< >>', more: more!, lines: [], fonts, shown: names });
  };
  expect((await read(drawn(3))).text).toBe('川川川');
  expect((await read(drawn(60))).outcome).toBe('document_too_complex');
});
