import { describe, expect, test } from 'vitest';
import { zipOf } from '../../tests/documents/makers/docx.ts';
import { documentKind, unreadKind } from './document-kind.ts';

const HTML = '<!doctype html><title>A page</title><p>Text';
const RSS = '<?xml version="1.0"?>\n<!-- made by hand -->\n<rss version="2.0"><channel></channel></rss>';
const ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"></feed>';
const RDF = '<?xml version="1.0"?><!DOCTYPE rdf:RDF [ <!ENTITY a "b"> ]><rdf:RDF></rdf:RDF>';
const JSON_FEED = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [] });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>words</text></svg>';
const JPEG = '\xff\xd8\xff\xe0\0\x10JFIF';

const kind = (body: string, contentType: string | undefined, url = 'https://example.com/', name?: string) =>
  documentKind({
    bytes: Uint8Array.from(body, (c) => c.charCodeAt(0)),
    contentType,
    url,
    ...(name === undefined ? {} : { name }),
  });

describe('documentKind', () => {
  test.each([
    [HTML, 'text/html; charset=utf-8', 'html'],
    ['plain words', 'text/html', 'html'],
    ['# Title', 'text/markdown', 'markdown'],
    ['words', 'text/plain', 'text'],
    ['a,b', 'text/csv', 'csv'],
    ['a,b', 'text/tab-separated-values; charset=utf-8', 'csv'],
    ['{"a":1}', 'application/json', 'json'],
    ['{"a":1}', 'application/geo+json', 'json'],
    ['{"a":1}\n{"a":2}', 'application/x-ndjson', 'json'],
    ['{"nbformat":4,"cells":[]}', 'application/x-ipynb+json', 'notebook'],
    ['a;b', 'application/vnd.ms-excel', 'csv'],
    [RSS, 'application/rss+xml', 'feed'],
    [ATOM, 'application/atom+xml', 'feed'],
    ['<root/>', 'application/xml', 'code'],
    ['%PDF-1.7\n', 'application/pdf', 'pdf'],
    ['<p>x', 'application/xhtml+xml', 'html'],
  ])('believes a header that the bytes do not contradict: %j as %s', (body, type, expected) => {
    expect(kind(body, type)).toBe(expected);
  });

  test.each([
    ['a PDF called HTML', '%PDF-1.4\n%\xe2\xe3', 'text/html', 'pdf'],
    ['a PDF after junk, called so', 'junk\n%PDF-1.4', 'application/pdf', 'pdf'],
    ['a PDF of no type', '%PDF-1.4', undefined, 'pdf'],
    ['a page called plain text', HTML, 'text/plain', 'html'],
    ['a page called PDF', HTML, 'application/pdf', 'html'],
    ['a page called Markdown', HTML, 'text/markdown', 'html'],
    ['a page of no type', HTML, undefined, 'html'],
    ['a feed called HTML', RSS, 'text/html', 'feed'],
    ['a feed called XML', ATOM, 'text/xml', 'feed'],
    ['a feed with a document type', RDF, 'application/xml', 'feed'],
    ['JSON called HTML', '{"a": [1]}', 'text/html', 'json'],
    ['JSON called plain text', '[1]', 'text/plain', 'json'],
    ['a notebook called JSON', '{"cells":[],"metadata":{},"nbformat":4}', 'application/json', 'notebook'],
    ['JSON with a notebook in it', '{"a":{"cells":[],"nbformat":4}}', 'application/json', 'json'],
    ['a JSON Feed called JSON', JSON_FEED, 'application/json; charset=utf-8', 'feed'],
    ['a JSON Feed called plain text', JSON_FEED.replaceAll('/', '\\/'), 'text/plain', 'feed'],
    ['a JSON Feed of no type', JSON_FEED, undefined, 'feed'],
    [
      'JSON that speaks of JSON Feed',
      '{"version":"1","see":"https://jsonfeed.org/version/1"}',
      undefined,
      'json',
    ],
    ['JSON of no type with markup in it', '{"a":"<p>x</p>"}', undefined, 'json'],
    ['JSON that names cells', '{"cells":{},"nbformat":4}', undefined, 'json'],
    ['JSON that names a notebook', '[{"cells":[],"nbformat":4}]', 'text/plain', 'json'],
    ['an old notebook', '{"worksheets":[{"cells":[]}],"nbformat":3}', 'application/x-ipynb+json', 'json'],
    ['JSON of a format in words', '{"cells":[],"nbformat":"4"}', undefined, 'json'],
    ['a table called a workbook', '<table><tr><td>1</td></tr></table>', 'application/vnd.ms-excel', 'html'],
    ['XML called a workbook', '<?xml version="1.0"?><Workbook/>', 'application/vnd.ms-excel', 'code'],
    ['a page that speaks of a PDF', `${HTML} the header is %PDF-1.4`, 'text/html', 'html'],
    ['text that starts with a brace', '{ is a brace', 'text/plain', 'text'],
    ['bytes of no type that are text', 'words', 'application/octet-stream', 'text'],
  ])('%s', (_, body, type, expected) => {
    expect(kind(body, type)).toBe(expected);
  });

  test.each([
    ['a picture', JPEG, 'image/jpeg'],
    ['a picture called HTML', JPEG, 'text/html'],
    ['a picture called text', JPEG, 'text/plain'],
    ['a picture of no type', JPEG, undefined],
    ['a vector picture', SVG, 'image/svg+xml'],
    ['a vector picture of no type', `<?xml version="1.0"?>\n<!-- drawn -->\n${SVG}\n`, undefined],
    ['a vector picture called text', SVG, 'text/plain'],
    [
      'a vector picture called XML',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY a "b"> ]>${SVG}`,
      'application/xml',
    ],
    ['a film', '\0\0\0\x20ftypisom', 'video/mp4'],
    ['an archive', 'PK\x03\x04\x14\0\0\0files', 'application/zip'],
    ['rich text', '{\\rtf1\\ansi words}', 'text/rtf'],
    ['a program', '\x7fELF\x02', 'application/octet-stream'],
    ['binary data called text', 'abc\0\x01\x02', 'text/plain'],
    ['text of a type that is none of ours', 'words', 'application/msword'],
  ])('%s is none', (_, body, type) => {
    expect(kind(body, type)).toBe(null);
  });

  test('the ending of the address or of the file tells text apart that the header does not', () => {
    const at = (path: string, type: string | undefined, body = 'x = 1') =>
      kind(body, type, `https://example.com/${path}`);
    expect(at('README.md', 'text/plain')).toBe('markdown');
    expect(at('README.md?raw=1#top', 'text/plain')).toBe('markdown');
    expect(at('README.md', 'text/plain', '<h1 align="center">Name</h1>')).toBe('markdown');
    expect(at('README.md', 'text/plain', HTML)).toBe('html');
    expect(at('README.md', 'text/html')).toBe('html');
    expect(at('main.py', 'text/plain')).toBe('code');
    expect(at('data.csv', 'application/octet-stream')).toBe('csv');
    expect(at('data.tsv', 'text/plain')).toBe('csv');
    expect(at('lines.ndjson', 'text/plain', '{"a":1}\n{"a":2}')).toBe('json');
    expect(at('LINES.JSONL', undefined, '{"a":1}\n{"a":2}')).toBe('json');
    expect(kind('# a', undefined, '', 'notes.md')).toBe('markdown');
    expect(kind('<img src=a.png>', undefined, '', 'part.html')).toBe('html');
    expect(kind('<img src=a.png>', undefined, '', 'part.txt')).toBe('text');
    expect(kind('Fish &amp; chips', undefined, '', 'PART.HTM')).toBe('html');
    expect(kind('words', undefined, '', 'part.html')).toBe('text');
    expect(kind('The tag <p> starts a paragraph.', undefined, '', 'notes.txt')).toBe('text');
    expect(kind('The tag <p> starts a paragraph.', undefined, '', 'notes')).toBe('html');
    expect(kind('{"a":"<p>"}\n{"a":"<b>"}', undefined, '', 'lines.ndjson')).toBe('json');
    expect(kind('Gone. <a href="/">Home</a>', undefined, '', 'data.json')).toBe('html');
    expect(kind(`${SVG}<p>Words below a sprite`, 'text/html')).toBe('html');
    expect(kind(`${SVG}<p>Words below a sprite`, undefined)).toBe('html');
    expect(kind('{"a":1}', undefined, '', 'part.html')).toBe('json');
  });

  const archive = (...files: (string | readonly [string, string])[]) =>
    Buffer.from(
      zipOf(
        files.map((file) => {
          const [name, text] = typeof file === 'string' ? [file, 'word/document.xml'] : file;
          return { name, bytes: Buffer.from(text) };
        }),
      ),
    ).toString('latin1');

  test('a document of Office is a package with its main part', () => {
    const TYPES = '[Content_Types].xml';
    expect(kind(archive(TYPES, 'word/document.xml'), 'application/zip')).toBe('docx');
    expect(kind(archive('word/document2.xml', '_rels/.rels'), undefined)).toBe('docx');
    expect(kind(archive(TYPES, 'word/document.xml').slice(0, -30), undefined)).toBe('docx');
    expect(kind(archive(TYPES, 'xl/workbook.xml', 'word/list.txt'), undefined)).toBe('xlsx');
    expect(kind(archive('files/word/document.xml', TYPES), undefined)).toBe(null);
    expect(kind(archive('word/document.xml'), undefined)).toBe(null);
    expect(kind(archive('word/list.txt', TYPES), undefined)).toBe(null);
  });

  const ODF = 'application/vnd.oasis.opendocument';
  const root = (type: string) =>
    `<manifest:manifest><manifest:file-entry manifest:full-path="a/" manifest:media-type="${ODF}.text"/><manifest:file-entry manifest:media-type='${type}' manifest:full-path='/'/></manifest:manifest>`;
  const container = (type: string) =>
    `<container><rootfiles><rootfile media-type="${type}"/></rootfiles></container>`;
  test.each([
    ['is packed', 'epub', [['mimetype', 'application/epub+zip\n'], 'OEBPS/a.opf']],
    [
      'is last, beside parts of Office',
      'epub',
      ['word/document.xml', '[Content_Types].xml', ['mimetype', 'application/epub+zip']],
    ],
    ['stands beside what other archives have', 'odt', ['META-INF/MANIFEST.MF', ['mimetype', `${ODF}.text`]]],
    [
      'is that of its manifest',
      'ods',
      ['content.xml', ['META-INF/manifest.xml', root(`${ODF}.spreadsheet`)]],
    ],
    [
      'is that of its container',
      'epub',
      [['META-INF/container.xml', container('application/oebps-package+xml')]],
    ],
    [
      'is that of music',
      null,
      [['META-INF/container.xml', container('application/vnd.recordare.musicxml+xml')]],
    ],
    ['is not read', null, ['content.xml', ['META-INF/manifest.xml', root(`${ODF}.presentation`)]]],
    ['is huge', null, [['mimetype', `application/epub+zip${' '.repeat(5_000_000)}`]]],
  ] as const)('an archive whose media type %s: %s', (_, expected, files) => {
    expect(kind(archive(...files), undefined)).toBe(expected);
  });

  test('an archive that says nothing of itself is what its header says', () => {
    expect(kind(archive('OEBPS/a.opf'), 'application/epub+zip')).toBe('epub');
    expect(kind(archive('OEBPS/a.opf'), 'application/pdf')).toBe(null);
    expect(kind(archive('xl/workbook.bin'), 'application/epub+zip')).toBe(null);
  });

  const MAIL = 'From: a@example.com\r\nTo: b@example.com,\r\n c@example.com\r\nMIME-Version: 1.0\r\n';
  const named = (body: string, contentType?: string) =>
    unreadKind({ bytes: Uint8Array.from(body, (c) => c.charCodeAt(0)), contentType, url: '' });
  const archived = (name: string, text = '') =>
    Buffer.from(zipOf([{ name, bytes: Buffer.from(text) }])).toString('latin1');
  const stream = (name: string) => `\xd0\xcf\x11\xe0${[...name].join('\0')}\0`;

  test.each([
    [JPEG, 'text/html', 'a picture (JPEG)'],
    ['{\\rtf1\\ansi words}', 'text/plain', 'an RTF document'],
    [`${MAIL}Content-Type: multipart/alternative; boundary=x\r\n\r\n--x`, 'text/plain', 'a mail'],
    [`${MAIL}\r\nwords`, undefined, 'a mail'],
    ['words', 'message/rfc822', 'a mail'],
    [SVG, 'text/plain', 'a picture (SVG)'],
    [archived('files/a.txt'), undefined, 'a ZIP archive'],
    [archived('xl/workbook.bin'), undefined, 'an XLSB workbook'],
    [archived('META-INF/MANIFEST.MF'), undefined, 'a Java archive'],
    ['\x1f\x8b\x08', 'application/gzip', 'an archive (gzip)'],
    [`${'\0'.repeat(257)}ustar`, undefined, 'an archive (tar)'],
    [stream('WordDocument'), 'application/msword', 'an old Word document (.doc)'],
    [stream('Workbook'), undefined, 'an old workbook (.xls)'],
    [stream('PowerPoint Document'), undefined, 'an old presentation (.ppt)'],
    [stream('EncryptedPackage'), undefined, 'an Office document under a password'],
    ['\0\0\0\x20ftypisom', 'video/mp4', 'a video'],
    ['\0\x01', 'application/vnd.ms-excel', 'an old workbook (.xls)'],
    ['words', 'application/x-other', 'of another type'],
  ])('%# is refused by its name', (body, type, name) => {
    expect(kind(body, type)).toBe(null);
    expect(named(body, type)).toBe(name);
  });

  test('a mail of plain text is text, where it is called that', () => {
    expect(kind(`${MAIL}\r\nwords`, 'text/plain')).toBe('text');
    expect(kind('Note: a line\nMIME-Version is a field', undefined)).toBe('text');
  });
});
