import { describe, expect, test } from 'vitest';
import { outcomeFailure } from '../../src/conversion/outcome-failure.ts';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { assemble, cidFont, pdfInFont, scan } from './makers/by-hand.ts';

async function read(bytes: Uint8Array) {
  const { text, outcome, lack } = await convertDocument(
    'pdf',
    { bytes, contentType: undefined, url: '' },
    {},
  );
  return { text, outcome, lack };
}

const PROSE =
  'The builders of the bridge measured the river in spring, when the water stood highest, and again in autumn.';
const OTHER = { outcome: 'malformed_document', lack: 'characters' };

/** A text of codes of two bytes, in hexadecimal, each `distance` before its character. */
const codes = (text: string, distance = 0) =>
  `<${[...text].map((sign) => (sign.codePointAt(0)! - distance).toString(16).padStart(4, '0')).join('')}>`;
/** A text of codes of one byte, in hexadecimal. */
const bytes = (text: string, code: (sign: string) => number) =>
  `<${[...text].map((sign) => code(sign).toString(16).padStart(2, '0')).join('')}>`;
/** Codes of the glyphs of most TrueType fonts: the blank is the third one. */
const shifted = codes(PROSE, 29);

describe('character maps of fonts that embed none', () => {
  test.each([
    ['UniGB-UCS2-H', 'GB1', '6cb36d414e0a768468656881', '河流上的桥梁'],
    ['GBK-EUC-H', 'GB1', 'bad3c1f7c9cfb5c4c7c5c1ba', '河流上的桥梁'],
    ['ETen-B5-H', 'CNS1', 'aa65ac79a457aababef4bcd9', '河流上的橋樑'],
    ['90ms-RKSJ-H', 'Japan1', '90ec82c989cb82a982e98bb4', '川に架かる橋'],
    ['UniJIS-UTF16-H', 'Japan1', '5ddd306b67b6304b308b6a4b', '川に架かる橋'],
    ['Identity-H', 'Japan1', '0a920374054d0354039406ae', '川に架かる橋'],
    ['KSCms-UHC-H', 'Korea1', 'b0ad20c0a7c0c720b4d9b8ae', '강 위의 다리'],
  ])('%s of %s', async (encoding, ordering, hex, text) => {
    const pdf = pdfInFont({ ...cidFont({ encoding, ordering }), lines: [`<${hex}>`] });
    expect(await read(pdf)).toEqual({ text, outcome: 'ok', lack: null });
  });
});

describe('text that is not in the file', () => {
  const identity = { encoding: 'Identity-H', ordering: 'Identity' };
  const told = Object.fromEntries(
    [...new Set(PROSE)].map((sign) => [codes(sign).slice(1, -1), codes(sign).slice(1, -1)]),
  );

  test('codes that are glyphs of a font without a map are no letters', async () => {
    expect(await read(pdfInFont({ ...cidFont(identity), lines: [shifted] }))).toMatchObject(OTHER);
    const few = pdfInFont({ ...cidFont(identity), lines: [codes('Hi', 29)] });
    expect(await read(few)).toMatchObject(OTHER);
  });

  test('codes that read as words are letters, also without a map', async () => {
    const pdf = pdfInFont({ ...cidFont(identity), lines: [codes(PROSE)] });
    expect(await read(pdf)).toEqual({ text: PROSE, outcome: 'ok', lack: null });
  });

  test('one glyph in twenty may be without a character, and shows its place', async () => {
    const { [codes('b').slice(1, -1)]: _, ...without } = told;
    const pdf = pdfInFont({ ...cidFont({ ...identity, toUnicode: without }), lines: [codes(PROSE)] });
    expect(await read(pdf)).toEqual({ text: PROSE.replaceAll('b', '\ufffd'), outcome: 'ok', lack: null });
    const { [codes('e').slice(1, -1)]: __, ...more } = told;
    const other = pdfInFont({ ...cidFont({ ...identity, toUnicode: more }), lines: [codes(PROSE)] });
    expect(await read(other)).toMatchObject(OTHER);
  });

  test('one word in ten may have lost a glyph, however few glyphs that is of long words', async () => {
    const { [codes('v').slice(1, -1)]: _, ...without } = told;
    const inWords = (words: number) => {
      const long = 'thebuildersofthebridgemeasuredthe';
      const lines = Array.from({ length: 30 }, (_line, i) => codes(`${long}${i < words ? 'v' : ''} ${long}`));
      return read(pdfInFont({ ...cidFont({ ...identity, toUnicode: without }), lines }));
    };
    expect(await inWords(6)).toMatchObject({ outcome: 'ok' });
    expect(await inWords(7)).toMatchObject(OTHER);
  });

  test('a control character in a map is no character', async () => {
    const map = { ...told, [codes('e').slice(1, -1)]: '0000' };
    const pdf = pdfInFont({ ...cidFont({ ...identity, toUnicode: map }), lines: [codes(PROSE)] });
    expect(await read(pdf)).toMatchObject(OTHER);
  });

  test('a glyph that its map gives no character is left out', async () => {
    const map = { ...told, '2022': '' };
    const pdf = pdfInFont({
      ...cidFont({ ...identity, toUnicode: map }),
      lines: [codes(PROSE.replaceAll('e', 'e\u2022'))],
    });
    expect(await read(pdf)).toEqual({ text: PROSE, outcome: 'ok', lack: null });
  });

  const symbolic = `<< /Type /Font /Subtype /TrueType /BaseFont /Unheard /FirstChar 33 /LastChar 126 /Widths [${'600 '.repeat(94)}] /FontDescriptor << /Type /FontDescriptor /FontName /Unheard /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>`;
  const letters = [...new Set(PROSE.replaceAll(' ', ''))];

  test('codes in the order in which letters come first are no letters', async () => {
    const inOrder = (sign: string) => (sign === ' ' ? 32 : 65 + letters.indexOf(sign));
    const pdf = pdfInFont({ font: symbolic, lines: [bytes(PROSE, inOrder)] });
    expect(await read(pdf)).toMatchObject(OTHER);
    const plain = pdfInFont({ font: symbolic, lines: [bytes(PROSE, (sign) => sign.charCodeAt(0))] });
    expect(await read(plain)).toEqual({ text: PROSE, outcome: 'ok', lack: null });
  });

  test('a drawn font whose glyphs have no names of letters is judged by its letters', async () => {
    const drawn = (first: number) =>
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 33 /LastChar 126 /Widths [${'6 '.repeat(94)}] /Resources << >> /CharProcs << /stroke 6 0 R >> /Encoding << /Type /Encoding /Differences [${first} ${'/stroke '.repeat(94)}] >> >>`;
    const more = ['<< /Length 10 >>\nstream\n6 0 d0 f  \n\nendstream'];
    const inOrder = (sign: string) => (sign === ' ' ? 32 : 65 + letters.indexOf(sign));
    const lines = [bytes(PROSE, inOrder)];
    expect(await read(pdfInFont({ font: drawn(33), more, lines }))).toMatchObject(OTHER);
    const plain = [bytes(PROSE, (sign) => sign.charCodeAt(0))];
    expect(await read(pdfInFont({ font: drawn(33), more, lines: plain }))).toMatchObject({
      text: PROSE,
      outcome: 'ok',
    });
  });

  test('a font that cannot be read at all counts as much as it shows', async () => {
    const broken = cidFont({ encoding: 'Unheard-H', ordering: 'GB1' });
    const lines = [codes('Lost')];
    expect(await read(pdfInFont({ ...broken, lines }))).toMatchObject(OTHER);
    expect(await read(pdfInFont({ ...broken, lines, plain: ['(Read)'] }))).toMatchObject(OTHER);
    const little = await read(pdfInFont({ ...broken, lines, plain: Array(25).fill('(Read)') }));
    expect(little.outcome).toBe('ok');
  });

  test('a scan is named as pictures of text, an empty page as no content', async () => {
    expect(await read(scan())).toEqual({ text: '', outcome: 'empty_content', lack: 'text' });
    expect(await read(assemble(''))).toEqual({ text: '', outcome: 'empty_content', lack: null });
  });

  test('failures say what to do about the document, not about its address', () => {
    for (const lack of ['text', 'characters'] as const) {
      const { message } = outcomeFailure('empty_content', {}, { lack }).failure;
      expect(message).toContain('(OCR)');
      expect(message).not.toContain('address');
    }
    const exceeded = 'more than 2000 pages';
    const { message } = outcomeFailure('document_too_complex', {}, { exceeded }).failure;
    expect(message).toContain(exceeded);
    expect(message).not.toContain('address');
  });
});

describe('names of glyphs', () => {
  /** A font that names the glyphs of the codes from 65 on. */
  const inNamedFont = (names: readonly string[]) =>
    pdfInFont({
      font: `<< /Type /Font /Subtype /Type1 /BaseFont /Unheard /FirstChar 65 /LastChar ${64 + names.length} /Widths [${'600 '.repeat(names.length)}] /FontDescriptor 6 0 R /Encoding << /Type /Encoding /Differences [65 ${names.map((name) => `/${name}`).join(' ')}] >> >>`,
      more: [
        '<< /Type /FontDescriptor /FontName /Unheard /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
      ],
      lines: [`<${names.map((_, i) => (65 + i).toString(16)).join('')}>`],
    });

  test.each([
    ['a form of a character', ['uni0E40', 'uni0E0A', 'uni0E48.low', 'uni0E19'], 'เช่น'],
    ['characters in one glyph', ['o', 'f_f_i', 'c', 'e.end'], 'office'],
    ['characters in one glyph, by number', ['uni03B103B2', 'u1F600.alt', 'uni0041_u0042'], 'αβ😀AB'],
    ['a name longer than the format has', [`uni${'0041'.repeat(40)}`, 'b', 'c', 'd'], 'Abcd'],
    ['nothing that tells a character', ['glyph.low', 'uniD83D.alt', 'u110000.alt', 'f_glyph'], 'ABCD'],
  ])('%s', async (_, names, text) => {
    expect((await read(inNamedFont(names))).text).toBe(text);
  });
});

describe('forms of characters', () => {
  /** A text in a font whose map tells each of its characters. */
  const inMappedFont = (text: string) => {
    const toUnicode = Object.fromEntries(
      [...text].map((sign) => [codes(sign).slice(1, -1), codes(sign).slice(1, -1)]),
    );
    return pdfInFont({
      ...cidFont({ encoding: 'Identity-H', ordering: 'Identity', toUnicode }),
      lines: [codes(text)],
    });
  };

  test.each([
    ['ligatures of Latin', 'oﬃce ﬂoor ﬁle', 'office floor file'],
    ['Kangxi radicals', '⽇本の⽔⻟', '日本の水⻟'],
    ['vertical forms of marks', '橋﹁川﹂︒', '橋「川」。'],
    ['Arabic letters, drawn from left to right', 'ﺔﻐﻠﻟﺍ', 'اللغة'],
    ['ligatures of Arabic', 'ﻡﻼﺳ', 'سلام'],
    ['what means something by its form', 'x² ½ ① Ａ ㎏ ｶ 豈', 'x² ½ ① Ａ ㎏ ｶ 豈'],
  ])('%s', async (_, drawn, text) => {
    expect((await read(inMappedFont(drawn))).text).toBe(text);
  });

  test.each([
    ['ideographs and kana are no blanks', '橋の上で、川', '橋の上で、川'],
    ['Hangul may be', '다리와강물', '다 리 와 강 물'],
  ])('gaps of a line that is spread: %s', async (_, drawn, text) => {
    const toUnicode = Object.fromEntries(
      [...drawn].map((sign) => [codes(sign).slice(1, -1), codes(sign).slice(1, -1)]),
    );
    const font = cidFont({ encoding: 'Identity-H', ordering: 'Identity', toUnicode });
    const spread = `[${[...drawn].map((sign) => codes(sign)).join(' -300 ')}]`;
    expect((await read(pdfInFont({ ...font, lines: [spread] }))).text).toBe(text);
  });

  test('accents drawn over or under a letter compose with it, others stay', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>';
    const drawn = [
      '[(voc\\210) 390 (e)]',
      '[(n\\230) 390 (ao)]',
      '[(LICENC) 450 (\\270A)]',
      '[(l\\264) 0 (e)]',
    ];
    const { text } = await read(pdfInFont({ font, lines: drawn }));
    expect(text).toBe('você não LICENÇA l´e');
  });

  test('a glyph of a syllable has its advance, so that its word stays whole', async () => {
    const toUnicode = { '0041': '0938094d0930', '0042': '0928', '0043': '0926' };
    const font = cidFont({
      encoding: 'Identity-H',
      ordering: 'Identity',
      toUnicode,
      widths: '[65 [1000 1000 1000]]',
    });
    const pdf = pdfInFont({ ...font, lines: ['<00410042> Tj 24 0 Td <0043>'] });
    expect((await read(pdf)).text).toBe('स्रनद');
  });

  test('a blank parts words that run to the right from words that run to the left', async () => {
    const text = 'ﺎﻫﺰﻣﺭ';
    const toUnicode = Object.fromEntries(
      [...`${text}U`].map((sign) => [codes(sign).slice(1, -1), codes(sign).slice(1, -1)]),
    );
    const pdf = pdfInFont({
      ...cidFont({ encoding: 'Identity-H', ordering: 'Identity', toUnicode }),
      lines: [`[${codes('U')} -700 ${codes(text)}]`],
    });
    expect((await read(pdf)).text).toBe('رمزها U');
  });
});

describe('bitmaps that TeX wrote for a font', () => {
  const LETTERS = Array.from('abcdefghilmnorstuwy', (letter) => letter.charCodeAt(0));
  /** A font of type 3, whose glyphs are named by their codes. */
  const bitmaps = (own: readonly number[], lines: readonly string[]) => {
    const all = [...own, ...LETTERS, 32].sort((a, b) => a - b);
    const names = all.map((code) => `${code} /a${code}`).join(' ');
    const glyph = '500 0 0 0 400 700 d1 0 0 400 700 re f';
    return pdfInFont({
      font: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << ${all.map((code) => `/a${code} 6 0 R`).join(' ')} >> /Encoding << /Type /Encoding /Differences [${names}] >> /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] >>`,
      more: [`<< /Length ${glyph.length} >>\nstream\n${glyph}\nendstream`],
      lines,
    });
  };

  test.each([
    [
      'T1',
      [27, 28, 29, 21],
      '(the o\\033er of the \\035ag\\025the \\034rst)',
      'the offer of the flag–the first',
    ],
    [
      'OT1',
      [11, 12, 14],
      '(the o\\013er and the \\016 of the \\014rst)',
      'the offer and the ffi of the first',
    ],
  ])('has the ligatures of %s', async (_, own, line, text) => {
    expect((await read(bitmaps([...own, 44], [line]))).text).toBe(text);
  });
});
