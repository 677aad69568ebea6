import { describe, expect, it } from 'vitest';
import { CHARSET_SAMPLES } from './charset-samples.fixture.ts';
import { decodeHtml } from './decode.ts';

const ascii = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const join = (...parts: (string | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? ascii(part) : part)]));
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return new Uint8Array(view.buffer);
};
const isUnicode = (encoding: string) => encoding.startsWith('utf-');
const LEGACY = CHARSET_SAMPLES.filter(({ encoding }) => !isUnicode(encoding));

describe('decodeHtml', () => {
  it.each(CHARSET_SAMPLES)('decodes $encoding as the header says', ({ encoding, label, text, hex }) => {
    expect(decodeHtml(bytesOf(hex), `text/html; charset=${label}`)).toMatchObject({ text, encoding });
    expect(decodeHtml(bytesOf(hex), `text/html;x=y; Charset = "${label.toUpperCase()}"`)).toMatchObject({
      text,
      encoding,
    });
  });

  it.each(LEGACY)('decodes $encoding as a meta element says', ({ encoding, label, text, hex }) => {
    for (const meta of [
      `<meta charset=${label}>`,
      `<!-- <meta charset=utf-8> --><title x='<meta charset=big5>'></title><META foo CHARSET = ' ${label} '/>`,
      `<meta content="text/html; charset=${label}" http-equiv=Content-Type>`,
      `<?xml version="1.0" encoding="${label}"?>`,
    ]) {
      const page = decodeHtml(join(meta, bytesOf(hex)), 'text/html');
      expect(page).toMatchObject({ text: meta + text, encoding });
    }
  });

  it.each(LEGACY)(
    'believes the header over a wrong meta element, for $encoding',
    ({ encoding, text, hex }) => {
      const meta = '<meta charset=utf-8>';
      expect(decodeHtml(join(meta, bytesOf(hex)), `text/html; charset=${encoding}`)).toMatchObject({
        text: meta + text,
        encoding,
      });
    },
  );

  it.each(LEGACY)('believes a wrong declaration of $encoding over valid UTF-8', ({ encoding }) => {
    const utf8 = new TextEncoder().encode('Привет');
    const page = decodeHtml(utf8, `text/html; charset=${encoding}`);
    expect(page.encoding).toBe(encoding);
    expect(page.text).not.toBe('Привет');
  });

  it.each(LEGACY)('does not read a declaration of $encoding after the first 1024 bytes', ({ encoding }) => {
    const page = join(' '.repeat(1024), `<meta charset=${encoding}>`, new TextEncoder().encode('Grüße'));
    expect(decodeHtml(page).encoding).toBe('utf-8');
  });

  it('falls back to windows-1252 for a letter that could be any', () => {
    expect(decodeHtml(ascii('<p>A caf\xe9 in town'))).toMatchObject({
      text: '<p>A café in town',
      encoding: 'windows-1252',
    });
  });

  it('gives the 32 values of windows-1252 between 0x80 and 0x9f', () => {
    const block = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i);
    const expected =
      '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
      '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
    for (const label of ['windows-1252', 'iso-8859-1', 'us-ascii'])
      block.forEach((byte, i) => {
        expect(decodeHtml(Uint8Array.of(byte), `text/html; charset=${label}`).text).toBe(expected.charAt(i));
      });
  });

  describe('UTF-16', () => {
    const page = '<!doctype html><p>Grüße, 世界 😀</p>';
    it.each([
      ['utf-16le', true],
      ['utf-16be', false],
    ] as const)('decodes %s with a mark, by its header, and by its zero bytes', (encoding, little) => {
      const bytes = utf16(page, little);
      expect(decodeHtml(join(utf16('\ufeff', little), bytes), 'text/html; charset=koi8-r')).toMatchObject({
        text: page,
        encoding,
      });
      expect(decodeHtml(bytes, `text/html; charset=${encoding}`)).toMatchObject({ text: page, encoding });
      expect(decodeHtml(bytes)).toMatchObject({ text: page, encoding });
      expect(decodeHtml(utf16(`<?xml version="1.0"?>${page}`, little)).encoding).toBe(encoding);
    });

    it('reads utf-16 in a meta element as utf-8', () => {
      const meta = '<meta charset=utf-16>';
      expect(decodeHtml(join(meta, new TextEncoder().encode('é')))).toMatchObject({
        text: `${meta}é`,
        encoding: 'utf-8',
      });
    });

    it('replaces an odd last byte and lone surrogates', () => {
      const bytes = join(utf16('<p>a\ud800b', true), '\x41');
      expect(decodeHtml(bytes, 'text/html; charset=utf-16').text).toBe('<p>a\ufffdb\ufffd');
    });
  });

  it('never decodes UTF-7', () => {
    const bytes = ascii('<meta charset=utf-7>+ADw-script+AD4-');
    expect(decodeHtml(bytes, 'text/html; charset=utf-7')).toMatchObject({
      text: '<meta charset=utf-7>+ADw-script+AD4-',
      encoding: 'utf-8',
    });
  });

  it('decodes encodings that hide markup to one replacement character', () => {
    for (const label of ['iso-2022-kr', 'hz-gb-2312', 'iso-2022-cn'])
      expect(decodeHtml(ascii('<p>x'), `text/html; charset=${label}`)).toMatchObject({
        text: '\ufffd',
        encoding: 'replacement',
      });
  });

  it('strips one UTF-8 mark, whatever header and meta say', () => {
    const bytes = join('\xef\xbb\xbf', '<meta charset=koi8-r>', new TextEncoder().encode('й'));
    expect(decodeHtml(bytes, 'text/html; charset=big5')).toMatchObject({
      text: '<meta charset=koi8-r>й',
      encoding: 'utf-8',
    });
  });

  it.each([
    ['an unknown label', 'text/html; charset=klingon'],
    ['an empty label', 'text/html; charset='],
    ['no charset', 'text/html'],
    ['nothing', ''],
    ['nonsense', ';;;charset'],
  ])('passes over a header with %s', (_, header) => {
    const bytes = new TextEncoder().encode('<meta charset=klingon>é');
    expect(decodeHtml(bytes, header)).toMatchObject({ text: '<meta charset=klingon>é', encoding: 'utf-8' });
  });

  it('passes over metas without an encoding and tags that the first 1024 bytes cut off', () => {
    const cut = `${' '.repeat(1000)}<meta name=x content="`;
    for (const head of [
      '<meta name=charset content=koi8-r><meta http-equiv=refresh content="charset=koi8-r">',
      cut,
    ]) {
      const bytes = join(
        head,
        '<meta charset=koi8-r>'.slice(0, head === cut ? 21 : 0),
        new TextEncoder().encode('é'),
      );
      expect(decodeHtml(bytes).encoding).toBe('utf-8');
    }
  });

  it('takes UTF-8 that the end cuts within a character for UTF-8', () => {
    const bytes = new TextEncoder().encode('<p>Привет').subarray(0, -1);
    expect(decodeHtml(bytes).encoding).toBe('utf-8');
  });

  it('replaces malformed UTF-8 that is declared', () => {
    expect(decodeHtml(ascii('a\xc3(b\xff'), 'text/html; charset=utf-8').text).toBe('a\ufffd(b\ufffd');
  });

  it('decodes nothing to nothing', () => {
    expect(decodeHtml(new Uint8Array())).toMatchObject({ text: '', encoding: 'utf-8' });
  });

  const MILL = 'The old mill stands by the river, and the village comes there every spring to see it turn. ';
  const META = '<!doctype html><meta charset=utf-8><title>Mill</title><p>';
  /** A page of ten sentences, each with some broken bytes at its end. */
  const broken = (hex: string, sentence = `${MILL}${MILL}`) =>
    join(META, ...Array.from({ length: 10 }, () => join(sentence, bytesOf(hex), ' ')));

  it.each([
    ['half of an ideograph of EUC-KR', 'b0a1', 2],
    ['an ideograph of GBK', 'c4e3', 2],
    ['a blank of Shift_JIS', '8140', 1],
    ['katakana of Shift_JIS', '8365', 1],
    ['a character that is cut off', 'e282', 1],
    ['a letter of Latin-1', 'e9', 1],
    ['a quotation mark of windows-1252', '92', 1],
  ])('keeps a page UTF-8 that says so twice and has a few faults: %s', (_, hex, faults) => {
    const { text, encoding } = decodeHtml(broken(hex), 'text/html; charset=utf-8');
    expect(encoding).toBe('utf-8');
    expect(text.match(/\ufffd/g)).toHaveLength(10 * faults);
    expect(text.replaceAll('\ufffd', '').match(/old mill stands/g)).toHaveLength(20);
  });

  it.each(['b0a1', 'c4e3', 'bac3c4e3', '8140', '8365', 'e282'])(
    'reads no ideographs between Latin letters, however many faults there are: %s',
    (hex) => {
      const { text } = decodeHtml(broken(hex, MILL.slice(0, 40)), 'text/html; charset=utf-8');
      expect(text).not.toMatch(/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af]/);
    },
  );

  it('reads another encoding under two wrong names', () => {
    const chinese = join(META, ...Array.from({ length: 30 }, () => bytesOf('c4e3bac3cac0bde7d6d0b9fa')));
    expect(decodeHtml(chinese, 'text/html; charset=utf-8').text).toContain('你好世界中国');
    const german = join(META, ...Array.from({ length: 30 }, () => join('und die Stra', bytesOf('df'), 'e ')));
    expect(decodeHtml(german, 'text/html; charset=utf-8').text).toContain('Straße');
  });

  it('reads another encoding that a header alone denies', () => {
    const faults = broken('8365').subarray(META.length);
    expect(decodeHtml(faults, 'text/html; charset=utf-8').encoding).not.toBe('utf-8');
  });
});
