import { describe, expect, test } from 'vitest';
import type { ConvertOptions } from '../../src/core/options.ts';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { computedMs, onThisMachine } from '../support/machine-speed.ts';
import { epubOf, openDocumentOf, pptxOf, relationsOf } from './makers/office.ts';

async function read(
  kind: 'pptx' | 'odt' | 'epub' | 'notebook',
  bytes: Uint8Array,
  options: ConvertOptions = {},
) {
  const document = { bytes, contentType: undefined, url: 'https://example.com/files/rivers' };
  const { markdown, metadata, extended, outcome, diagnostics } = await convertDocument(
    kind,
    document,
    options,
  );
  return { markdown, metadata, extended, outcome, removed: diagnostics.removed };
}

describe('PPTX', () => {
  const line = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
  const shape = (inner: string, { place = '', named = '', at = '' } = {}) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"${named}/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:spPr>${at}</p:spPr><p:txBody>${inner}</p:txBody></p:sp>`;
  const TITLE = { place: '<p:ph type="ctrTitle"/>' };
  const CONTENT = { place: '<p:ph idx="1"/>' };
  const level = (n: number, mark = '') => `<a:pPr lvl="${n}">${mark}</a:pPr>`;

  test('a section a slide: its title first, lists by level, notes behind it', async () => {
    const items =
      line('one') +
      line('inner', level(1)) +
      line('two') +
      line('plain', level(0, '<a:buNone/>')) +
      line('first', level(0, '<a:buAutoNum startAt="3"/>'));
    const notes = `<p:notes xmlns:p="urn:p" xmlns:a="urn:a"><p:cSld><p:spTree>${shape(line('Say this.'), { place: '<p:ph type="body"/>' })}${shape(line('7'), { place: '<p:ph type="sldNum"/>' })}</p:spTree></p:cSld></p:notes>`;
    const { markdown, metadata } = await read(
      'pptx',
      pptxOf(
        [
          {
            shapes: shape(items, CONTENT) + shape(line('Rivers'), TITLE),
            relations: [['n', 'notesSlide', '../notes/n.xml']],
          },
          { shapes: shape(line('No title here.')) },
        ],
        { 'ppt/notes/n.xml': notes },
      ),
    );
    expect(markdown).toBe(
      '## Rivers\n\n- one\n  - inner\n- two\n\nplain\n\n3. first\n\n> [!NOTE]\n> Say this.\n\n---\n\nNo title here.',
    );
    expect(metadata).toMatchObject({ title: 'Rivers & Bridges', byline: 'Ada Stream' });
  });

  test('a line without a mark below an item is of that item, and the numbers go on behind it', async () => {
    const numbered = level(0, '<a:buAutoNum/>');
    const items = line('one', numbered) + line('code', level(1, '<a:buNone/>')) + line('two', numbered);
    const { markdown } = await read('pptx', pptxOf([{ shapes: shape(items, CONTENT) }]));
    expect(markdown).toBe('1. one\n\n   code\n2. two');
  });

  test('a level that is no whole number from 0 to 8 is taken for one', async () => {
    const items = [-1, 1.5, Number.NaN, 1e9].map((n) => line(String(n), level(n))).join('');
    const { markdown } = await read(
      'pptx',
      pptxOf([{ shapes: shape(items + line('plain', level(-1, '<a:buNone/>')), CONTENT) }]),
    );
    expect(markdown).toMatch(/^- -1\n {2}- 1\.5\n- NaN\n[ -]+ 1000000000\n\nplain$/);
  });

  test('marks, links, tables, pictures by their words, and what newer programs draw', async () => {
    const runs =
      '<a:p><a:r><a:rPr b="1"/><a:t>bold</a:t></a:r><a:br/><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>map</a:t></a:r></a:p>';
    const cell = (text: string) => `<a:tc><a:txBody>${line(text)}</a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell('a')}${cell('b')}</a:tr><a:tr>${cell('1')}${cell('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const picture =
      '<p:grpSp><p:pic><p:nvPicPr><p:cNvPr name="x" descr="A photo"/></p:nvPicPr></p:pic></p:grpSp>';
    const newer = `<mc:AlternateContent><mc:Choice>${shape(line('new'))}</mc:Choice><mc:Fallback>${shape(line('old'))}</mc:Fallback></mc:AlternateContent>`;
    const slides = [
      {
        shapes: shape(runs) + table + picture + newer,
        relations: [['l', 'hyperlink', 'https://example.com/map', 'external'] as const],
      },
    ];
    expect((await read('pptx', pptxOf(slides))).markdown).toBe(
      '**bold**\\\n[map](https://example.com/map)\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nA photo\n\nnew',
    );
  });

  test('hidden slides and shapes, what stands beside the slide, and footers go and are told', async () => {
    const at = (x: number, y: number) => ({
      at: `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="100" cy="100"/></a:xfrm>`,
    });
    const shapes = [
      shape(line('seen'), at(900, 400)),
      shape(line('hidden'), { named: ' hidden="1"' }),
      shape(line('right'), at(1000, 0)),
      shape(line('left'), at(-100, 0)),
      shape(line('below'), at(0, 500)),
      shape(line('4'), { place: '<p:ph type="sldNum"/>' }),
      shape(line('Confidential'), { place: '<p:ph type="ftr"/>' }),
    ];
    const { markdown, removed } = await read(
      'pptx',
      pptxOf([{ shapes: shapes.join('') }, { shapes: shape(line('gone')), attributes: ' show="0"' }]),
    );
    expect(markdown).toBe('seen');
    expect(removed.map(({ step, element, text }) => `${step} ${element}: ${text}`)).toEqual([
      ...['hidden', 'right', 'left', 'below'].map((text) => `hidden slide 1: ${text}`),
      'page-number slide 1: 4',
      'running-footer slide 1: Confidential',
      'hidden slide 2: gone',
    ]);
  });
});

describe('PPTX that hides', () => {
  const run = (text: string, properties = '', inner = '') =>
    `<a:r><a:rPr${properties}>${inner}</a:rPr><a:t>${text}</a:t></a:r>`;
  const shape = (runs: string, properties = '') =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/></p:nvSpPr><p:spPr>${properties}</p:spPr><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`;
  const box = (tag: string, x: number, more = '') =>
    `<a:xfrm><a:off x="${x}" y="0"/><a:ext cx="100" cy="100"/>${more}</a:xfrm>`.replaceAll('xfrm', tag);
  const of = async (shapes: string, more = {}) => {
    const { markdown, removed } = await read('pptx', pptxOf([{ shapes }], more));
    return { markdown, removed: removed.map(({ text }) => text) };
  };

  test('groups, whose shapes stand where they put them', async () => {
    const group = (inner: string, is: string, at = '') =>
      `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="g"${is}/></p:nvGrpSpPr><p:grpSpPr>${at}</p:grpSpPr>${inner}</p:grpSp>`;
    const scaled = '<a:chOff x="9000" y="0"/><a:chExt cx="1000" cy="1000"/>';
    const shapes = [
      group(shape(run('hidden')), ' hidden="1"'),
      group(shape(run('seen'), box('xfrm', 9500)), '', box('xfrm', 100, scaled)),
      group(shape(run('beside'), box('xfrm', 9500)), '', box('xfrm', 2000, scaled)),
      group(shape(run('plain'), box('xfrm', 10)), '', box('xfrm', 0).replaceAll('"100"', '"0"')),
    ];
    expect(await of(shapes.join(''))).toEqual({
      markdown: 'seen\n\nplain',
      removed: ['hidden', 'beside'],
    });
  });

  test('cells that another one covers', async () => {
    const cell = (text: string, is = '') => `<a:tc${is}><a:txBody><a:p>${run(text)}</a:p></a:txBody></a:tc>`;
    const rows = `<a:tr>${cell('a', ' gridSpan="2"')}${cell('b', ' hMerge="1"')}</a:tr><a:tr>${cell('c', ' vMerge="1"')}${cell('d')}</a:tr>`;
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    expect(await of(table)).toEqual({ markdown: '| a |  |\n| --- | --- |\n|  | d |', removed: ['b', 'c'] });
  });

  test('remarks that many slides lead to are bounded', async () => {
    const slide = { shapes: shape(run('Seen')), relations: [['c', 'comments', '../c.xml'] as const] };
    const remarks = `<p:cmLst><p:cm><p:text>${'ab '.repeat(400_000)}</p:text></p:cm></p:cmLst>`;
    const bytes = pptxOf(Array(20).fill(slide), { 'ppt/c.xml': remarks });
    const begun = computedMs();
    expect((await read('pptx', bytes)).outcome).toBe('document_too_complex');
    expect(computedMs() - begun).toBeLessThan(1000);
  });

  test('an address that is too long is none, however many links have it', async () => {
    const runs = run('x', '', '<a:hlinkClick r:id="l"/>').repeat(2000);
    const target = `https://example.com/${'a'.repeat(1_000_000)}`;
    const slide = { shapes: shape(runs), relations: [['l', 'hyperlink', target, 'external'] as const] };
    const begun = computedMs();
    expect((await read('pptx', pptxOf([slide]))).markdown).toBe('x'.repeat(2000));
    expect(computedMs() - begun).toBeLessThan(1500);
  });

  test('remarks and layouts without text are read once', async () => {
    const relations = [['c', 'comments', '../c.xml'] as const, ['l', 'slideLayout', '../l.xml'] as const];
    const slide = { shapes: shape(run('Seen')), relations };
    const more = {
      'ppt/c.xml': `<p:cmLst>${'<p:cm/>'.repeat(100_000)}</p:cmLst>`,
      'ppt/l.xml': `<p:l><p:cSld><p:spTree>${'<p:sp/>'.repeat(100_000)}</p:spTree></p:cSld></p:l>`,
    };
    const begun = computedMs();
    expect((await read('pptx', pptxOf(Array(200).fill(slide), more))).outcome).toBe('ok');
    expect(computedMs() - begun).toBeLessThan(3000);
  });

  test('letters without a fill or a size', async () => {
    const shapes = shape(
      run('seen') +
        run('empty', '', '<a:noFill/>') +
        run('tiny', ' sz="100"') +
        run(' outlined', '', '<a:ln/><a:noFill/>'),
    );
    expect(await of(shapes)).toEqual({ markdown: 'seen outlined', removed: ['empty', 'tiny'] });
  });
});

describe('ODT', () => {
  const STYLES = [
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
    '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>',
    '<style:style style:name="P" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>',
    '<style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph"/>',
    '<style:style style:name="Q" style:display-name="Quotations" style:family="paragraph"/>',
    '<style:style style:name="Source_Text" style:family="text"/>',
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>',
  ].join('');
  const p = (inner: string, style = '') => `<text:p text:style-name="${style}">${inner}</text:p>`;
  const written = (body: string, more = {}, options: ConvertOptions = {}) =>
    read('odt', openDocumentOf('text', body, STYLES, more), options);

  test('headings, marks, links, lists, verbatim lines and quotes', async () => {
    const item = (inner: string) => `<text:list-item>${inner}</text:list-item>`;
    const inner = `<text:list>${item(p('inner'))}</text:list>`;
    const body =
      '<text:h text:outline-level="2">Rivers</text:h>' +
      p(
        'A <text:span text:style-name="B">bold</text:span><text:s/>one<text:line-break/>with <text:a xlink:href="https://example.com/map">a map</text:a> and <text:span text:style-name="Source_Text">code</text:span>.',
      ) +
      `<text:list text:style-name="N">${item(p('one') + inner)}${item(p('two'))}</text:list>` +
      p('Between.') +
      `<text:list text:style-name="N" text:continue-numbering="true">${item(p('three'))}</text:list>` +
      p('x = 1', 'P') +
      p('  y<text:s text:c="3"/>2', 'P') +
      p('Said.', 'Q');
    const { markdown, metadata } = await written(body);
    expect(markdown).toBe(
      '## Rivers\n\nA **bold** one\\\nwith [a map](https://example.com/map) and `code`.\n\n1. one\n   - inner\n2. two\n\nBetween.\n\n3. three\n\n```\nx = 1\n  y   2\n```\n\n> Said.',
    );
    expect(metadata).toMatchObject({ title: 'Rivers', byline: 'Ada Stream' });
  });

  test('a style that the file does not have is known by its name', async () => {
    const { markdown } = await written(p('On tides', 'Title') + p('Said.', 'Quotations') + p('Plain.'));
    expect(markdown).toBe('# On tides\n\n> Said.\n\nPlain.');
  });

  test('tables, notes, boxes, formulas and pictures by their words', async () => {
    const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`;
    const table = `<table:table><table:table-row>${cell('a')}${cell('b')}</table:table-row><table:table-row>${cell('1')}${cell('2')}</table:table-row></table:table>`;
    const note = `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('A note.')}</text:note-body></text:note>`;
    const box = `<draw:frame><draw:text-box>${p('In a box.')}</draw:text-box></draw:frame>`;
    const picture =
      '<draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:desc>a photo</svg:desc></draw:frame>';
    const formula = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>';
    const ofPandoc = '<draw:frame><draw:object xlink:href="Object 1/"/></draw:frame>';
    const math =
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mn>1</mn><mi>x</mi></mfrac></math>';
    const { markdown } = await written(
      table + p(`Text${note}, ${formula}, ${ofPandoc} and ${picture}.${box}`),
      {
        'Object 1/content.xml': math,
      },
    );
    expect(markdown).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n\nText[^1], $\\frac{1}{x}$, $\\frac{1}{x}$ and a photo.\n\nIn a box.\n\n[^1]: A note.',
    );
  });

  test('headers and footers of pages are told, each text once', async () => {
    const page = (inner: string) => `<style:master-page>${inner}</style:master-page>`;
    const header = `<style:header>${p('Harbour')}</style:header>`;
    const styles = `<office:document-styles xmlns:office="urn:o" xmlns:style="urn:s" xmlns:text="urn:t"><office:master-styles>${page(header)}${page(`${header}<style:footer-left>${p('Draft')}</style:footer-left>`)}</office:master-styles></office:document-styles>`;
    const { markdown, removed } = await written(p('Text.'), { 'styles.xml': styles });
    expect(markdown).toBe('Text.');
    expect(removed).toEqual([
      { step: 'running-header', element: 'header', text: 'Harbour' },
      { step: 'running-footer', element: 'footer-left', text: 'Draft' },
    ]);
  });

  test('hidden text, deleted text and remarks go and are told', async () => {
    const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${p('deleted')}</text:deletion></text:changed-region></text:tracked-changes>`;
    const body =
      deleted +
      p(
        'Seen <text:span text:style-name="H">span</text:span><text:hidden-text text:is-hidden="true">field</text:hidden-text>text.<office:annotation><text:p>remark</text:p></office:annotation>',
      ) +
      p('<text:hidden-paragraph text:is-hidden="true"/>paragraph') +
      `<text:section text:display="none">${p('section')}</text:section>`;
    const { markdown, removed } = await written(body);
    expect(markdown).toBe('Seen text.');
    expect(removed.map(({ step, text }) => `${step}: ${text}`)).toEqual(
      ['deleted', 'span', 'field', 'remark', 'paragraph', 'section'].map((text) => `hidden: ${text}`),
    );
  });
});

describe('ODT that hides or repeats', () => {
  const STYLES =
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>';
  const p = (inner: string) => `<text:p>${inner}</text:p>`;
  const of = async (body: string) => {
    const { markdown, removed } = await read('odt', openDocumentOf('text', body, STYLES));
    return { markdown, removed: removed.map(({ text }) => text) };
  };

  test('frames that are not drawn', async () => {
    const frame = `<draw:frame draw:display="none"><draw:text-box>${p('frame')}</draw:text-box></draw:frame>`;
    const body = p(`Seen.${frame}`) + frame;
    expect(await of(body)).toEqual({
      markdown: 'Seen.',
      removed: ['frame', 'frame'],
    });
  });

  test('paragraphs in elements that are not known are looked for once', async () => {
    const nest = (inner: string, depth: number) =>
      '<text:x>'.repeat(depth) + inner + '</text:x>'.repeat(depth);
    const begun = computedMs();
    expect((await of(nest(p('a').repeat(1500), 480))).markdown).toHaveLength(3 * 1500 - 2);
    expect((await of(nest('<text:y/>'.repeat(50_000) + p('a'), 480))).markdown).toBe('a');
    expect(computedMs() - begun).toBeLessThan(3000);
  });

  test('cells that repeat within each other are bounded', async () => {
    const nested = [1, 2, 3, 4, 5, 6].reduce(
      (inner) =>
        `<table:table><table:table-row><table:table-cell table:number-columns-repeated="64">${inner}</table:table-cell></table:table-row></table:table>`,
      p('a'),
    );
    const { outcome } = await read('odt', openDocumentOf('text', nested, STYLES));
    expect(outcome).toBe('document_too_complex');
  });

  test('an object is unpacked once', async () => {
    const object = `<office:document-content><table:table><table:table-row><table:table-cell>${p('a')}</table:table-cell></table:table-row></table:table>${' '.repeat(24 * 1024 ** 2)}</office:document-content>`;
    const frame = p('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>');
    const bytes = openDocumentOf('text', frame, STYLES, { 'Object 1/content.xml': object });
    expect((await read('odt', bytes)).outcome).toBe('ok');
  });

  test('a field of hidden text that is shown, cells that repeat, a list that begins anew', async () => {
    const cells = `<table:table-cell table:number-columns-repeated="2">${p('x')}</table:table-cell><table:table-cell>${p('y')}</table:table-cell>`;
    const items = `<text:list text:style-name="N"><text:list-item>${p('one')}</text:list-item><text:list-item text:start-value="5">${p('five')}</text:list-item></text:list>`;
    const body =
      p('<text:hidden-text text:is-hidden="false">Shown.</text:hidden-text>') +
      `<table:table><table:table-row>${cells}</table:table-row></table:table>${items}`;
    expect((await of(body)).markdown).toBe(
      'Shown.\n\n| x | x | y |\n| --- | --- | --- |\n\n1. one\n\n5) five',
    );
  });
});

describe('EPUB', () => {
  test('chapters in their order, without cover and navigation; links within the book lead nowhere', async () => {
    const guide = '<guide><reference type="cover" href="text/cover.xhtml"/></guide>';
    const chapters = {
      'cover.xhtml': '<p>Cover</p>',
      'nav.xhtml': '<nav><ol><li>Chapter</li></ol></nav>',
      'b.xhtml':
        '<h1>First</h1><p>See <a href="a.xhtml#x">the next</a> or <a href="https://example.com/">a page</a>, <img src="../i.png" alt="a photo"/>.</p>',
      'a.xhtml':
        '<h1 id="x">Second</h1><p>Text<a epub:type="noteref" href="#x1">1</a>.</p><aside epub:type="footnote" id="x1"><p>A note.</p></aside>',
    };
    const { markdown, metadata, extended } = await read('epub', epubOf(chapters, { guide }));
    expect(markdown).toBe(
      '# First\n\nSee the next or [a page](https://example.com/), a photo.\n\n# Second\n\nText[^2-1].\n\n[^2-1]: A note.',
    );
    expect(metadata).toMatchObject({ title: 'Rivers', byline: 'Ada Stream' });
    expect(extended).toMatchObject({ published: '2020-01-02', modified: '2021-03-04' });
  });

  test('what its style sheet hides goes and is told by chapter', async () => {
    const { markdown, removed } = await read(
      'epub',
      epubOf({ 'a.xhtml': '<p>Seen.</p><p class="gone">unseen</p>' }),
    );
    expect(markdown).toBe('Seen.');
    expect(removed).toEqual([{ step: 'hidden', element: 'chapter 1', text: 'unseen' }]);
  });

  test.each([
    ['@import "css/more.css";', ''],
    ['@import url( css/more.css ) screen;', ''],
    ['@import url("css/more.css");@import "book.css";', ''],
    ['', '<style>@import "../css/more.css";</style>'],
  ])('a style sheet hides by those that it imports: %s %s', async (css, style) => {
    const more = {
      'OEBPS/book.css': css,
      'OEBPS/css/more.css': '@import "../book.css"; .far { display: none }',
    };
    const bytes = epubOf({ 'a.xhtml': `${style}<p>Seen.</p><p class="far">unseen</p>` }, { more });
    expect((await read('epub', bytes)).markdown).toBe('Seen.');
  });

  test.each([
    [60, 'ok'],
    [70, 'document_too_complex'],
  ])('a style sheet is unpacked once for all chapters, %i: %s', async (count, outcome) => {
    const chapters = [...Array(count).keys()].map((i) => [`${i}.xhtml`, '<p class="gone">a</p><p>b</p>']);
    const more = { 'OEBPS/book.css': `/*${' '.repeat(1_200_000)}*/.gone { display: none }` };
    const { outcome: is, markdown } = await read('epub', epubOf(Object.fromEntries(chapters), { more }));
    expect([is, markdown.length]).toEqual([outcome, outcome === 'ok' ? 3 * count - 2 : 0]);
  });

  test.each([
    '<p class="far">Seen.</p>',
    '<link rel="stylesheet" media="print" href="../p.css"/><p class="far">Seen.</p>',
  ])('a style sheet for paper hides nothing: %s', async (chapter) => {
    const css = '/* @import "p.css"; */@import "p.css" print;';
    const more = { 'OEBPS/book.css': css, 'OEBPS/p.css': '.far { display: none }' };
    const bytes = epubOf({ 'a.xhtml': chapter }, { more });
    expect((await read('epub', bytes)).markdown).toBe('Seen.');
  });

  test('a link that does not end is read once', async () => {
    const bytes = epubOf({ 'a.xhtml': `<p>Seen.</p><link ${"rel='stylesheet' ".repeat(20_000)}` });
    const most = onThisMachine(1000);
    const begun = computedMs();
    expect((await read('epub', bytes)).markdown).toBe('Seen.');
    expect(computedMs() - begun).toBeLessThan(most);
  });

  const encryption = (algorithm: string, file: string) => ({
    more: {
      'META-INF/encryption.xml': `<encryption xmlns:e="urn:e"><e:EncryptedData><e:EncryptionMethod Algorithm="${algorithm}"/><e:KeyInfo><x/></e:KeyInfo><e:CipherData><e:CipherReference URI="${file}"/></e:CipherData></e:EncryptedData></encryption>`,
    },
  });
  test.each([
    [
      'a chapter',
      'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
      'OEBPS/text/a%20b.xhtml',
      'malformed_document',
    ],
    ['a picture', 'http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OEBPS/i.png', 'ok'],
    ['a font', 'http://www.idpf.org/2008/embedding', 'OEBPS/f.otf', 'ok'],
  ])('a book in which %s is encrypted by %s', async (_, algorithm, file, outcome) => {
    const bytes = epubOf({ 'a b.xhtml': '<p>Text.</p>' }, encryption(algorithm, file));
    const { outcome: is, lack } = await convertDocument(
      'epub',
      { bytes, contentType: undefined, url: '' },
      {},
    );
    expect([is, lack]).toEqual([outcome, outcome === 'ok' ? null : 'password']);
  });
});

describe('Jupyter notebooks', () => {
  const book = (cells: readonly object[]) =>
    Buffer.from(JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4 }));

  test('cells in their order, outputs as text, pictures by what is said of them', async () => {
    const output = (data: object) => ({ output_type: 'display_data', data });
    const { markdown } = await read(
      'notebook',
      book([
        { cell_type: 'markdown', source: ['# Flow\n', 'Of *rivers*, ![a map](attachment:map.png).'] },
        {
          cell_type: 'code',
          source: 'x = 1\nx < 2',
          outputs: [
            { output_type: 'stream', text: ['\u001b[31mone\u001b[0m\n', 'two\n'] },
            output({
              'text/html':
                '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><script>x()</script>',
              'text/plain': 'a b',
            }),
            output({ 'image/png': 'AAAA', 'text/plain': '<Figure of flow>' }),
            { output_type: 'error', traceback: ['\u001b[0;31mNameError\u001b[0m: y'] },
          ],
        },
        { cell_type: 'raw', source: 'raw *text*' },
      ]),
    );
    expect(markdown).toBe(
      '# Flow\n\nOf *rivers*, a map.\n\n```python\nx = 1\nx < 2\n```\n\n```\none\ntwo\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n\\<Figure of flow>\n\n```\nNameError: y\n```\n\n```\nraw *text*\n```',
    );
  });

  const markdown = (source: string) => ({ cell_type: 'markdown', source });
  const code = (...outputs: object[]) => ({ cell_type: 'code', source: '', outputs });
  const shown = (html: string, plain = '') =>
    code({ output_type: 'display_data', data: { 'text/html': html, 'text/plain': plain } });
  test.each([
    ['a comment without an end', [shown('<p>one</p><!-- '), markdown('two')], 'one\n\ntwo'],
    ['a field without an end', [markdown('one <textarea>'), markdown('two')], 'one\n\ntwo'],
    ['a style', [markdown('<style>p { display: none }</style>\n\none'), markdown('two')], 'two'],
    [
      'a note',
      [markdown('a[^1]\n\n[^1]: one'), markdown('b[^1]\n\n[^1]: two')],
      'a[^1-1]\n\n[^1-1]: one\n\nb[^2-1]\n\n[^2-1]: two',
    ],
    ['HTML that shows nothing', [shown('<script>x()</script>', 'Figure(1)')], '```\nFigure(1)\n```'],
    [
      'an error without a trace',
      [code({ output_type: 'error', ename: 'KeyError', evalue: "'x'", traceback: [] })],
      "```\nKeyError: 'x'\n```",
    ],
  ])('%s ends with its cell', async (_, cells, expected) => {
    expect((await read('notebook', book(cells))).markdown).toBe(expected);
  });
});

describe('what is no document', () => {
  const DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  test.each([
    ['pptx', pptxOf([], { 'ppt/presentation.xml': `${DOCTYPE}<p/>` })],
    ['pptx', pptxOf([], { '_rels/.rels': relationsOf() })],
    ['pptx', pptxOf([], { 'ppt/presentation.xml': '<p><q></p>' })],
    ['odt', openDocumentOf('text', '', '', { 'content.xml': `${DOCTYPE}<x>&a;&f;</x>` })],
    ['odt', openDocumentOf('text', '', '', { 'content.xml': '<x a="1' })],
    ['epub', epubOf({}, { more: { 'OEBPS/book.opf': `${DOCTYPE}<package/>` } })],
    ['epub', epubOf({}).slice(0, 300)],
    ['notebook', Buffer.from('{"cells": [')],
  ] as const)('%s %#: malformed_document', async (kind, bytes) => {
    expect(await read(kind, bytes)).toMatchObject({ outcome: 'malformed_document', markdown: '' });
  });

  test.each([
    ['odt', openDocumentOf('text', '', '', { 'content.xml': ' '.repeat(80 * 1024 * 1024) })],
    ['pptx', pptxOf([], { 'ppt/presentation.xml': '<a>'.repeat(2000) })],
    ['odt', openDocumentOf('text', '<text:p/>'.repeat(900_000))],
    ['epub', epubOf({ 'a.xhtml': '<p>a</p>', 'b.xhtml': ' '.repeat(80 * 1024 * 1024) })],
    ['notebook', Buffer.from(`{"cells":[${'{"cell_type":"markdown","source":"a"},'.repeat(1020)}{}]}`)],
  ] as const)('%s %#: document_too_complex', async (kind, bytes) => {
    expect(bytes.length).toBeLessThan(200_000);
    expect(await read(kind, bytes)).toMatchObject({ outcome: 'document_too_complex', markdown: '' });
  });

  test('an attribute without a value is malformed_document, however long it is', async () => {
    const started = computedMs();
    for (const start of [`<a ${'x'.repeat(40_000)} y="1"/>`, `<${'a'.repeat(200_000)}`])
      expect(await read('odt', openDocumentOf('text', '', '', { 'content.xml': start }))).toMatchObject({
        outcome: 'malformed_document',
      });
    expect(computedMs() - started).toBeLessThan(500);
  });

  test('parts beside the text that are broken are none', async () => {
    const more = { 'meta.xml': '', 'styles.xml': '<a><b>', 'META-INF/manifest.xml': '<' };
    expect((await read('odt', openDocumentOf('text', '<text:p>Text.</text:p>', '', more))).markdown).toBe(
      'Text.',
    );
    const slide = `<p:sp><p:txBody><a:p><a:r><a:t>Slide.</a:t></a:r></a:p></p:txBody></p:sp>`;
    const relations = [['n', 'notesSlide', '../n.xml'] as const, ['l', 'slideLayout', '../l.xml'] as const];
    const broken = { 'ppt/n.xml': '', 'ppt/l.xml': '<', 'docProps/core.xml': 'none' };
    expect((await read('pptx', pptxOf([{ shapes: slide, relations }], broken))).markdown).toBe('Slide.');
    const missing = { 'ppt/_rels/presentation.xml.rels': relationsOf() };
    expect((await read('pptx', pptxOf([{ shapes: slide }], missing))).outcome).toBe('malformed_document');
  });

  test('a document under a password says so', async () => {
    const manifest = '<manifest><file-entry><encryption-data/></file-entry></manifest>';
    const bytes = openDocumentOf('text', '', '', {
      'META-INF/manifest.xml': manifest,
      'content.xml': '\u0000',
    });
    const { lack } = await convertDocument('odt', { bytes, contentType: undefined, url: '' }, {});
    expect(lack).toBe('password');
  });

  test('macros and parts outside of the file are never read', async () => {
    const shapes = '<p:pic><p:nvPicPr><p:cNvPr name="x" descr="words"/></p:nvPicPr></p:pic>';
    const bytes = pptxOf(
      [
        {
          shapes,
          relations: [
            ['n', 'notesSlide', 'https://127.0.0.1:1/notes.xml', 'external'],
            ['l', 'slideLayout', '../../../../etc/passwd'],
          ],
        },
      ],
      { 'ppt/vbaProject.bin': 'Sub x()' },
    );
    expect((await read('pptx', bytes)).markdown).toBe('words');
  });
});
