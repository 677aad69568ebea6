import { describe, expect, test } from 'vitest';
import { inForm } from '../../../../tests/support/full-form.ts';
import { convertDocument } from '../../../documents/convert-document.ts';
import { convertHtml } from '../../convert-html.ts';
import { decodeHtml } from '../decode.ts';
import { DECLARATION } from './declaration.fixture.ts';
import { encode } from './encode.fixture.ts';

const PAGES = DECLARATION.flatMap(({ language, encodings, text }) =>
  encodings.split(' ').map((encoding) => ({ language, encoding, text })),
);
/** Text of so many bytes in ordinary markup, most of which is ASCII. */
function pageOf(text: string, bytes: number, start = 0): string {
  const isWide = /[\u3000-\ud7ff]/.test(text);
  const enough = text.repeat(Math.ceil((2 * (start + bytes)) / text.length));
  const [heading, ...paragraphs] = enough.slice(start, start + (isWide ? bytes / 2 : bytes)).split('\n');
  return `<!doctype html><html><head><title>${heading!.slice(0, 60)}</title><link rel=stylesheet href="/css/main.css">
<script>var menu = document.getElementById("menu"); if (menu) menu.className = "open";</script></head>
<body class="home page"><ul id=nav><li><a href="/index.html">Home</a><li><a href="/news?id=12&p=3">News</a></ul>
<div class="content article"><h1>${heading}</h1>${paragraphs.map((p) => `<p class="text">${p}</p>\n`).join('')}</div>
<div class=footer><img src="/logo.gif" alt="logo" width=88>Copyright 2004 example.com. All rights reserved.</div>`;
}

/** Bytes that no encoding of the standard makes text of, the same in each run (a linear congruential generator). */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + ((state >>> 16) % 255);
  });
}

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const ascii = (text: string) => new TextEncoder().encode(text);

describe('a page without a label', () => {
  test.each(PAGES)('$language in $encoding is decoded from 2,000 bytes on', ({ encoding, text }) => {
    for (const bytes of inForm([2000, 20_000], 2)) {
      const page = pageOf(text, bytes);
      const decoded = decodeHtml(encode(page, encoding), 'text/html');
      expect(decoded.text).toBe(page);
      expect(decoded.isReadable).toBe(true);
    }
  });

  test('nine in ten pages of 200 bytes are decoded', () => {
    const pieces = PAGES.flatMap(({ encoding, text }) =>
      [0, 400, 800].map((start) => ({ encoding, page: pageOf(text, 200, start) })),
    );
    const right = pieces.filter(({ encoding, page }) => decodeHtml(encode(page, encoding)).text === page);
    expect(right.length / pieces.length).toBeGreaterThan(0.9);
  });

  test.each(DECLARATION)('$language in UTF-16 without a mark is decoded, markup or none', ({ text }) => {
    for (const encoding of ['utf-16le', 'utf-16be'])
      for (const whole of [pageOf(text, 2000), text.slice(0, 600)])
        expect(decodeHtml(encode(whole, encoding))).toEqual({ text: whole, encoding, isReadable: true });
  });

  test('UTF-8 with a broken byte is UTF-8', () => {
    const bytes = joined(ascii('<p>'), ascii('Привет, мир'), Uint8Array.of(0xff), ascii('</p>'));
    expect(decodeHtml(bytes)).toEqual({
      text: '<p>Привет, мир\ufffd</p>',
      encoding: 'utf-8',
      isReadable: true,
    });
  });

  test('signs in English make it no other language', () => {
    const page = '<p>Bake ½ cup at 180 °C, “slowly” – it’s ¾ done. Price: £5, not €6.</p>'.repeat(9);
    expect(decodeHtml(encode(page, 'windows-1252')).encoding).toBe('windows-1252');
  });
});

/** What a page says that it is, apart from what it is. */
const WRONG =
  'utf-8 utf-16le windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 koi8-r gbk gb18030 big5 shift_jis euc-jp euc-kr iso-8859-2 iso-8859-8-i iso-8859-16 iso-2022-jp x-user-defined'.split(
    ' ',
  );

describe('a page with a label', () => {
  test.each(PAGES)('$language in $encoding is believed to be that', ({ encoding, text }) => {
    for (const bytes of [200, 2000]) {
      const page = pageOf(text, bytes);
      const decoded = decodeHtml(encode(page, encoding), `text/html; charset=${encoding}`);
      expect(decoded).toEqual({ text: page, encoding, isReadable: true });
    }
  });

  test.each([
    ['fr', 'windows-1252', 'windows-1256', 'of letters of two scripts in one word'],
    ['sl', 'iso-8859-2', 'windows-1250', 'of letters that the languages of both have not'],
    ['sk', 'iso-8859-2', 'windows-1250', 'of letters that the languages of both have not'],
    ['sl', 'windows-1250', 'koi8-r', 'no language is written so'],
    ['ru', 'x-mac-cyrillic', 'windows-1251', 'of capitals within words'],
    ['ru', 'windows-1251', 'iso-8859-16', 'no language is written so'],
    ['ko', 'euc-kr', 'gb18030', 'of characters that are rare'],
    ['ru', 'koi8-r', 'iso-2022-jp', 'it has no escape'],
    ['el', 'windows-1253', 'x-user-defined', 'it is no script'],
    ['ca', 'windows-1252', 'windows-1250', 'its words are Catalan and their letters are not'],
    ['ca', 'windows-1252', 'iso-8859-2', 'its words are Catalan and their letters are not'],
    ['ru', 'windows-1251', 'x-mac-cyrillic', 'signs stand within words'],
  ])('%s in %s is not %s, because %s', (language, encoding, label) => {
    const { text } = DECLARATION.find((each) => each.language === language)!;
    for (const start of [0, 100]) {
      const page = pageOf(text, 2000, start);
      const decoded = decodeHtml(encode(page, encoding), `text/html; charset=${label}`);
      expect(decoded).toEqual({ text: page, encoding, isReadable: true });
    }
  });

  test.each([
    [
      'es',
      'macintosh',
      'windows-1252',
      'y libertades proclamados en esta Declaración, sin distinción alguna de raza, color, sexo, idioma, religión, opinión política o de cualquier otra índole, origen nacional o social, posición económica, nacimiento o cualquier otra condición. Además, no',
    ],
    [
      'sl',
      'windows-1250',
      'gbk',
      'vsi, brez diskriminacije, imajo pravico do enakega pravnega varstva. Vsi imajo pravico do enakega varstva pred sleherno diskriminacijo, ki bi kršila to Deklaracijo, kakor tudi pred vsakim ščuvanjem k takšni diskriminaciji. 8. člen Vsakdo ima pravico do učinkovitega pravnega sredstva pri pristojnih državnih sodnih oblasteh proti dejanjem, ki kršijo temeljne pravice, priznane mu po ustavi ali',
    ],
    [
      'sv',
      'windows-1252',
      'iso-8859-3',
      'enheten i samhället och äger rätt till skydd från samhället och staten. Artikel 17. Envar har rätt att äga egendom såväl ensam som i förening med andra. Ingen må godtyckligt berövas sin egendom. Artikel 18. Envar har rätt till tankefrihet, samvetsfrihet och religionsfrihet. Denna rätt innefattar frihet att byta religion eller tro och att ensam eller i gemenskap med andra offentligt eller enskilt',
    ],
    [
      'ca',
      'windows-1252',
      'windows-1250',
      'és possible el lliure i ple desenvolupament de la seva personalitat. En l’exercici dels drets i les llibertats, tothom estarà sotmès només a les limitacions establertes per la llei i únicament amb la finalitat d’assegurar el reconeixement i el respecte deguts als drets i llibertats dels altres i de',
    ],
    [
      'it',
      'windows-1252',
      'iso-8859-4',
      "necessari; ed ha diritto alla sicurezza in caso di disoccupazione, malattia, invalidità, vedovanza, vecchiaia o in altro caso di perdita di mezzi di sussistenza per circostanze indipendenti dalla sua volontà. La maternità e l'infanzia hanno diritto a speciali cure ed assistenza. Tutti i bambini, nati nel matrimonio o fuori di esso, devono godere della stessa protezione sociale. Articolo 26 Ogni",
    ],
    [
      'de',
      'macintosh',
      'gbk',
      'sind in allen ihren Formen verboten. Artikel 5 Niemand darf der Folter oder grausamer, unmenschlicher oder erniedrigender Behandlung oder Strafe unterworfen werden. Artikel 6 Jeder hat das Recht, überall als rechtsfähig anerkannt zu werden. Artikel 7 Alle Menschen sind vor dem Gesetz gleich und',
    ],
    [
      'ja',
      'euc-jp',
      'gbk',
      '第17条 すべての人は、単独で又は他の者と共同して財産を所有する権利を有する。 何人も、ほしいままに自己の財産を奪われることはない。 第18条',
    ],
    [
      'sq',
      'windows-1252',
      'windows-1257',
      '13. Gjithkush ka të drejtën e lirisë së qarkullimit dhe banimit brenda kufijve të çdo shteti. Gjithkush ka të drejtë të',
    ],
  ])('a passage in the language %s in %s is not %s', (_language, encoding, label, text) => {
    const page = pageOf(`${text}\n`, 2000);
    const decoded = decodeHtml(encode(page, encoding), `text/html; charset=${label}`);
    expect(decoded).toEqual({ text: page, encoding, isReadable: true });
  });

  test.each([
    ['it', 'windows-1250', 'Čapek Čech Čakovec Bučar Čapek Čadca'],
    ['fr', 'windows-1251', 'Київ Львів Київ Львів'],
    ['es', 'iso-8859-2', 'Škoda Škoda Škoda Škoda'],
    ['lv', 'windows-1254', 'Erdoğan'],
    ['de', 'windows-1257', 'Žemaitė Panevėžys Šiauliai Nausėda'],
  ])('a page in the language %s is in %s if it says so, with the names %s', (language, encoding, names) => {
    const { text } = DECLARATION.find((each) => each.language === language)!;
    const plain = text.normalize('NFD').replace(/[^\0-\x7f]/g, '');
    const page = pageOf(plain, 2000).replace('<p class="text">', `<p class="text">${names} `);
    const decoded = decodeHtml(encode(page, encoding), `text/html; charset=${encoding}`);
    expect(decoded).toEqual({ text: page, encoding, isReadable: true });
  });

  test('an English page with one foreign letter in a word is what it says', () => {
    const page = pageOf(
      'All human beings are born free and equal in dignity and rights. \u0441ontent.\n',
      2000,
    );
    for (const encoding of ['windows-1251', 'koi8-r'])
      expect(
        decodeHtml(encode(page.slice(0, 900), encoding), `text/html; charset=${encoding}`).encoding,
      ).toBe(encoding);
  });

  test('99 in 100 wrong labels are overruled, in the header as in the page', () => {
    const lies = PAGES.flatMap((page) =>
      WRONG.filter((label) => label !== page.encoding).map((label) => ({ ...page, label })),
    );
    const tried = inForm(lies, 30);
    const right = tried.filter(({ encoding, text, label }) => {
      const page = pageOf(text, 2000);
      const marked = `<meta charset=${label}>${page}`;
      return (
        decodeHtml(encode(page, encoding), `text/html; charset=${label}`).text === page &&
        (label === 'utf-16le' ||
          label === 'x-user-defined' ||
          decodeHtml(encode(marked, encoding)).text === marked)
      );
    });
    expect(right.length / tried.length).toBeGreaterThan(99 / 100);
  });

  test.each(DECLARATION.filter(({ language }) => language !== 'nl'))(
    '$language in UTF-8 under a wrong label is UTF-8, unlike Dutch, which has two letters outside ASCII',
    ({ text }) => {
      const page = pageOf(text, 2000);
      for (const label of ['windows-1252', 'gbk', 'koi8-r', 'utf-16be'])
        expect(decodeHtml(encode(page, 'utf-8'), `text/html; charset=${label}`).text).toBe(page);
    },
  );

  test('a few broken bytes leave UTF-8 what it says', () => {
    const bytes = joined(ascii('<p>Über'), Uint8Array.of(0xe9, 0x20, 0xe8), ascii('</p>'));
    expect(decodeHtml(bytes, 'text/html; charset=utf-8').text).toBe('<p>Über\ufffd \ufffd</p>');
  });
});

describe('what no encoding makes text of', () => {
  const page = joined(ascii('<!doctype html><title>A page</title><p>'), noise(4000));

  test.each(['', '; charset=utf-8', '; charset=windows-1252', '; charset=gbk'])(
    'is malformed_document, in a page as in text, with the type "text/html%s"',
    async (charset) => {
      const html = convertHtml(page, { contentType: `text/html${charset}` });
      expect(html.outcome).toBe('malformed_document');
      expect(html.diagnostics.outcomeSigns).toEqual(['text in no known encoding']);
      for (const kind of ['text', 'code', 'markdown'] as const) {
        const document = {
          bytes: page,
          contentType: `text/plain${charset}`,
          url: 'https://example.com/a.txt',
        };
        expect((await convertDocument(kind, document, {})).outcome).toBe('malformed_document');
      }
    },
  );

  test.each(['iso-2022-kr', 'hz-gb-2312', 'iso-2022-cn'])(
    'nor is a page in %s ok, which browsers refuse to decode',
    async (charset) => {
      const page = ascii('<!doctype html><title>A page</title><p>\x1b$)C\x0eGQ19\x0f words of the page</p>');
      expect(convertHtml(page, { contentType: `text/html; charset=${charset}` }).outcome).toBe(
        'malformed_document',
      );
      const document = { bytes: page, contentType: `text/plain; charset=${charset}`, url: '' };
      expect((await convertDocument('text', document, {})).outcome).toBe('malformed_document');
    },
  );

  test('nor is a page ok whose own text was lost', () => {
    const lost = `<article><h1>News of the day</h1><p>${`${'\ufffd'.repeat(7)} `.repeat(60)}</p></article>`;
    expect(convertHtml(ascii(lost)).outcome).toBe('malformed_document');
  });

  test('text in an encoding that is told is ok', () => {
    const { text } = DECLARATION.find(({ language }) => language === 'ru')!;
    const { outcome, markdown } = convertHtml(encode(pageOf(text, 2000), 'koi8-r'));
    expect(outcome).toBe('ok');
    expect(markdown).toContain('Всеобщая декларация прав человека');
  });
});
