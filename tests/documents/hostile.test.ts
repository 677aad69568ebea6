import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentKind } from '../../src/contract/document-kinds.table.ts';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { MAX_LEVELS, markdownToHtml } from '../../src/documents/markdown/markdown-to-html.ts';
import {
  MAX_NESTED_STATES,
  MAX_PAGE_OPERATORS,
  OperatorBudget,
} from '../../src/documents/pdf/operator-budget.ts';
import { MAX_PAGES } from '../../src/documents/pdf/read-pdf.ts';
import { isLinear } from '../linear-time/is-linear.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { computedMs } from '../support/machine-speed.ts';
import { cleanEnv, runPagemark, temporaryFolder } from '../support/run-pagemark.ts';
import { assemble, byHand, cidFont, fileOf, pdfInFont } from './makers/by-hand.ts';
import { docxOf, zipOf } from './makers/docx.ts';
import { epubOf, openDocumentOf, pptxOf, xlsxOf } from './makers/office.ts';

type Kind = Exclude<DocumentKind, 'html'>;

async function outcomeOf(kind: Kind, body: Uint8Array | string) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const { markdown, outcome } = await convertDocument(kind, { bytes, contentType: undefined, url: '' }, {});
  return { markdown, outcome };
}

const madePdf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/made/pdf/${name}.pdf`, import.meta.url)));

describe('hostile PDFs', () => {
  test('a PDF that wants a password is malformed_document', async () => {
    expect(await outcomeOf('pdf', madePdf('pdfkit-password'))).toEqual({
      markdown: '',
      outcome: 'malformed_document',
    });
  });

  test.each<[string, Kind, Uint8Array, string | null]>([
    ['a password', 'pdf', madePdf('pdfkit-password'), 'password'],
    ['the end of a PDF', 'pdf', madePdf('chromium').slice(0, -2000), 'end'],
    ['the end of a Word document', 'docx', docxOf('').slice(0, -100), 'end'],
    ['every byte', 'pdf', new Uint8Array(0), 'bytes'],
    ['nothing that is known', 'pdf', new TextEncoder().encode('%PDF-1.7\n\n%%EOF'), null],
    ['nothing, being none', 'pdf', new TextEncoder().encode('A page that moved.'), null],
  ])('a document that lacks %s says so', async (_, kind, bytes, lack) => {
    const document = { bytes, contentType: undefined, url: '' };
    expect(await convertDocument(kind, document, {})).toMatchObject({ outcome: 'malformed_document', lack });
    if (lack === 'bytes')
      expect(await convertDocument('text', document, {})).toMatchObject({ outcome: 'empty_content', lack });
  });

  test('a page without text, as of a scan, is empty_content', async () => {
    expect((await outcomeOf('pdf', assemble('20 20 300 300 re f'))).outcome).toBe('empty_content');
  });

  test('a PDF cut anywhere, or with bytes changed, gives an answer and never an exception', async () => {
    const whole = byHand();
    for (const share of [0, 0.01, 0.2, 0.5, 0.8, 0.95, 0.999]) {
      const { outcome } = await outcomeOf('pdf', whole.slice(0, Math.floor(share * whole.length)));
      expect(['ok', 'malformed_document', 'empty_content']).toContain(outcome);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 40 }),
        async (changes) => {
          const broken = whole.slice();
          for (const [at, byte] of changes) broken[at] = byte;
          const { outcome } = await outcomeOf('pdf', broken);
          expect(['ok', 'malformed_document', 'empty_content']).toContain(outcome);
        },
      ),
      { numRuns: isFull ? 40 : 8, seed: 7 },
    );
  });

  test('a PDF whose objects are damaged ends no process: PDF.js waits for some of them nowhere', async () => {
    const { dir, remove } = temporaryFolder();
    const file = path.join(dir, 'damaged.pdf');
    // One byte in the stream that tells where objects are.
    writeFileSync(file, madePdf('pdf-lib-pages').fill(216, 5570, 5571));
    expect(await runPagemark(['convert', file], cleanEnv(dir))).toMatchObject({ code: 3 });
    remove();
  });

  test('links keep to the schemes of the output, and text is never markup', async () => {
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [60 690 300 720] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>';
    const { markdown } = await outcomeOf(
      'pdf',
      assemble('BT /R 12 Tf 72 700 Td (<script>x</script> [a]\\(javascript:b\\) # c) Tj ET', link),
    );
    expect(markdown).not.toContain('](javascript:alert');
    expect(markdown).not.toMatch(/(?<!\\)<script>|(?<!\\)\[a\]\(/);
  });

  test('a script of a PDF is not run', async () => {
    expect((await outcomeOf('pdf', madePdf('pdf-lib-script'))).markdown).toBe('Only this is read.');
  });

  const TEXT = 'BT /R 12 Tf 72 700 Td (Words of the page.) Tj ET';

  test('graphics states nest as deep as the limit and no deeper', async () => {
    const nested = (n: number) => assemble(`${'q '.repeat(n)}${TEXT}`);
    expect(await outcomeOf('pdf', nested(MAX_NESTED_STATES))).toEqual({
      outcome: 'ok',
      markdown: 'Words of the page.',
    });
    const startedMs = computedMs();
    for (const n of [MAX_NESTED_STATES + 1, 100_000])
      expect((await outcomeOf('pdf', nested(n))).outcome).toBe('document_too_complex');
    expect(computedMs() - startedMs).toBeLessThan(10_000);
  });

  test('operators are counted by page and over all pages', () => {
    const ops = { save: 1, restore: 2, paintFormXObjectBegin: 3 };
    const budget = new OperatorBudget(ops, MAX_PAGE_OPERATORS / 2);
    const page = new Array<number>(MAX_PAGE_OPERATORS).fill(9);
    for (const _ of [1, 2]) {
      budget.startPage();
      budget.spend(page);
    }
    expect(budget.isSpent).toBe(false);
    budget.startPage();
    budget.spend([9]);
    expect(budget.isSpent).toBe(true);
    const other = new OperatorBudget(ops, 1e9);
    other.startPage();
    other.spend(page);
    expect(other.isSpent).toBe(false);
    other.spend([9]);
    expect(other.isSpent).toBe(true);
  });

  test('what is painted counts by its area', () => {
    const budget = new OperatorBudget({ save: 1, restore: 2, paintFormXObjectBegin: 3 }, 1e9);
    budget.startPage();
    for (let left = 19_000; left > 0; left--) budget.spendCells(125_000);
    expect(budget.isSpent).toBe(false);
    for (let left = 1000; left > 0; left--) budget.spendCells(125_000);
    expect(budget.isSpent).toBe(true);
  });

  test('forms that draw each other are read as far as the limit', async () => {
    const drawn = (times: number) =>
      assemble(`${TEXT} ${'/N Do '.repeat(times)}`, 'null', '', [
        '/N Do '.repeat(times),
        '/N Do '.repeat(times),
        '0 0 m 5 5 l S',
      ]);
    expect((await outcomeOf('pdf', drawn(5))).outcome).toBe('ok');
    expect((await outcomeOf('pdf', drawn(100))).outcome).toBe('document_too_complex');
  });

  test('pages beyond the limit are document_too_complex', async () => {
    const kids = Array.from({ length: MAX_PAGES + 1 }, (_, i) => `${i + 3} 0 R`);
    const bytes = fileOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`,
      ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'),
    ]);
    expect((await outcomeOf('pdf', bytes)).outcome).toBe('document_too_complex');
  });
});

describe('hostile Word documents', () => {
  test('an archive that unpacks without end is document_too_complex', async () => {
    const bomb = zipOf([{ name: 'word/document.xml', bytes: Buffer.alloc(80 * 1024 * 1024, 32) }]);
    expect(bomb.length).toBeLessThan(200_000);
    expect((await outcomeOf('docx', bomb)).outcome).toBe('document_too_complex');
  });

  test('an archive that lies about a size, is cut off, or is none is malformed_document', async () => {
    const whole = docxOf('<w:p><w:r><w:t>Text</w:t></w:r></w:p>');
    const lying = whole.slice();
    lying.set([1, 0, 0, 0], lying.lastIndexOf(0x50) - 40);
    for (const bytes of [whole.slice(0, -30), whole.slice(30), new Uint8Array(100), new Uint8Array(0)])
      expect((await outcomeOf('docx', bytes)).outcome).toBe('malformed_document');
    expect(['ok', 'malformed_document']).toContain((await outcomeOf('docx', lying)).outcome);
  });

  test('a part with a document type is refused, so that no entity is expanded', async () => {
    const entity =
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
    const { outcome, markdown } = await outcomeOf(
      'docx',
      docxOf('<w:p><w:r><w:t>&b;&f;</w:t></w:r></w:p>', entity),
    );
    expect({ outcome, markdown }).toEqual({ outcome: 'malformed_document', markdown: '' });
  });

  test('text is never markup, scripts of links leave no link', async () => {
    const { markdown } = await outcomeOf(
      'docx',
      docxOf(
        '<w:p><w:r><w:t>&lt;script&gt; *a* [b](javascript:c)</w:t></w:r></w:p>' +
          '<w:p><w:hyperlink r:id="bad"><w:r><w:t>press</w:t></w:r></w:hyperlink></w:p>',
      ),
    );
    expect(markdown).toContain('press');
    expect(markdown).not.toMatch(/(?<!\\)\]\(javascript|(?<!\\)<script>/);
  });
});

describe('hostile text', () => {
  const INPUTS: readonly (readonly [string, Kind, string])[] = [
    ['brackets', 'markdown', '['.repeat(5000)],
    ['emphasis', 'markdown', '*a _b '.repeat(1000)],
    ['dollars', 'markdown', '$a $$b '.repeat(1000)],
    ['open blocks of formulas', 'markdown', '$$\na\n\n'.repeat(1001)],
    ['backticks', 'markdown', Array.from({ length: 100 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
    [
      'a feed of deep elements',
      'feed',
      `<rss version="2.0"><channel>${'<a>'.repeat(20_000)}</channel></rss>`,
    ],
    [
      'a feed of many entries',
      'feed',
      `<rss version="2.0"><channel>${'<item><title>t</title></item>'.repeat(5000)}</channel></rss>`,
    ],
    [
      'a feed of document types that do not end',
      'feed',
      `<rss version="2.0">${'<!DOCTYPE x['.repeat(100_000)}</rss>`,
    ],
    [
      'a feed of entities',
      'feed',
      `<rss version="2.0"><channel><title>${'&amp;amp;'.repeat(20_000)}</title></channel></rss>`,
    ],
  ];
  test.each([
    ['quotes', '>'.repeat(20_000)],
    ['lists', Array.from({ length: 400 }, (_, i) => `${' '.repeat(2 * i)}- x`).join('\n')],
    ['lists on one line', `${'- '.repeat(5000)}a`],
  ])('%s nested without end are document_too_complex', async (_, body) => {
    expect((await outcomeOf('markdown', body)).outcome).toBe('document_too_complex');
  });

  /** Paragraphs of about `size` characters whose signs a parser compares with each other, or looks for to the end. */
  const SHAPES: readonly (readonly [string, (size: number) => string])[] = [
    ['strong without end', (size) => '**a'.repeat(size / 3)],
    ['emphasis of both signs', (size) => '*a_'.repeat(size / 3)],
    ['deletions', (size) => '~~a'.repeat(size / 3)],
    ['open brackets', (size) => '['.repeat(size)],
    ['open images', (size) => '!['.repeat(size / 2)],
    ['links without end', (size) => '[a]('.repeat(size / 4)],
    ['labels', (size) => '[a]'.repeat(size / 3)],
    [
      'backticks of every length',
      (size) => Array.from({ length: Math.sqrt(2 * size) }, (_, i) => '`'.repeat(i)).join('a'),
    ],
    ['signs of less', (size) => '<'.repeat(size)],
    ['comments without end', (size) => `x ${'<!--a '.repeat(size / 6)}`],
    ['sections without end', (size) => `x ${'<![CDATA[ '.repeat(size / 10)}`],
    ['definitions and references', (size) => `${'[a]: x\n'.repeat(size / 14)}\n${'[a] '.repeat(size / 8)}`],
    ['a row of many cells', (size) => `${'|a'.repeat(size / 4)}|\n${'|-'.repeat(size / 4)}|\n`],
    ['words after an open bracket', (size) => `[ ${'a b '.repeat(size / 4)}`],
    ['entities', (size) => '&amp;'.repeat(size / 5)],
    ['addresses', (size) => 'www.a a@b.c '.repeat(size / 12)],
    ['many short paragraphs of signs', (size) => `${'*a_'.repeat(300)}\n\n`.repeat(size / 902)],
  ];
  /** Parses; what becomes too many tags is refused behind that. */
  const parsed = (text: string): void => {
    try {
      markdownToHtml(text);
    } catch (error) {
      expect(String(error)).toContain('tags for so little Markdown');
    }
  };
  test.each(inForm(SHAPES, 3))('Markdown of %s: parsed in linear time', async (_, shape) => {
    expect(await isLinear(parsed, shape, 50_000)).toBe(true);
  });

  test('a note whose label has signs of emphasis, and code in an alternative text', () => {
    const html = markdownToHtml('x[^*] and *y*[^*] ![a `e`](f)\n\n[^*]: n\n');
    expect(html).toContain('<em>y</em>');
    expect(html).toContain('alt="a e"');
  });

  test('every sign of a long paragraph means what it says', () => {
    const html = markdownToHtml(`${'*a* [b](c) '.repeat(3000)}end\n`);
    expect(html.match(/<em>a<\/em> <a href="c">b<\/a>/g)).toHaveLength(3000);
  });

  test('lines in quotes spend steps for each quote around them', () => {
    const lazy = (depth: number) => `${'> '.repeat(depth)}${'a\n'.repeat(100_000)}`;
    expect(markdownToHtml(lazy(2))).toContain('<blockquote>\n<blockquote>\n<p>a\na\n');
    expect(() => markdownToHtml(lazy(100))).toThrow('steps of work, spent while reading lines of Markdown');
  });

  test.each(inForm(['- a\n', '> a\n\n', '|a|\n', '*a* ', '# a\n', '> [!NOTE]\n> a\n\n', '[^1]'], 2))(
    '%j again and again is more tags than its bytes pay for',
    (unit) => {
      const many = (bytes: number) =>
        `|a|\n|-|\n${unit.repeat(bytes / unit.length)}\n\n[^1]: a\n\n${'A line of words.\n\n'.repeat(99)}`;
      expect(markdownToHtml(many(20_000))).toContain('<p>A line of words.</p>');
      expect(() => markdownToHtml(many(1_000_000))).toThrow('tags for so little Markdown');
    },
  );

  test('quotes and lists nest as deep as the limit and no deeper', () => {
    expect(markdownToHtml(`${'>'.repeat(MAX_LEVELS)} a`)).toContain('<p>a</p>');
    expect(() => markdownToHtml(`${'>'.repeat(MAX_LEVELS + 1)} a`)).toThrow('more than 128 levels');
    expect(markdownToHtml(`    ${'>'.repeat(1000)}`)).toContain('<code>&gt;&gt;');
  });

  test.each(INPUTS)('%s: a bounded answer', async (_, kind, body) => {
    const { markdown, outcome } = await outcomeOf(kind, body);
    expect(typeof outcome).toBe('string');
    expect(markdown.length).toBeLessThan(20 * body.length + 10_000);
  });
});

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

/** More blocks than the stack of a process has room for as arguments of one call. */
const MANY = 130_000;
const cellsOf = (...texts: readonly string[]) =>
  texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('');

test.each<[Kind, Uint8Array | string]>([
  [
    'xlsx',
    xlsxOf([
      {
        name: 'S',
        xml: `${'<row><c t="str"><v>a</v></c></row>'.repeat(MANY)}<row>${'<c t="str"><v>b</v></c>'.repeat(2)}</row>`,
      },
    ]),
  ],
  [
    'ods',
    openDocumentOf(
      'spreadsheet',
      `<table:table table:name="S"><table:table-row table:number-rows-repeated="${MANY}">${cellsOf('a')}</table:table-row><table:table-row>${cellsOf('b', 'b')}</table:table-row></table:table>`,
    ),
  ],
  [
    'pptx',
    pptxOf([
      { shapes: `<p:sp><p:txBody>${'<a:p><a:r><a:t>a</a:t></a:r></a:p>'.repeat(MANY)}</p:txBody></p:sp>` },
    ]),
  ],
  ['epub', epubOf({ 'a.xhtml': `${'<hr/>'.repeat(MANY)}<p>a</p>` })],
  [
    'feed',
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: '1', content_text: 'a\n\n'.repeat(MANY) }],
    }),
  ],
])('%s of many blocks is read whole on the stack of a process', async (kind, bytes) => {
  const { outcome, markdown } = await outcomeOf(kind, bytes);
  expect([outcome, markdown.split('\n\n').length >= MANY]).toEqual(['ok', true]);
});

test('a PDF of many letters that are not seen keeps those that are', async () => {
  const letters = `1 0 0 1 72 600 Tm /R .002 Tf .001 Tc ${'(a) Tj '.repeat(MANY)}`;
  const page = assemble(`BT /R 12 Tf 72 700 Td (Words of the page.) Tj ${letters}ET`);
  expect(await outcomeOf('pdf', page)).toEqual({ outcome: 'ok', markdown: 'Words of the page.' });
});
