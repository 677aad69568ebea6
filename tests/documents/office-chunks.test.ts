import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { docxOf, paragraph, run } from './makers/docx.ts';

const PLACE = '<w:altChunk r:id="chunk"/>';

async function read(name: string, chunk: string, place = PLACE) {
  const body = paragraph(run('Before')) + place + paragraph(run('After'));
  const bytes = docxOf(body, '', [[`word/${name}`, chunk]], name);
  const { markdown, diagnostics } = await convertDocument(
    'docx',
    { bytes, contentType: undefined, url: '' },
    {},
  );
  return { markdown, removed: diagnostics.removed };
}

const HTML =
  '<html><head><style>p { color: red }</style></head><body><h2>Lamps</h2><p>Oil &amp; <b>wick</b></p></body></html>';
const READ = 'Before\n\n## Lamps\n\nOil & **wick**\n\nAfter';
const mail = (fields: string, body: string) => `MIME-Version: 1.0\r\n${fields}\r\n\r\n${body}`;
const part = (fields: string, body: string) => `--=next\r\n${fields}\r\n\r\n${body}\r\n`;

describe('a part of a Word document in another format', () => {
  test.each([
    ['HTML', 'chunk.html', HTML],
    ['HTML that leaves elements open', 'chunk.htm', HTML.replace('</body></html>', '<table><tr><td><div>')],
    [
      'a web archive',
      'chunk.mht',
      mail(
        'Content-Type: multipart/related; type="text/html";\r\n\tboundary="=next"',
        `${part('Content-Type: image/png\r\nContent-Transfer-Encoding: base64', 'AAAA')}${part('Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable', HTML.replaceAll('=', '=3D').replace('<h2>', '<h=\r\n2>'))}--=next--`,
      ),
    ],
    [
      'a web archive of one part',
      'chunk.mhtml',
      mail(
        'Content-Type: text/html\r\nContent-Transfer-Encoding: base64',
        Buffer.from(HTML).toString('base64'),
      ),
    ],
  ])('is read where it stands: %s', async (_, name, chunk) => {
    const { markdown, removed } = await read(name, chunk);
    expect(markdown).toBe(READ);
    expect(removed).toEqual([]);
  });

  test('is read as it is: plain text', async () => {
    const place = `<w:altChunk r:id="chunk"><w:altChunkPr><w:matchSrc/></w:altChunkPr></w:altChunk>`;
    expect((await read('chunk.txt', 'Oil <b>\nWick', place)).markdown).toBe(
      'Before\n\n```\nOil <b>\nWick\n```\n\nAfter',
    );
  });

  test.each([
    ['another format', 'chunk.rtf', '{\\rtf1 Oil}', PLACE],
    ['a mail without a page', 'chunk.mht', mail('Content-Type: text/plain', 'Oil'), PLACE],
    [
      'one in a table',
      'chunk.html',
      HTML,
      `<w:tbl><w:tr><w:tc>${PLACE}${paragraph('')}</w:tc></w:tr></w:tbl>`,
    ],
    ['one that is not there', '../../chunk.html', HTML, PLACE],
  ])('is told: %s', async (_, name, chunk, place) => {
    const { markdown, removed } = await read(name, chunk, place);
    expect(markdown).toMatch(/^Before\n\n.*After$/s);
    expect(markdown).not.toContain('Lamps');
    expect(removed).toEqual([{ step: 'construct', element: 'w:altChunk', text: '' }]);
  });

  test('is read once', async () => {
    const { markdown, removed } = await read('chunk.html', HTML, PLACE + PLACE);
    expect(markdown).toBe(READ);
    expect(removed).toEqual([{ step: 'construct', element: 'w:altChunk', text: '' }]);
  });
});
