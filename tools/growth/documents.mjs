import { importTests } from './import-tests.mjs';
import { OFFICE_DOCUMENTS } from './office-documents.mjs';

const [{ docxOf }] = await importTests('tests/documents/makers/docx.ts');

const xmlEscaped = (text) => text.replace(/[<>&]/g, (c) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[c]);
export const entry = (html) =>
  `<item><title>An entry</title><link>https://example.com/a</link><description>${xmlEscaped(html)}</description></item>`;
export const feed = (items) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><link>https://example.com/</link>${items}</channel></rss>`;
const paragraph = (text, style = '') => `<w:p><w:pPr>${style}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const LISTED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
const row = (cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;

/** A PDF whose pages draw these contents (ISO 32000-1, 7.5). */
function pdfOf(contents) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${contents.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return new TextEncoder().encode(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}
const line = (text, x, y) => `BT /F 11 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;
const times = (n, part) => Array.from({ length: n }, (_, i) => part(i)).join('');
const WORDS = 'words of prose that a document would have ';

/** What a container of Markdown begins with; a paragraph in it goes on in lines without its sign. */
const CONTAINERS = {
  'a quote': '> ',
  'quotes in quotes': '> > > > ',
  'an item': '- ',
  'items in items': '- - - - ',
  'a numbered item': '1. ',
  'a task': '- [ ] ',
  'a note': 'x[^1]\n\n[^1]: ',
  'an alert': '> [!NOTE]\n> ',
  'a quote in an item': '- > ',
  'an item in a quote': '> - ',
};

/** Documents of size n in each dimension, by kind. */
const DOCUMENTS = {
  markdown: {
    notes: (n) => times(n, (i) => `a[^${i}]\n\n[^${i}]: note ${i}\n\n`),
    'notes at the end': (n) => `${times(n, (i) => `a[^${i}] `)}\n\n${times(n, (i) => `[^${i}]: note\n`)}`,
    'no place to part': (n) => times(n, (i) => `- item ${i}\n\n  more\n\n`),
    'quotes without end': (n) => times(n, (i) => `> quote ${i}\n>\n> more\n\n`),
    'quotes in a quote': (n) => times(n, (i) => `> > quote ${i}\n>\n> more\n>\n`),
    'lists in quotes': (n) => times(n, (i) => `> - item ${i}\n>\n>   more\n>\n`),
    'lists in lists': (n) => times(n, (i) => `- item ${i}\n  - part ${i}\n`),
    definitions: (n) => times(n, (i) => `[a][x${i}]\n\n[x${i}]: /a${i}\n\n`),
    'equal links': (n) => '[word](/a)'.repeat(n),
    code: (n) => '```\ncode\n```\n'.repeat(n),
    'code without end': (n) => `\`\`\`\n${'code\n\n'.repeat(n)}`,
    columns: (n) => `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}\n${'|b|\n'.repeat(n)}`,
    html: (n) => '<div>\n\n*a*\n\n</div>\n\n'.repeat(n),
    ...Object.fromEntries(
      Object.entries(CONTAINERS).map(([name, sign]) => [
        `lazy lines of ${name}`,
        (n) => `${sign}${'a\n'.repeat(n)}`,
      ]),
    ),
    'lazy lines of each quote': (n) => '> a\nb\n\n'.repeat(n),
    'signs of no list': (n) => '*a\n'.repeat(n),
    'setext headings': (n) => 'a\n=\n'.repeat(n),
    'a head': (n) => `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}\n`,
    'short rows': (n) => `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}\n${'|b|\n'.repeat(n)}`,
    'calls of one note': (n) => `[^1]: note\n\n${'a[^1] '.repeat(n)}`,
    'notes that call each other': (n) => `a[^0]\n\n${times(n, (i) => `[^${i}]: b[^${i + 1}]\n`)}`,
    'labels without end': (n) => `[x]: y\n\n${'[a][b'.repeat(n)}`,
    'brackets in brackets': (n) => `[x]: y\n\n${'['.repeat(n)}${']'.repeat(n)}`,
    'images in images': (n) => `${'!['.repeat(n)}${'](b)'.repeat(n)}`,
    'links in a bracket': (n) => `${'['.repeat(n)}${'[a](b)'.repeat(n)}`,
    'titles without end': (n) => '[a](b "c'.repeat(n),
    'definitions without end': (n) => '[a]: b "\n'.repeat(n),
    'emphasis of both signs': (n) => '*a_'.repeat(n),
    'deletions of both lengths': (n) => '~a ~~b '.repeat(n),
    'backticks of every length': (n) => times(Math.ceil(Math.sqrt(64 * n)), (i) => `${'`'.repeat(i)}a`),
    'comments without end': (n) => `x ${'<!--a '.repeat(n)}`,
    'tags without end': (n) => `x ${'<a b '.repeat(n)}`,
    entities: (n) => '&amp'.repeat(n),
    dollars: (n) => '$a $$b '.repeat(n),
    'escaped dollars': (n) => '$\\'.repeat(n),
    'blocks of formulas without end': (n) => '$$ a\n\n'.repeat(n),
    'addresses in underscores': (n) => '_www.'.repeat(n),
    'an address with ends': (n) => `http://a.b/${'&a;)'.repeat(n)}`,
    'mail addresses without end': (n) => 'a@b-'.repeat(n),
    'front matter': (n) => `---\n${times(n, (i) => `key${i}: value\n`)}---\ntext`,
  },
  feed: {
    entries: (n) => feed(times(n, (i) => entry(`<p>Entry ${i} says <b>this</b>.</p>`))),
    'one entry': (n) => feed(entry(`<p>${WORDS}</p>`.repeat(n))),
    unknown: (n) => feed(times(n, (i) => `<x${i}>y</x${i}>`)),
    deep: (n) => feed('<x>'.repeat(n) + '</x>'.repeat(n)),
    malformed: (n) => feed('<item><title>a'.repeat(n)),
    atom: (n) =>
      `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>${times(n, (i) => `<entry><title>e${i}</title><id>u:${i}</id><content type="html">&lt;p&gt;x</content></entry>`)}</feed>`,
    'json feed': (n) =>
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'F',
        items: Array.from({ length: n }, (_, i) => ({ id: `${i}`, content_html: '<p>x' })),
      }),
  },
  json: {
    items: (n) => JSON.stringify(Array.from({ length: n }, (_, i) => ({ i, name: 'x' }))),
    deep: (n) => '['.repeat(Math.min(n, 3000)) + ']'.repeat(Math.min(n, 3000)),
    text: (n) => JSON.stringify(WORDS.repeat(n)),
    blanks: (n) => `[${' '.repeat(n)}]`,
    lines: (n) => '{"a": 1}\n'.repeat(n),
    malformed: (n) => '[{"a":'.repeat(n),
  },
  text: {
    lines: (n) => `${WORDS}\n`.repeat(n),
    paragraphs: (n) => `${WORDS}\n\n`.repeat(n),
    'one line': (n) => WORDS.repeat(n),
    columns: (n) => 'a    b    c\n'.repeat(n),
    blanks: (n) => `a${' '.repeat(40 * n)}b`,
  },
  docx: {
    paragraphs: (n) => docxOf(paragraph(WORDS).repeat(n)),
    'one paragraph': (n) => docxOf(paragraph(WORDS.repeat(n))),
    runs: (n) =>
      docxOf(`<w:p>${'<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>'.repeat(n)}</w:p>`),
    items: (n) => docxOf(paragraph(WORDS, LISTED).repeat(n)),
    rows: (n) => docxOf(`<w:tbl>${row(['a', 'b']).repeat(n)}</w:tbl>`),
    columns: (n) => docxOf(`<w:tbl>${row(Array(n).fill('a'))}</w:tbl>`),
    deep: (n) =>
      docxOf(
        '<w:tbl><w:tr><w:tc>'.repeat(Math.min(n, 200)) +
          paragraph('a').repeat(n) +
          '</w:tc></w:tr></w:tbl>'.repeat(Math.min(n, 200)),
      ),
    malformed: (n) => docxOf('<w:p><w:r><w:t>a'.repeat(n)),
  },
  pdf: {
    lines: (n) => pdfOf([times(n, (i) => line(`${WORDS}${i}`, 72, 760 - (i % 500)))]),
    pages: (n) =>
      pdfOf(Array.from({ length: n }, (_, i) => line(`page ${i}`, 72, 700) + line(WORDS, 72, 680))),
    words: (n) => pdfOf([times(n, (i) => line('word', 72 + 40 * (i % 12), 760 - 12 * ((i / 12) | 0)))]),
    'one line': (n) => pdfOf([line(WORDS.repeat(n), 72, 700)]),
    'one place': (n) => pdfOf([line('word', 72, 700).repeat(n)]),
    drawings: (n) => pdfOf([line('a', 72, 700) + '72 700 m 500 700 l S\n'.repeat(n)]),
    rules: (n) =>
      pdfOf([
        times(n, (i) => {
          const y = 760 - (i % 700);
          return `${line('a', 80, y)}${line('b', 200, y)}72 ${y} m 500 ${y} l S 150 ${y} m 150 ${y - 9} l S\n`;
        }),
      ]),
    'boxes side by side': (n) =>
      pdfOf([
        times(n, (i) => `${72 + (i % 40) * 9} ${700 - ((i / 40) | 0)} 8 8 re S\n`) + line('a', 72, 700),
      ]),
    'letters one by one': (n) => pdfOf([`BT /F 11 Tf 72 700 Td ${'(a) Tj 9 0 Td '.repeat(n)} ET`]),
    states: (n) => pdfOf([line('a', 72, 700) + 'q Q '.repeat(n)]),
    malformed: (n) => pdfOf([times(n, (i) => line(`word (${i}`, 72, 700))]),
  },
};

const PACKED = new Set(['docx', 'xlsx', 'ods', 'pptx', 'odt', 'epub']);

/** As `INPUTS`. */
export const DOCUMENT_INPUTS = Object.entries({ ...DOCUMENTS, ...OFFICE_DOCUMENTS }).flatMap(
  ([kind, dimensions]) =>
    Object.entries(dimensions).map(([name, make]) => ({
      name: `${kind}: ${name}`,
      kind,
      options: {},
      make: (n) => make(8 * n),
      // Documents of Office are packed: what of them grows is their XML.
      ...(PACKED.has(kind) ? { bytesEach: 8 * 120 } : {}),
    })),
);
