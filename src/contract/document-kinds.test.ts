import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  DOCUMENT_KINDS,
  KIND_NAMES,
  KIND_OF_ENDING,
  KIND_OF_TYPE,
  kindOfArchive,
} from './document-kinds.table.ts';

test.each(['docs/api.md', 'docs/command-line.md', 'src/playground/index.html'])(
  '%s names every kind',
  (file) => {
    expect(readFileSync(file, 'utf8').replace(/\s+/g, ' ')).toContain(KIND_NAMES);
  },
);

test('an ending and a media type are those of one kind', () => {
  const of = (field: 'endings' | 'types') =>
    Object.values(DOCUMENT_KINDS).flatMap((kind) => kind[field].split(' '));
  expect(KIND_OF_ENDING.size).toBe(of('endings').length);
  expect(KIND_OF_TYPE.size).toBe(of('types').length);
});

test.each([
  [['[Content_Types].xml', 'ppt/presentation.xml'], '', 'pptx'],
  [['xl/workbook.xml', '_rels/.rels'], '', 'xlsx'],
  [['content.xml'], 'application/vnd.oasis.opendocument.text', 'odt'],
  [['content.xml'], 'application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  [['OEBPS/a.opf'], 'application/epub+zip', 'epub'],
  [['a/xl/workbook.xml', '_rels/.rels'], '', null],
  [['word/a.xml', '[Content_Types].xml'], 'application/epub+zip', 'epub'],
  [['content.xml'], 'text/plain', null],
])('an archive of %j, %j: %s', (names, type, kind) => {
  expect(kindOfArchive(names, type)).toBe(kind);
});
