import { describe, expect, it } from 'vitest';
import { decodeHtml } from './decode.ts';

/** Text in every encoding of the Encoding Standard that a page can be written in; bytes made by CPython's codecs. */
const SAMPLES: readonly { encoding: string; label: string; text: string; hex: string }[] = [
  {
    encoding: 'ibm866',
    label: 'cp866',
    text: 'Привет, мир: съешь ещё этих мягких булок',
    hex: '8fe0a8a2a5e22c20aca8e03a20e1eaa5e8ec20a5e9f120ede2a8e520acefa3aaa8e520a1e3abaeaa',
  },
  {
    encoding: 'iso-8859-2',
    label: 'latin2',
    text: 'Příliš žluťoučký kůň úpěl ďábelské ódy',
    hex: '50f8ed6c69b920be6c75bb6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f36479',
  },
  {
    encoding: 'iso-8859-2',
    label: 'latin2',
    text: 'Zażółć gęślą jaźń',
    hex: '5a61bff3b3e62067eab66cb1206a61bcf1',
  },
  {
    encoding: 'iso-8859-3',
    label: 'iso-8859-3',
    text: 'eĥoŝanĝo ĉiuĵaŭde',
    hex: '65b66ffe616ef86f20e66975bc61fd6465',
  },
  {
    encoding: 'iso-8859-4',
    label: 'iso-8859-4',
    text: 'Glāžšķūņa rūķīši',
    hex: '476ce0beb9f3fef1612072fef3efb969',
  },
  {
    encoding: 'iso-8859-5',
    label: 'cyrillic',
    text: 'Привет, мир: съешь ещё этих мягких булок',
    hex: 'bfe0d8d2d5e22c20dcd8e03a20e1ead5e8ec20d5e9f120ede2d8e520dcefd3dad8e520d1e3dbdeda',
  },
  { encoding: 'iso-8859-6', label: 'arabic', text: 'مرحبا بالعالم', hex: 'e5d1cdc8c720c8c7e4d9c7e4e5' },
  { encoding: 'iso-8859-7', label: 'greek8', text: 'Καλημέρα κόσμε', hex: 'cae1ebe7ecddf1e120eafcf3ece5' },
  { encoding: 'iso-8859-8', label: 'visual', text: 'שלום עולם', hex: 'f9ece5ed20f2e5eced' },
  { encoding: 'iso-8859-8-i', label: 'logical', text: 'שלום עולם', hex: 'f9ece5ed20f2e5eced' },
  {
    encoding: 'iso-8859-10',
    label: 'iso-8859-10',
    text: 'Čáppa Ŋuorjjaš Đŧ',
    hex: 'c8e170706120af756f726a6a61ba20a9bb',
  },
  {
    encoding: 'iso-8859-13',
    label: 'iso-8859-13',
    text: 'Glāžšķūņa rūķīši',
    hex: '476ce2fef0edfbf2612072fbedeef069',
  },
  {
    encoding: 'iso-8859-14',
    label: 'iso-8859-14',
    text: 'ḃeaċ ċoiġil ḋá ṗoll',
    hex: 'a26561a520a56f69b3696c20abe120b96f6c6c',
  },
  {
    encoding: 'iso-8859-15',
    label: 'l9',
    text: 'Cœur naïf coûte 5 €',
    hex: '43bd7572206e61ef6620636ffb7465203520a4',
  },
  {
    encoding: 'iso-8859-16',
    label: 'iso-8859-16',
    text: 'Ștefan și țara',
    hex: 'aa746566616e20ba6920fe617261',
  },
  {
    encoding: 'koi8-r',
    label: 'koi',
    text: 'Привет, мир: съешь ещё этих мягких булок',
    hex: 'f0d2c9d7c5d42c20cdc9d23a20d3dfc5dbd820c5dda320dcd4c9c820cdd1c7cbc9c820c2d5cccfcb',
  },
  {
    encoding: 'koi8-u',
    label: 'koi8-ru',
    text: "Ґанок її під'їзду, є",
    hex: 'bdc1cecfcb20a7a720d0a6c427a7dac4d52c20a4',
  },
  {
    encoding: 'macintosh',
    label: 'x-mac-roman',
    text: 'naïve café œuvre “x” ™',
    hex: '6e61957665206361668e20cf7576726520d278d320aa',
  },
  { encoding: 'windows-874', label: 'tis-620', text: 'สวัสดีชาวโลก', hex: 'cac7d1cab4d5aad2c7e2c5a1' },
  {
    encoding: 'windows-1250',
    label: 'cp1250',
    text: 'Příliš žluťoučký kůň úpěl ďábelské ódy',
    hex: '50f8ed6c699a209e6c759d6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f36479',
  },
  {
    encoding: 'windows-1251',
    label: 'x-cp1251',
    text: 'Привет, мир: съешь ещё этих мягких булок',
    hex: 'cff0e8e2e5f22c20ece8f03a20f1fae5f8fc20e5f9b820fdf2e8f520ecffe3eae8f520e1f3ebeeea',
  },
  {
    encoding: 'windows-1252',
    label: 'iso-8859-1',
    text: '“naïve” — café €5 … Œuvre ‰',
    hex: '936e61ef766594209720636166e92080352085208c757672652089',
  },
  {
    encoding: 'windows-1253',
    label: 'windows-1253',
    text: 'Καλημέρα κόσμε',
    hex: 'cae1ebe7ecddf1e120eafcf3ece5',
  },
  {
    encoding: 'windows-1254',
    label: 'latin5',
    text: 'İstanbul ığdır şöğüç',
    hex: 'dd7374616e62756c20fdf064fd7220fef6f0fce7',
  },
  { encoding: 'windows-1255', label: 'windows-1255', text: 'שלום עולם', hex: 'f9ece5ed20f2e5eced' },
  {
    encoding: 'windows-1256',
    label: 'windows-1256',
    text: 'مرحبا بالعالم',
    hex: 'e3d1cdc8c720c8c7e1dac7e1e3',
  },
  {
    encoding: 'windows-1257',
    label: 'windows-1257',
    text: 'Glāžšķūņa rūķīši',
    hex: '476ce2fef0edfbf2612072fbedeef069',
  },
  { encoding: 'windows-1258', label: 'windows-1258', text: 'Việt Nam', hex: '5669eaf274204e616d' },
  {
    encoding: 'x-mac-cyrillic',
    label: 'x-mac-ukrainian',
    text: 'Привет, мир: съешь ещё этих мягких булок',
    hex: '8ff0e8e2e5f22c20ece8f03a20f1fae5f8fc20e5f9de20fdf2e8f520ecdfe3eae8f520e1f3ebeeea',
  },
  {
    encoding: 'gbk',
    label: 'gb2312',
    text: '你好，世界。简体中文网页',
    hex: 'c4e3bac3a3accac0bde7a1a3bcf2cce5d6d0cec4cdf8d2b3',
  },
  { encoding: 'gb18030', label: 'gb18030', text: '你好 😀 €', hex: 'c4e3bac3209439fc3620a2e3' },
  {
    encoding: 'big5',
    label: 'big5-hkscs',
    text: '你好，世界。繁體中文網頁',
    hex: 'a741a66ea141a540acc9a143c163c5e9a4a4a4e5baf4adb6',
  },
  {
    encoding: 'euc-jp',
    label: 'x-euc-jp',
    text: 'こんにちは、世界。カタカナと漢字',
    hex: 'a4b3a4f3a4cba4c1a4cfa1a2c0a4b3a6a1a3a5aba5bfa5aba5caa4c8b4c1bbfa',
  },
  {
    encoding: 'iso-2022-jp',
    label: 'iso-2022-jp',
    text: 'こんにちは、世界。カタカナと漢字',
    hex: '1b244224332473244b2441244f2122402433262123252b253f252b254a244834413b7a1b2842',
  },
  {
    encoding: 'shift_jis',
    label: 'Windows-31J',
    text: 'こんにちは、世界。カタカナと漢字',
    hex: '82b182f182c982bf82cd814190a28a458142834a835e834a836982c68abf8e9a',
  },
  {
    encoding: 'euc-kr',
    label: 'ks_c_5601-1987',
    text: '안녕하세요 세계 한국어 문서',
    hex: 'bec8b3e7c7cfbcbcbfe420bcbcb0e820c7d1b1b9beee20b9aebcad',
  },
  { encoding: 'utf-16le', label: 'utf-16le', text: '你好 😀 €', hex: '604f7d5920003dd800de2000ac20' },
  { encoding: 'utf-16be', label: 'utf-16be', text: '你好 😀 €', hex: '4f60597d0020d83dde00002020ac' },
  { encoding: 'utf-8', label: 'utf-8', text: '你好 😀 €', hex: 'e4bda0e5a5bd20f09f988020e282ac' },
];

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
const LEGACY = SAMPLES.filter(({ encoding }) => !isUnicode(encoding));

describe('decodeHtml', () => {
  it.each(SAMPLES)('decodes $encoding as the header says', ({ encoding, label, text, hex }) => {
    expect(decodeHtml(bytesOf(hex), `text/html; charset=${label}`)).toEqual({ text, encoding });
    expect(decodeHtml(bytesOf(hex), `text/html;x=y; Charset = "${label.toUpperCase()}"`)).toEqual({
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
      expect(page).toEqual({ text: meta + text, encoding });
    }
  });

  it.each(LEGACY)(
    'believes the header over a wrong meta element, for $encoding',
    ({ encoding, text, hex }) => {
      const meta = '<meta charset=utf-8>';
      expect(decodeHtml(join(meta, bytesOf(hex)), `text/html; charset=${encoding}`)).toEqual({
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

  it.each(LEGACY)(
    'does not read a declaration of $encoding after the first 1024 bytes',
    ({ encoding, hex }) => {
      if (encoding === 'iso-2022-jp') return expect(decodeHtml(bytesOf(hex)).encoding).toBe('utf-8');
      const page = decodeHtml(join(' '.repeat(1024), `<meta charset=${encoding}>`, bytesOf(hex)));
      expect(page.encoding).toBe('windows-1252');
    },
  );

  it.each(LEGACY)('falls back to windows-1252 for a little undeclared $encoding', ({ encoding, hex }) => {
    const page = decodeHtml(bytesOf(hex));
    expect(page.encoding).toBe(encoding === 'iso-2022-jp' ? 'utf-8' : 'windows-1252');
  });

  it.each(LEGACY.filter(({ encoding }) => /^(gbk|big5|euc-jp|euc-kr|shift_jis)$/.test(encoding)))(
    'detects plenty of undeclared $encoding',
    ({ encoding, text, hex }) => {
      const page = decodeHtml(
        join('<p>', ...Array.from({ length: 12 }, () => [bytesOf(hex), '</p>\n<p>']).flat()),
      );
      expect(page.encoding).toBe(encoding);
      expect(page.text).toContain(text);
    },
  );

  it.each(LEGACY.filter(({ encoding }) => !/^(gb|big5|euc|shift|iso-2022)/.test(encoding)))(
    'takes no amount of undeclared $encoding for a multi-byte encoding',
    ({ hex }) => {
      const page = decodeHtml(join(...Array.from({ length: 40 }, () => [bytesOf(hex), '</p>\n<p>']).flat()));
      expect(page.encoding).toBe('windows-1252');
    },
  );

  it('gives the 32 values of windows-1252 between 0x80 and 0x9f', () => {
    const block = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i);
    const expected =
      '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
      '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
    for (const label of ['windows-1252', 'iso-8859-1', 'us-ascii'])
      expect(decodeHtml(block, `text/html; charset=${label}`).text).toBe(expected);
    expect(decodeHtml(block).text).toBe(expected);
  });

  describe('UTF-16', () => {
    const page = '<!doctype html><p>Grüße, 世界 😀</p>';
    it.each([
      ['utf-16le', true],
      ['utf-16be', false],
    ] as const)('decodes %s with a mark, by its header, and by its zero bytes', (encoding, little) => {
      const bytes = utf16(page, little);
      expect(decodeHtml(join(utf16('\ufeff', little), bytes), 'text/html; charset=koi8-r')).toEqual({
        text: page,
        encoding,
      });
      expect(decodeHtml(bytes, `text/html; charset=${encoding}`)).toEqual({ text: page, encoding });
      expect(decodeHtml(bytes)).toEqual({ text: page, encoding });
      expect(decodeHtml(utf16(`<?xml version="1.0"?>${page}`, little)).encoding).toBe(encoding);
    });

    it('reads utf-16 in a meta element as utf-8', () => {
      const meta = '<meta charset=utf-16>';
      expect(decodeHtml(join(meta, new TextEncoder().encode('é')))).toEqual({
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
    expect(decodeHtml(bytes, 'text/html; charset=utf-7')).toEqual({
      text: '<meta charset=utf-7>+ADw-script+AD4-',
      encoding: 'utf-8',
    });
  });

  it('decodes encodings that hide markup to one replacement character', () => {
    for (const label of ['iso-2022-kr', 'hz-gb-2312', 'iso-2022-cn'])
      expect(decodeHtml(ascii('<p>x'), `text/html; charset=${label}`)).toEqual({
        text: '\ufffd',
        encoding: 'replacement',
      });
  });

  it('strips one UTF-8 mark, whatever header and meta say', () => {
    const bytes = join('\xef\xbb\xbf', '<meta charset=koi8-r>', new TextEncoder().encode('й'));
    expect(decodeHtml(bytes, 'text/html; charset=big5')).toEqual({
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
    expect(decodeHtml(bytes, header)).toEqual({ text: '<meta charset=klingon>é', encoding: 'utf-8' });
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
    expect(decodeHtml(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
  });
});
