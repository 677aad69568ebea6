import { describe, expect, test } from 'vitest';
import { documentKind } from './document-kind.ts';

const HTML = '<!doctype html><title>A page</title><p>Text';
const RSS = '<?xml version="1.0"?>\n<!-- made by hand -->\n<rss version="2.0"><channel></channel></rss>';
const ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"></feed>';
const RDF = '<?xml version="1.0"?><!DOCTYPE rdf:RDF [ <!ENTITY a "b"> ]><rdf:RDF></rdf:RDF>';
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
    ['a,b', 'text/csv', 'text'],
    ['{"a":1}', 'application/json', 'json'],
    ['{"a":1}', 'application/geo+json', 'json'],
    ['{"a":1}\n{"a":2}', 'application/x-ndjson', 'json'],
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
    ['a vector picture', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'image/svg+xml'],
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
    expect(at('data.csv', 'application/octet-stream')).toBe('code');
    expect(at('lines.ndjson', 'text/plain', '{"a":1}\n{"a":2}')).toBe('json');
    expect(at('LINES.JSONL', undefined, '{"a":1}\n{"a":2}')).toBe('json');
    expect(kind('# a', undefined, '', 'notes.md')).toBe('markdown');
    expect(kind('<img src=a.png>', undefined, '', 'part.html')).toBe('html');
    expect(kind('<img src=a.png>', undefined, '', 'part.txt')).toBe('text');
    expect(kind('Fish &amp; chips', undefined, '', 'PART.HTM')).toBe('html');
    expect(kind('words', undefined, '', 'part.html')).toBe('text');
    expect(kind('{"a":1}', undefined, '', 'part.html')).toBe('json');
  });

  test('a Word document is an archive with its main part', () => {
    expect(kind('PK\x03\x04....word/document.xml', 'application/zip')).toBe('docx');
    expect(kind('PK\x03\x04....xl/workbook.xml', undefined)).toBe(null);
  });
});
