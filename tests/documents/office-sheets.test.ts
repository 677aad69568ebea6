import { describe, expect, test } from 'vitest';
import type { ConvertOptions } from '../../src/core/options.ts';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { computedMs } from '../support/machine-speed.ts';
import { openDocumentOf, relationsOf, xlsxOf } from './makers/office.ts';

async function read(kind: 'xlsx' | 'ods' | 'csv', bytes: Uint8Array, options: ConvertOptions = {}) {
  const document = { bytes, contentType: undefined, url: 'https://example.com/files/rivers.xlsx' };
  const { markdown, metadata, outcome, diagnostics } = await convertDocument(kind, document, options);
  return { markdown, metadata, outcome, removed: diagnostics.removed, signs: diagnostics.outcomeSigns };
}

const TOO_MANY = ['more than 800000 elements and texts'];

/** The letters of a column, counted from 0. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

describe('XLSX', () => {
  const value = (reference: string, text: string, style = 0) =>
    `<c r="${reference}" s="${style}"><v>${text}</v></c>`;
  const text = (reference: string, shared: number) => `<c r="${reference}" t="s"><v>${shared}</v></c>`;
  const row = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`;
  const written = (
    xml: string,
    strings: readonly string[] = [],
    options: ConvertOptions = {},
    relations = '',
    more = {},
  ) =>
    read(
      'xlsx',
      xlsxOf([{ name: 'Data', xml, ...(relations === '' ? {} : { relations }) }], strings, more),
      options,
    );
  const hidden = (element: string, words: string) => ({ step: 'hidden', element, text: words });

  test('a section and a table a sheet, values as they are shown', async () => {
    const river =
      row(text('A1', 0), text('B1', 1), text('C1', 2)) +
      row(text('A2', 3), value('B2', '45000', 1), value('C2', '0.256', 2));
    const other =
      '<row r="1"><c><v>1234.5</v></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c><c t="inlineStr"><is><t>inline</t></is></c></row>';
    const { markdown, metadata } = await read(
      'xlsx',
      xlsxOf(
        [
          { name: 'Rivers', xml: river },
          { name: 'More', xml: other },
        ],
        [
          '<t>River</t>',
          '<t>Seen</t>',
          '<r><t>Sh</t></r><r><t>are</t></r>',
          '<t>Rhine_x0041_</t><rPh><t>spoken</t></rPh>',
        ],
      ),
    );
    expect(markdown).toBe(
      '## Rivers\n\n| River | Seen | Share |\n| --- | --- | --- |\n| RhineA | 2023-03-15 | 25.60% |\n\n' +
        '## More\n\n| 1234.5 | TRUE | #DIV/0! | inline |\n| --- | --- | --- | --- |',
    );
    expect(metadata).toMatchObject({ title: 'Rivers & Bridges', byline: 'Ada Stream' });
  });

  test('the value of a formula, or the formula where there is none', async () => {
    const { markdown } = await written(
      row(
        '<c r="A1"><f>1+1</f><v>2</v></c>',
        '<c r="B1" t="str"><f>"a"</f><v>a</v></c>',
        '<c r="C1"><f>WEBSERVICE("https://example.com")</f></c>',
      ),
    );
    expect(markdown).toContain('| 2 | a | =WEBSERVICE("<https://example.com>") |');
  });

  test('empty rows and columns are no cells, a line alone above a table is a paragraph', async () => {
    const { markdown } = await written(
      row(value('B2', '7')) + row(value('C9', '1'), value('XFD9', '2')) + row(value('C1048576', '3')),
    );
    expect(markdown).toBe('## Data\n\n7\n\n| 1 | 2 |\n| --- | --- |\n| 3 |  |');
  });

  test('lines of a cell, and where it leads', async () => {
    const links = '<hyperlinks><hyperlink ref="A1" r:id="l"/><hyperlink ref="B1" r:id="bad"/></hyperlinks>';
    const xml = `<sheetData>${row(text('A1', 0), text('B1', 1))}</sheetData>${links}`;
    const relations = relationsOf(
      ['l', 'hyperlink', 'https://example.com/map', 'external'],
      ['bad', 'hyperlink', 'javascript:alert(1)', 'external'],
    );
    const of = (options: ConvertOptions) =>
      written(xml, ['<t>two\nlines</t>', '<t>b</t>'], options, relations);
    expect((await of({})).markdown).toContain('| [two<br>lines](https://example.com/map) | b |');
    expect((await of({ links: 'none' })).markdown).toContain('| two<br>lines | b |');
  });

  test('hidden sheets, rows, columns and values go and are told', async () => {
    const columns = '<cols><col min="2" max="2" hidden="1" width="9"/></cols>';
    const cells = `<sheetData>${row(value('A1', '1'), value('B1', '2'), value('C1', '3', 4))}<row hidden="1">${value('A2', '4')}</row>${row(value('A3', '5'))}<row ht="0">${value('A4', '6')}</row></sheetData>`;
    const { markdown, removed } = await read(
      'xlsx',
      xlsxOf([
        { name: 'Seen', xml: columns + cells },
        { name: 'Gone', xml: row(value('A1', '8')), state: 'veryHidden' },
      ]),
    );
    expect(markdown).toBe('## Seen\n\n| 1 |\n| --- |\n| 5 |');
    expect(removed).toEqual([hidden('sheet "Seen"', '2 3 4 6'), hidden('sheet "Gone"', '8')]);
  });

  test('values that a merged cell covers go and are told', async () => {
    const cells = `<sheetData>${row(value('A1', '1'), value('B1', '2'), value('C1', '3'))}${row(value('A2', '4'), value('C2', '5'))}</sheetData>`;
    const { markdown, removed } = await written(
      `${cells}<mergeCells><mergeCell ref="C1:C2"/><mergeCell ref="A1:B1"/></mergeCells>`,
    );
    expect(markdown).toBe('## Data\n\n| 1 | 3 |\n| --- | --- |\n| 4 |  |');
    expect(removed).toEqual([hidden('sheet "Data"', '2 5')]);
  });

  test('a link over several cells is one of each', async () => {
    const xml = `<sheetData>${row(value('A1', '1'), value('B1', '2'), value('C1', '3'))}</sheetData><hyperlinks><hyperlink ref="A1:B1" r:id="l"/></hyperlinks>`;
    const relations = relationsOf(['l', 'hyperlink', 'https://example.com/m', 'external']);
    expect((await written(xml, [], {}, relations)).markdown).toContain(
      '| [1](https://example.com/m) | [2](https://example.com/m) | 3 |',
    );
  });

  test('shapes that are hidden, and those of hidden groups, go and are told', async () => {
    const box = (text: string, is = '') =>
      `<sp><nvSpPr><cNvPr name="x"${is}/></nvSpPr><txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></txBody></sp>`;
    const group = `<grpSp><nvGrpSpPr><cNvPr name="g" hidden="1"/></nvGrpSpPr>${box('grouped')}</grpSp>`;
    const drawn = `<wsDr xmlns:a="urn:a"><anchor>${box('seen')}${box('alone', ' hidden="1"')}${group}</anchor></wsDr>`;
    const { markdown, removed } = await written(
      row(value('A1', '1')),
      [],
      {},
      relationsOf(['d', 'drawing', '../drawings/d.xml']),
      { 'xl/drawings/d.xml': drawn },
    );
    expect(markdown).toBe('## Data\n\n| 1 |\n| --- |\n\nseen');
    expect(removed.map(({ text }) => text)).toEqual(['alone', 'grouped']);
  });

  test('far cells cost no more than near ones', async () => {
    const rows = row(value('A1', '1'), value('XFD1', '2')).repeat(3000);
    const started = computedMs();
    expect((await written(rows)).outcome).toBe('ok');
    expect(computedMs() - started).toBeLessThan(1500);
  });

  test('a workbook has no more nodes than a tree, in however many sheets', async () => {
    const diagonal = [...Array(460).keys()].map((i) => row(value(`${letters(i)}1`, '1'))).join('');
    const sheets = ['a', 'b'].map((name) => ({
      name,
      xml: row(value('A1', '1'), value('B1', '1')) + diagonal,
    }));
    expect((await read('xlsx', xlsxOf(sheets))).signs).toEqual(TOO_MANY);
  });

  test.each([300, 3000])('a text that %i hidden cells share is told up to a bound', async (cells) => {
    const shared = '<c t="s"><v>0</v></c>'.repeat(cells);
    const xml = `<row hidden="1">${shared}</row>${row(value('A2', 'seen'))}`;
    const bytes = xlsxOf([{ name: 'Data', xml }], [`<t>${'ab '.repeat(100_000)}</t>`]);
    const begun = computedMs();
    const { markdown, removed } = await read('xlsx', bytes);
    expect(markdown).toBe('## Data\n\n| seen |\n| --- |');
    expect(removed[0]!.text.length).toBeLessThan(4_000_000);
    expect(computedMs() - begun).toBeLessThan(1000);
  });

  test('lines of cells count as nodes', async () => {
    const lines = `<t>${'&#10;'.repeat(450_000)}</t>`;
    const bytes = xlsxOf([{ name: 'Data', xml: '<row><c t="s"><v>0</v></c></row>' }], [lines]);
    expect((await read('xlsx', bytes)).signs).toEqual(TOO_MANY);
  });

  test('remarks that many sheets lead to are bounded', async () => {
    const sheet = (name: number) => ({
      name: `${name}`,
      xml: row(value('A1', 'seen')),
      relations: relationsOf(['n', 'comments', '../c.xml']),
    });
    const remarks = `<comments><comment><text><t>${'ab '.repeat(400_000)}</t></text></comment></comments>`;
    const bytes = xlsxOf([...Array(20).keys()].map(sheet), [], { 'xl/c.xml': remarks });
    expect((await read('xlsx', bytes)).signs).toEqual([expect.stringContaining('characters of text')]);
  });

  test('a part beside the cells that is broken is none, a missing sheet is malformed_document', async () => {
    const broken = { 'docProps/core.xml': '', 'xl/styles.xml': '<a><b>', 'xl/comments1.xml': '<' };
    const relations = relationsOf(['n', 'comments', '../comments1.xml']);
    const { markdown } = await written(row(value('A1', '1')), [], {}, relations, broken);
    expect(markdown).toBe('## Data\n\n| 1 |\n| --- |');
    const sheet = [{ name: 'Data', xml: row(value('A1', '1')) }];
    const missing = { 'xl/_rels/workbook.xml.rels': relationsOf(['s0', 'worksheet', 'worksheets/none.xml']) };
    expect((await read('xlsx', xlsxOf(sheet, [], missing))).outcome).toBe('malformed_document');
  });

  test('comments go and are told, texts and charts over the cells stay', async () => {
    const A = 'xmlns:a="urn:a" xmlns:c="urn:c" xmlns:r="urn:r"';
    const drawn = `<wsDr ${A}><anchor><sp><nvSpPr><cNvPr name="x"/></nvSpPr><txBody><a:p><a:r><a:t>A box.</a:t></a:r></a:p></txBody></sp></anchor>
<anchor><pic><nvPicPr><cNvPr name="x" descr="A photo"/></nvPicPr></pic></anchor>
<anchor><graphicFrame><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></graphicFrame></anchor></wsDr>`;
    const points = (...values: readonly string[]) =>
      values.map((each, i) => `<c:pt idx="${i}"><c:v>${each}</c:v></c:pt>`).join('');
    const chart = `<c:chartSpace ${A}><c:chart><c:title><a:t>Flow</a:t></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:v>Rhine</c:v></c:tx>
<c:cat>${points('May', 'June')}</c:cat><c:val>${points('1', '2')}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const { markdown, removed } = await written(
      row(value('A1', '1')),
      [],
      {},
      relationsOf(['d', 'drawing', '../drawings/d.xml'], ['n', 'comments', '../comments1.xml']),
      {
        'xl/comments1.xml': '<comments><comment><text><t>a remark</t></text></comment></comments>',
        'xl/drawings/d.xml': drawn,
        'xl/drawings/_rels/d.xml.rels': relationsOf(['c', 'chart', '/xl/charts/c.xml']),
        'xl/charts/c.xml': chart,
      },
    );
    expect(markdown).toBe(
      '## Data\n\n| 1 |\n| --- |\n\nA box.\n\nA photo\n\nFlow\n\n|  | Rhine |\n| --- | --- |\n| May | 1 |\n| June | 2 |',
    );
    expect(removed).toEqual([hidden('sheet "Data"', 'a remark')]);
  });
});

describe('ODS', () => {
  const cell = (inner: string, attributes = '') =>
    `<table:table-cell ${attributes}>${inner}</table:table-cell>`;
  const said = (text: string, attributes = '') => cell(`<text:p>${text}</text:p>`, attributes);
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const table = (inner: string, attributes = '') =>
    `<table:table table:name="Data" ${attributes}>${inner}</table:table>`;
  const HIDDEN =
    '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const written = (body: string, options: ConvertOptions = {}) =>
    read('ods', openDocumentOf('spreadsheet', body, HIDDEN), options);

  test('cells as they are shown, repeated ones as often as they are filled', async () => {
    const link = '<text:a xlink:href="https://example.com/map">map</text:a>';
    const rows =
      row(
        said('River') + said('a<text:s text:c="2"/>b') + cell('', 'table:number-columns-repeated="16000"'),
      ) +
      row(said('x', 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"') +
      row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"') +
      row(cell('<text:p>1</text:p><text:p>2</text:p>') + said(link)) +
      row(
        cell('', 'office:value-type="float" office:value="5"') +
          said('0.12536537559952837', 'office:value="0.12536537559952837"'),
      );
    const { markdown, metadata } = await written(table(rows));
    expect(markdown).toBe(
      '## Data\n\n| River | a b |\n| --- | --- |\n| x | x |\n| x | x |\n| 1<br>2 | [map](https://example.com/map) |\n| 5 | 0.125365375599528 |',
    );
    expect(metadata).toMatchObject({ title: 'Rivers', byline: 'Ada Stream' });
  });

  test('hidden sheets, rows and columns and remarks go and are told', async () => {
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/>';
    const remark = '<office:annotation><text:p>a remark</text:p></office:annotation>';
    const rows =
      row(said('1') + said('2')) +
      row(said('3'), 'table:visibility="filter"') +
      row(cell(`${remark}<text:p>4</text:p>`));
    const { markdown, removed } = await written(
      table(columns + rows) + table(row(said('5')), 'table:style-name="h"'),
    );
    expect(markdown).toBe('## Data\n\n| 1 |\n| --- |\n| 4 |');
    expect(removed.map(({ text }) => text)).toEqual(
      ['3 2', 'a remark', '5'].map((text) => (text === '3 2' ? '2 3' : text)),
    );
  });
});

describe('ODS that hides or repeats', () => {
  const frame = (text: string, is = '') =>
    `<draw:frame ${is}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const cell = (inner: string, is = '') => `<table:table-cell ${is}>${inner}</table:table-cell>`;
  const row = (inner: string, is = '') => `<table:table-row ${is}>${inner}</table:table-row>`;
  const written = (...tables: readonly string[]) =>
    read(
      'ods',
      openDocumentOf(
        'spreadsheet',
        tables.map((inner) => `<table:table table:name="Data">${inner}</table:table>`).join(''),
        '<style:style style:name="t" style:family="text"><style:text-properties text:display="none"/></style:style>',
      ),
    );

  test('hidden text, and what is drawn and hidden, go and are told', async () => {
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/>';
    const { markdown, removed } = await written(
      `${columns}<table:shapes>${frame('shape')}${frame('none', 'draw:display="none"')}</table:shapes>` +
        row(
          cell('<text:p>1<text:span text:style-name="t">span</text:span></text:p>') + cell(frame('column')),
        ) +
        row(cell(frame('row')), 'table:visibility="collapse"') +
        row(cell(`<text:p>2</text:p>${frame('drawn')}`)),
    );
    expect(markdown).toBe('## Data\n\n| 1 |\n| --- |\n| 2 |\n\nshape\n\ndrawn');
    expect(removed.flatMap(({ text }) => text.split(' ')).toSorted()).toEqual(
      ['none', 'span', 'column', 'row'].toSorted(),
    );
  });

  test.each([10_000_000, 4_294_967_295])('%i empty cells ahead of a text', async (times) => {
    const started = computedMs();
    const { markdown } = await written(
      row(cell('', `table:number-columns-repeated="${times}"`) + cell('<text:p>x</text:p>')),
    );
    expect(markdown).toBe('## Data\n\n| x |\n| --- |');
    expect(computedMs() - started).toBeLessThan(500);
  });

  test('a workbook has no more nodes than a tree, in however many sheets', async () => {
    const many = row(cell('<text:p>x</text:p>', 'table:number-columns-repeated="150000"'));
    expect((await written(many, many, many)).signs).toEqual(TOO_MANY);
  });

  test('lines of repeated cells count as nodes', async () => {
    const cells = cell('<text:p>a</text:p>'.repeat(1000)) + cell('<text:p>b</text:p>');
    const { signs } = await written(row(cells, 'table:number-rows-repeated="500"'));
    expect(signs).toEqual(TOO_MANY);
  });

  test.each(['', ' table:visibility="collapse"'])('a text of repeated cells is bounded%s', async (how) => {
    const cells = cell(`<text:p>${'ab '.repeat(100_000)}</text:p>`, 'table:number-columns-repeated="30"');
    const { signs } = await written(
      row(cells, `table:number-rows-repeated="10"${how}`) + row(cell('<text:p>b</text:p>')),
    );
    expect(signs).toEqual([expect.stringContaining('characters of text')]);
  });

  test('a manifest with a document type is read', async () => {
    const DOCTYPE =
      '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">';
    const bytes = openDocumentOf(
      'spreadsheet',
      `<table:table table:name="Data">${row(cell('<text:p>x</text:p>'))}</table:table>`,
      '',
      { 'META-INF/manifest.xml': `<?xml version="1.0"?>\n${DOCTYPE}\n<manifest:manifest/>` },
    );
    expect((await read('ods', bytes)).markdown).toBe('## Data\n\n| x |\n| --- |');
  });
});

describe('CSV', () => {
  const of = async (text: string) => (await read('csv', Buffer.from(text))).markdown;

  test.each([
    ['commas', 'a,b\n1,"x, ""y"""\n'],
    ['semicolons', 'a;b\r\n1;x, "y"\r\n'],
    ['tabs', 'a\tb\n1\tx, "y"'],
    ['bars, and a mark of the order of bytes', '\ufeffa|b\n1|x, "y"'],
    ['a sign that the first line says', 'sep=^\na^b\n1^x, "y"'],
  ])('%s', async (_, text) => {
    expect(await of(text)).toBe('| a | b |\n| --- | --- |\n| 1 | x, "y" |');
  });

  test.each([
    [
      'a title above',
      'Umsatz 2024\n\nName;Preis\nA;1,50\n',
      'Umsatz 2024\n\n| Name | Preis |\n| --- | --- |\n| A | 1,50 |',
    ],
    [
      'a title with the sign of another',
      'Mai, 2024\na;b\n1;2',
      'Mai, 2024\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
  ])('the sign between cells is that of most lines: %s', async (_, text, markdown) => {
    expect(await of(text)).toBe(markdown);
  });

  test('a line in quotes may end, an empty one is no row', async () => {
    expect(await of('a,b\n\n"1\n2",3\n')).toBe('| a | b |\n| --- | --- |\n| 1<br>2 | 3 |');
  });

  test('what cannot be a table is as it stands', async () => {
    expect(await of('a,b\n"open,1\n')).toBe('```csv\na,b\n"open,1\n```'.replace('csv', ''));
    const wide = `${','.repeat(900)}x\n`.repeat(600);
    expect(await of(wide)).toContain(`\n${','.repeat(900)}x\n`);
  });
});
