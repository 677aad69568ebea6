import { importTests } from './import-tests.mjs';

const [, { epubOf, openDocumentOf, pptxOf, xlsxOf }] = await importTests(
  'tests/documents/makers/docx.ts',
  'tests/documents/makers/office.ts',
);

const times = (n, part) => Array.from({ length: n }, (_, i) => part(i)).join('');
const list = (n, part) => Array.from({ length: n }, (_, i) => part(i));
const WORDS = 'words of prose that a document would have';
/** Elements within each other, at most: a tree of XML has no more. */
const deep = (n) => Math.min(n, 200);
const nested = (n, start, inner, end) => start.repeat(deep(n)) + inner + end.repeat(deep(n));

const sheet = (rows) => xlsxOf([{ name: 'S', xml: rows }]);
const textCell = (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const ods = (rows) => openDocumentOf('spreadsheet', `<table:table table:name="S">${rows}</table:table>`);
const p = (text) => `<text:p>${text}</text:p>`;
const odsCell = (text) => `<table:table-cell office:value-type="string">${p(text)}</table:table-cell>`;
const odt = (body) => openDocumentOf('text', body);
const line = (text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (inner) => `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody>${inner}</p:txBody></p:sp>`;
const slide = (shapes) => pptxOf([{ shapes }]);
const book = (chapters) => epubOf(Object.fromEntries(chapters.map((body, i) => [`${i}.xhtml`, body])));
const notebook = (cells) => JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
const code = (source, outputs = []) => ({
  cell_type: 'code',
  metadata: {},
  execution_count: 1,
  source,
  outputs,
});
const prose = (source) => ({ cell_type: 'markdown', metadata: {}, source });

/** Documents of Office and their kin of size n in each dimension, by kind. */
export const OFFICE_DOCUMENTS = {
  xlsx: {
    rows: (n) => sheet(times(n, (i) => `<row><c><v>${i}</v></c>${textCell(WORDS)}</row>`)),
    columns: (n) => sheet(`<row>${textCell('a').repeat(n)}</row>`.repeat(2)),
    sheets: (n) => xlsxOf(list(n, (i) => ({ name: `S${i}`, xml: `<row>${textCell('a')}</row>` }))),
    'shared texts': (n) =>
      xlsxOf(
        [{ name: 'S', xml: times(n, (i) => `<row><c t="s"><v>${i}</v></c></row>`) }],
        list(n, (i) => `<t>text ${i}</t>`),
      ),
    'merged cells': (n) =>
      sheet(
        `<sheetData>${times(n, () => `<row>${textCell('a')}${textCell('b')}</row>`)}</sheetData><mergeCells>${times(n, (i) => `<mergeCell ref="A${i + 1}:B${i + 1}"/>`)}</mergeCells>`,
      ),
    'far apart': (n) =>
      sheet(times(n, (i) => `<row r="${1000 * i + 1}"><c r="XFD${1000 * i + 1}"><v>1</v></c></row>`)),
    malformed: (n) => sheet('<row><c><v>1'.repeat(n)),
  },
  ods: {
    rows: (n) => ods(`<table:table-row>${odsCell(WORDS)}${odsCell('b')}</table:table-row>`.repeat(n)),
    columns: (n) => ods(`<table:table-row>${odsCell('a').repeat(n)}</table:table-row>`),
    repeated: (n) =>
      ods(
        `<table:table-row table:number-rows-repeated="9"><table:table-cell table:number-columns-repeated="9"/>${odsCell('a')}</table:table-row>`.repeat(
          n,
        ),
      ),
    'lines of a cell': (n) =>
      ods(`<table:table-row><table:table-cell>${p('a').repeat(n)}</table:table-cell></table:table-row>`),
  },
  csv: {
    rows: (n) => `${WORDS},1,"a ""b"""\n`.repeat(n),
    columns: (n) => `${'a,'.repeat(n)}\n${'b,'.repeat(n)}`,
    signs: (n) => 'a,b;c\td\n'.repeat(n),
    'a quote without end': (n) => `a,"${'b,\n'.repeat(n)}`,
  },
  pptx: {
    slides: (n) => pptxOf(list(n, () => ({ shapes: shape(line(WORDS)) }))),
    shapes: (n) => slide(shape(line(WORDS)).repeat(n)),
    lines: (n) => slide(shape(line(WORDS).repeat(n))),
    groups: (n) => slide(nested(n, '<p:grpSp>', shape(line('a')).repeat(n), '</p:grpSp>')),
    levels: (n) => slide(shape(times(n, (i) => `<a:p><a:pPr lvl="${i % 9}"/><a:r><a:t>a</a:t></a:r></a:p>`))),
    rows: (n) =>
      slide(
        `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${`<a:tr><a:tc><a:txBody>${line('a')}</a:txBody></a:tc></a:tr>`.repeat(n)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
      ),
  },
  odt: {
    paragraphs: (n) => odt(p(WORDS).repeat(n)),
    'one paragraph': (n) => odt(p(`${WORDS}<text:s/>`.repeat(n))),
    items: (n) => odt(`<text:list>${`<text:list-item>${p(WORDS)}</text:list-item>`.repeat(n)}</text:list>`),
    deep: (n) =>
      odt(nested(n, '<text:list><text:list-item>', p('a').repeat(n), '</text:list-item></text:list>')),
    rows: (n) =>
      odt(
        `<table:table>${`<table:table-row>${odsCell('a')}${odsCell('b')}</table:table-row>`.repeat(n)}</table:table>`,
      ),
    notes: (n) =>
      odt(
        p(
          `a<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('note')}</text:note-body></text:note>`.repeat(
            n,
          ),
        ),
      ),
    frames: (n) => odt(p(`<draw:frame><draw:text-box>${p('a')}</draw:text-box></draw:frame>`.repeat(n))),
  },
  epub: {
    chapters: (n) => book(list(n, (i) => `<h1>Chapter ${i}</h1><p>${WORDS}</p>`)),
    'one chapter': (n) => book([`<p>${WORDS}</p>`.repeat(n)]),
    notes: (n) =>
      book([
        times(
          n,
          (i) =>
            `<p>a<a epub:type="noteref" href="#n${i}">${i + 1}</a></p><aside epub:type="footnote" id="n${i}">b</aside>`,
        ),
      ]),
    links: (n) => book(list(2, () => '<p><a href="1.xhtml#x">a</a></p>'.repeat(n))),
  },
  notebook: {
    cells: (n) => notebook(list(n, (i) => (i % 2 ? code('x = 1') : prose(WORDS)))),
    outputs: (n) =>
      notebook([
        code(
          'x',
          list(n, () => ({ output_type: 'stream', name: 'stdout', text: [`${WORDS}\n`] })),
        ),
      ]),
    'lines of a cell': (n) => notebook([code(list(n, () => 'x = 1\n'))]),
    html: (n) =>
      notebook([
        code('x', [
          { output_type: 'display_data', metadata: {}, data: { 'text/html': `<p>${WORDS}</p>`.repeat(n) } },
        ]),
      ]),
  },
};
