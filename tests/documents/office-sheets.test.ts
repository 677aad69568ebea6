import { describe, expect, test } from 'vitest';
import type { ConvertOptions } from '../../src/core/options.ts';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { openDocumentOf, relationsOf, xlsxOf } from './makers/office.ts';

async function read(kind: 'xlsx' | 'ods' | 'csv', bytes: Uint8Array, options: ConvertOptions = {}) {
  const document = { bytes, contentType: undefined, url: 'https://example.com/files/rivers.xlsx' };
  const { markdown, metadata, outcome, diagnostics } = await convertDocument(kind, document, options);
  return { markdown, metadata, outcome, removed: diagnostics.removed };
}

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
