import { describe, expect, test } from 'vitest';
import type { DocumentKind } from '../contract/document-kinds.table.ts';
import type { ConvertOptions } from '../core/options.ts';
import { convertDocument } from './convert-document.ts';

const URL_OF_FILE = 'https://example.com/docs/file.txt';

async function convert(
  kind: Exclude<DocumentKind, 'html'>,
  body: string,
  options: ConvertOptions = {},
  contentType = 'text/plain; charset=utf-8',
  url = URL_OF_FILE,
) {
  const document = { bytes: new TextEncoder().encode(body), contentType, url };
  const { markdown, text, metadata, extended, outcome, diagnostics } = await convertDocument(
    kind,
    document,
    options,
  );
  return { markdown, text, metadata, extended, outcome, diagnostics };
}

test.each([
  ['text', (bad: string) => `Some${bad} text.`],
  ['code', (bad: string) => `let some${bad} = 1;`],
  ['json', (bad: string) => `{"some": "text${bad}"}`],
  ['markdown', (bad: string) => `# Some${bad}\n\n[text${bad}](/x "t${bad}t") \`a${bad}\``],
  [
    'feed',
    (bad: string) =>
      `<rss version="2.0"><channel><title>Some${bad}</title><item><title>Some${bad}</title><description>text${bad}</description></item></channel></rss>`,
  ],
] as const)('what shows nothing is written of no document: %s', async (kind, body) => {
  const { markdown, text, metadata, diagnostics } = await convert(
    kind,
    body('\u200b\u3164\u202e\u{e0041}\u0090'),
  );
  expect(JSON.stringify([markdown, text, metadata])).not.toMatch(
    /[\u007f-\u009f]|\p{Default_Ignorable_Code_Point}/u,
  );
  expect(markdown).toMatch(/some/i);
  const { variationSelectors, ...counts } = diagnostics.invisible;
  expect(variationSelectors).toBe(0);
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
});

describe('plain text', () => {
  test('keeps paragraphs and their lines, and nothing in it is markup', async () => {
    const body = '# No heading\n* no item\n\n1. no number\n<b>no tag</b> [no](javascript:link)\r\n\r\n---\n';
    const { markdown, text } = await convert('text', body);
    expect(text).toBe('# No heading\n* no item\n\n1. no number\n<b>no tag</b> [no](javascript:link)\n\n---');
    expect(markdown).not.toMatch(/^(?:#|\*|\d+\.|-{3})/m);
    expect(markdown).not.toMatch(/(?<!\\)<b>/);
    expect(markdown).not.toMatch(/(?<!\\)\[no\]/);
  });

  test('keeps columns and drawings as they are drawn', async () => {
    const { markdown } = await convert(
      'text',
      'Prices:\n\nname     price\nbread    2\nmilk     1\n\n+--+\n|  |\n+--+',
    );
    expect(markdown).toContain('```\nname     price\nbread    2\nmilk     1\n```');
    expect(markdown).toContain('Prices:');
  });

  test('has a title from its file name, and the length of its text', async () => {
    const { metadata } = await convert(
      'text',
      'Ünïcode 😀',
      {},
      undefined,
      'https://example.com/a/My%20notes.txt',
    );
    expect(metadata).toEqual({
      title: 'My notes.txt',
      byline: null,
      excerpt: null,
      siteName: null,
      length: 9,
      dir: null,
      url: 'https://example.com/a/My%20notes.txt',
    });
  });

  test('a drawing keeps the blanks ahead of its first line', async () => {
    const drawing = (sign: string) => `      +---+${sign}\n      |   |`;
    const { markdown } = await convert('text', `Two.\n\n${drawing('')}\n \n\n${drawing('!')}`);
    expect(markdown).toBe(`Two.\n\n\`\`\`\n${drawing('')}\n\`\`\`\n\n\`\`\`\n${drawing('!')}\n\`\`\``);
    expect((await convert('text', '  \n   One.\n   Two.\n\n  Three.')).markdown).toBe(
      'One.\\\nTwo.\n\nThree.',
    );
  });

  test('without any text is empty_content, with too many lines too complex', async () => {
    expect((await convert('text', ' \n\n\t ')).outcome).toBe('empty_content');
    expect((await convert('text', 'a\n'.repeat(500_000))).outcome).toBe('document_too_complex');
  });

  test('is decoded by its header', async () => {
    const document = {
      bytes: Uint8Array.of(0xcf, 0xf0, 0xe8),
      contentType: 'text/plain; charset=windows-1251',
      url: '',
    };
    expect((await convertDocument('text', document, {})).text).toBe('При');
  });
});

describe('program text and JSON', () => {
  test('program text is one fence with the name of its language', async () => {
    const { markdown } = await convert(
      'code',
      'def f():\n    return "```"\n',
      {},
      'text/plain',
      'https://example.com/f.py',
    );
    expect(markdown).toBe('````python\ndef f():\n    return "```"\n````');
  });

  test('JSON keeps every number and string; one line is laid out over lines', async () => {
    const body = '{"big":12345678901234567890,"one":1.0,"text":"a\\"b, {c}","none":[],"deep":[{"x":null}]}';
    const { markdown } = await convert('json', body);
    expect(markdown).toBe(
      '```json\n{\n  "big": 12345678901234567890,\n  "one": 1.0,\n  "text": "a\\"b, {c}",\n  "none": [],\n' +
        '  "deep": [\n    {\n      "x": null\n    }\n  ]\n}\n```',
    );
  });

  test.each([30, 0])('JSON that would get too long over lines stays on its own, %i deep', async (depth) => {
    const points = Array.from({ length: 60_000 }, (_, i) => [i % 7, i % 9]);
    const body = '['.repeat(depth) + JSON.stringify({ coordinates: [[points]] }) + ']'.repeat(depth);
    const { outcome, text } = await convert('json', body);
    expect([outcome, text === body]).toEqual(['ok', true]);
  });

  test('what is laid out already stays, and so do lines of JSON', async () => {
    expect((await convert('json', '{\n\t"a":1}')).markdown).toBe('```json\n{\n\t"a":1}\n```');
    expect((await convert('json', '{"a":1}\n{"a":2}\n')).markdown).toBe('```json\n{"a":1}\n{"a":2}\n```');
  });

  test('the laid out JSON is the same value', async () => {
    const value = { a: [[], {}, [{}], '\\', '"', ':,{}[]'], 'b,': { c: [1e21, -0.5, true, null] } };
    const { text } = await convert('json', JSON.stringify(value));
    expect(JSON.parse(text)).toEqual(value);
  });

  test('what is cut off is malformed, what nests without end is bounded', async () => {
    expect((await convert('json', '{"a": [1, 2')).outcome).toBe('malformed_document');
    const deep = await convert('json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(['ok', 'malformed_document']).toContain(deep.outcome);
    expect(deep.markdown.length).toBeLessThan(200_000);
  });
});

describe('Markdown', () => {
  const markdownOf = async (body: string, options: ConvertOptions = {}) =>
    (await convert('markdown', body, options, 'text/markdown', 'https://example.com/docs/page.md')).markdown;

  test('is normalised and keeps every construct', async () => {
    const body = [
      'Title\n=====',
      '* one\n* two\n    1. nested\n    2. more',
      '- [ ] open\n- [x] done',
      '| a | b |\n|:-|-:|\n| 1 | 2 |',
      '~~~js\nlet a = 1;\n~~~',
      'A ~~wrong~~ **bold** _soft_ `code`\\\nbreak',
      'Note[^n].',
      '[^n]: The note.',
      '> [!TIP]\n> Useful.',
      'Euler: $e^{i\\pi} + 1 = 0$, for $5 or $6.',
      '$$\n- a &= b_1 \\\\\n= c\n$$',
    ].join('\n\n');
    expect(await markdownOf(body)).toBe(
      [
        '# Title',
        '- one\n- two\n  1. nested\n  2. more',
        '* [ ] open\n* [x] done',
        '| a | b |\n| :--- | ---: |\n| 1 | 2 |',
        '```js\nlet a = 1;\n```',
        'A ~~wrong~~ **bold** *soft* `code`\\\nbreak',
        'Note[^1].',
        '> [!TIP]\n> Useful.',
        'Euler: $e^{i\\pi} + 1 = 0$, for $5 or $6.',
        '$$\n- a &= b_1 \\\\\n= c\n$$',
        '[^1]: The note.',
      ].join('\n\n'),
    );
  });

  test('obeys the rules of output: schemes, raw HTML, data images', async () => {
    const markdown = await markdownOf(
      '[a](javascript:alert(1)) [b](data:text/html,x) ![c](data:image/png;base64,AAAA) <script>alert(1)</script>\n\n' +
        '<iframe src="https://evil.example"></iframe>\n\n<div onclick="x()">kept <b style="color:red">bold</b></div>\n\n' +
        '<javascript:alert(1)> &lt;script&gt;',
    );
    expect(markdown).not.toMatch(
      /\]\((?:javascript|data)|(?<!\\)<(?:script|iframe|div|b|javascript)\b|onclick/i,
    );
    expect(markdown).toContain('kept **bold**');
    expect(markdown).toContain('\\<script>');
  });

  test('addresses are made absolute, and the options for links and images hold', async () => {
    const body = 'See [the map](../map?x=1 "A map") and ![a boat](boat.png).';
    expect(await markdownOf(body)).toBe(
      'See [the map](https://example.com/map?x=1) and ![a boat](https://example.com/docs/boat.png).',
    );
    expect(await markdownOf(body, { links: 'none', images: 'alt' })).toBe('See the map and a boat.');
  });

  test.each([
    ['"a \\u003c b \\x26 \\"c\\""', 'a < b & "c"'],
    ['"\\U0001F600 \\ud83d\\ude00 \\/ \\\\u0041"', '😀 😀 / \\u0041'],
    ["'a \\u003c b'", 'a \\u003c b'],
    ['a \\u003c b', 'a \\u003c b'],
    ['"\\UFFFFFFFF"', '\\UFFFFFFFF'],
  ])('front matter: %s is read as YAML reads it', async (written, title) => {
    for (const sign of ['---', '+++']) {
      const value = sign === '---' ? `title: ${written}` : `title = ${written}`;
      const { metadata } = await convert('markdown', `${sign}\n${value}\n${sign}\n\nText of the document.`);
      expect(metadata.title).toBe(title);
    }
  });

  test('a string of JSON on one line may be as long as a document', async () => {
    const { markdown, outcome } = await convert('json', `{"a":"${'x'.repeat(9_500_000)}"}`);
    expect(outcome).toBe('ok');
    expect(markdown.slice(0, 16)).toBe('```json\n{\n  "a":');
  });

  test('front matter is metadata, not content', async () => {
    const body =
      '---\ntitle: "A: title"\nauthors:\n  - Ann\n  - Bob\ndate: 2024-03-05 # day\nlang: en\n---\n\nText.\n';
    const { markdown, metadata, extended } = await convert('markdown', body);
    expect(markdown).toBe('Text.');
    expect(metadata).toMatchObject({ title: 'A: title', byline: 'Ann, Bob' });
    expect(extended).toMatchObject({ published: '2024-03-05', language: 'en' });
    expect((await convert('markdown', '---\n\nA rule above.')).markdown).toBe('___\n\nA rule above.');
    const unseen = await convert('markdown', '---\nauthor: "\u200b"\nbyline: Ann\n---\nText.');
    expect(unseen.metadata.byline).toBe('Ann');
  });

  test('a block of which a line is no field is content', async () => {
    const slides =
      '---\n\nThis first slide tells much.\n\nNote: mind the gap.\n\nMore prose.\n\n---\n\n# Second';
    const { markdown } = await convert('markdown', slides);
    expect(markdown).toBe(
      '___\n\nThis first slide tells much.\n\nNote: mind the gap.\n\nMore prose.\n\n---\n\n# Second',
    );
    const address = await convert('markdown', '---\nhttps://example.com/\n---\n\nText.');
    expect(address.markdown).toContain('https://example.com/');
  });

  test.each([
    'title: A\n# said by\n"quoted key": x\nog:title: x\ndate created: 2024-01-01\nkey.of.it: 1\n名前: x',
    'title: A\ntags: [\n  one,\n]\nmore: {\n}\n\nlist:\n- one\n- two: 2\nnested:\n  inner: 1\nempty:',
    'title : A\nlayout:post\nurl: https://example.com/',
  ])('front matter is fields, items and comments: %j', async (fields) => {
    const { markdown, metadata } = await convert('markdown', `---\n${fields}\n---\nText.`);
    expect([markdown, metadata.title]).toEqual(['Text.', 'A']);
  });

  test('what is no field goes with front matter of TOML', async () => {
    const body = '+++\ntitle = "A"\n[params]\ntext = """\nof lines\n"""\n+++\nText.';
    expect((await convert('markdown', body)).markdown).toBe('Text.');
  });

  test('text over lines of front matter is read as text', async () => {
    const body =
      '---\ntitle: |\n  Two\n  lines\nauthor: >\n\n  - Ann: and\n  # Bob\ndescription: >-2  # folded\n    Some of\n\n    it.\nlang: en\n---\nText.';
    const { metadata, extended } = await convert('markdown', body);
    expect(metadata).toMatchObject({
      title: 'Two lines',
      byline: '- Ann: and # Bob',
      excerpt: 'Some of it.',
    });
    expect(extended.language).toBe('en');
  });

  test('a note that nobody calls goes, and is told', async () => {
    const body =
      'Text[^a].\n\n[^a]: Called.\n\n[^A]: Said *again*.\n\n[^b]: Not called.\n\n    ```\n    code\n    ```';
    const { markdown, diagnostics } = await convert('markdown', body);
    expect(markdown).toBe('Text[^1].\n\n[^1]: Called.');
    expect(diagnostics.removed.filter(({ element }) => element.startsWith('['))).toEqual([
      { step: 'hidden', element: '[^A]', text: 'Said *again*.' },
      { step: 'hidden', element: '[^B]', text: 'Not called. code' },
    ]);
  });

  test('without a title it is named by its first heading', async () => {
    expect((await convert('markdown', 'Text.\n\n## The *first* heading')).metadata.title).toBe(
      'The first heading',
    );
  });

  test('writing what was written changes nothing', async () => {
    const once = await markdownOf('# A\n\n1) x\n2) y\n\n***\n\n<p>raw <kbd>Ctrl</kbd></p>\n\na*b*c_d_ $x$\n');
    expect(await markdownOf(once)).toBe(once);
  });
});

const item = (inner: string) =>
  `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY lol "lol"><!ENTITY two "&lol;&lol;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News &amp; more</title>
<link>https://example.com/</link><description>About news</description><language>en-GB</language>${inner}</channel></rss>`;

test('a PDF whose page tree leads to no page is malformed, without a fault of ours', async () => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '(no page)',
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  const { outcome, diagnostics } = await convert('pdf', `%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n`);
  expect(outcome).toBe('malformed_document');
  expect(diagnostics.faults).toEqual([]);
});

describe('feeds', () => {
  const feed = (body: string, options?: ConvertOptions) => convert('feed', body, options, 'application/xml');

  test('RSS 2.0: title, date, author and content of each entry; headings go below', async () => {
    const { markdown, metadata, extended } = await feed(
      item(`<item><title>First &amp;amp; best</title><link>/one</link><pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate>
<description>short</description><content:encoded><![CDATA[<h1>Big</h1><p>See <a href="two">two</a><table><tr><td>un<div>closed]]></content:encoded></item>
<item><title>Second</title><guid>https://example.com/second</guid><description>&lt;p&gt;Body&lt;script&gt;x&lt;/script&gt;</description>
<enclosure url="/a.mp3" length="1" type="audio/mpeg"/></item>`),
    );
    expect(markdown).toBe(
      '# News & more\n\nAbout news\n\n## [First & best](https://example.com/one)\n\n2024-03-05T10:00:00Z\n\n### Big\n\n' +
        'See [two](https://example.com/two)\n\nun\n\nclosed\n\n## [Second](https://example.com/second)\n\nBody\n\n' +
        '[a.mp3](https://example.com/a.mp3)',
    );
    expect(metadata).toMatchObject({ title: 'News & more', siteName: 'News & more', excerpt: 'About news' });
    expect(extended).toMatchObject({ language: 'en-GB', canonical: 'https://example.com/' });
  });

  test('entities of a document type are never looked up', async () => {
    const { markdown } = await feed(
      item('<item><title>&two;&file;</title><description>&file;</description></item>'),
    );
    expect(markdown).not.toMatch(/lollol|root:/);
  });

  test('RSS 1.0 with Dublin Core', async () => {
    const { markdown } =
      await feed(`<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://example.com/">
<title>Papers</title><link>https://example.com/</link><description>New papers</description></channel>
<item rdf:about="https://example.com/1"><title>On bridges</title><link>https://example.com/1</link>
<dc:creator>Ada Stream</dc:creator><dc:date>2024-01-02</dc:date><description>An abstract.</description></item></rdf:RDF>`);
    expect(markdown).toBe(
      '# Papers\n\nNew papers\n\n## [On bridges](https://example.com/1)\n\n2024-01-02 · Ada Stream\n\nAn abstract.',
    );
  });

  test('Atom: HTML, XHTML and text are told apart', async () => {
    const entry = (title: string, content: string) =>
      `<entry><id>urn:1</id><title type="text">${title}</title><link href="/e"/><updated>2024-05-06T07:08:09+02:00</updated>${content}</entry>`;
    const { markdown, metadata } =
      await feed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Atoms</title><id>urn:f</id>
<link href="https://example.com/"/><updated>2024-05-06T07:08:09Z</updated><author><name>Ada</name></author>
${entry('One &lt;b&gt;', '<content type="html">&lt;p&gt;Some &lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;</content>')}
${entry('Two', '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Some <em>soft</em></p></div></content>')}
${entry('Three', '<summary>Only *text* &lt;b&gt;</summary>')}</feed>`);
    expect(markdown).toContain(
      '## [One \\<b>](https://example.com/e)\n\n2024-05-06T07:08:09+02:00\n\nSome **bold**',
    );
    expect(markdown).toContain('Some *soft*');
    expect(markdown).toContain('Only \\*text* \\<b>');
    expect(metadata).toMatchObject({ title: 'Atoms', byline: 'Ada' });
  });

  test('JSON Feed', async () => {
    const body = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Json',
      home_page_url: 'https://example.com/',
      items: [
        {
          id: '1',
          url: 'https://example.com/1',
          title: 'A',
          content_html: '<p>x <b>y</b></p>',
          date_published: '2024-01-01T00:00:00Z',
        },
        { id: '2', content_text: 'plain *text*' },
      ],
    };
    const { markdown } = await feed(JSON.stringify(body));
    expect(markdown).toBe(
      '# Json\n\n## [A](https://example.com/1)\n\n2024-01-01T00:00:00Z\n\nx **y**\n\n## 2\n\nplain \\*text*',
    );
  });

  test('options hold inside entries', async () => {
    const { markdown } = await feed(
      item(
        '<item><title>T</title><link>/x</link><description>&lt;a href="/y"&gt;y&lt;/a&gt;</description></item>',
      ),
      { links: 'none' },
    );
    expect(markdown).not.toContain('](');
  });

  test('a feed that is cut off, or is none, is malformed', async () => {
    const whole = item('<item><title>T</title></item>');
    expect((await feed(whole.slice(0, -40))).outcome).toBe('malformed_document');
    expect((await feed('<feed></rss>')).outcome).not.toBe('ok');
    expect((await feed('{"version":"https://jsonfeed.org/version/1.1",')).outcome).toBe('malformed_document');
  });
});
