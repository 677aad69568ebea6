import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { convertHtml } from '../convert-html.ts';
import { writeFrontmatter } from './frontmatter.ts';
import { runs } from './property-runs.fixture.ts';

/** What a YAML parser reads between the lines of dashes, in YAML 1.2 and in 1.1, where `no` is a boolean. */
function read(written: string): unknown[] {
  const inner = /^---\n([\s\S]*)\n---\n\n$/.exec(written)![1]!;
  expect(inner).not.toMatch(/^(?:---|\.\.\.)/m);
  return [parse(inner, { version: '1.2' }), parse(inner, { version: '1.1' })];
}

describe('writeFrontmatter', () => {
  test('quotes every string, so that YAML gives the same strings back', () => {
    const title = 'a: "b" # c\n--- \u2028\u0085 yes';
    const fields = { title, date: '2024-01-01', none: null, empty: '' };
    const written = writeFrontmatter(fields);
    expect(written).toBe(
      '---\ntitle: "a: \\"b\\" # c\\n--- \\u2028\\u0085 yes"\ndate: "2024-01-01"\n---\n\n',
    );
    for (const value of read(written)) expect(value).toEqual({ title, date: '2024-01-01' });
  });

  test.each([
    ...[
      'no',
      'null',
      '~',
      '0x1f',
      '1e3',
      '1_000',
      '12:30:45',
      '.inf',
      '2024-01-01',
      '=',
      '<<',
      '!!js/function x',
    ],
    ...[
      '- a',
      '? a',
      'a: b',
      '# c',
      '&a',
      '*a',
      '!t',
      '|',
      '>',
      '%TAG',
      '@x',
      '`x`',
      '"',
      "'",
      '{a: b}',
      '[a]',
    ],
    ...[
      '---',
      '\n---\n',
      '...',
      '\\',
      '\\n',
      '\\u0041',
      '\0',
      '\u0007',
      '\u001b[0m',
      '\u007f',
      '\u0085',
      '\u00a0',
    ],
    ...['\u2028', '\ufeff', '\ufffe', '🎉', '  a  ', '\t', '\r\n', '{{x}}', '<script>'],
  ])('gives %j back', (value) => {
    for (const found of read(writeFrontmatter({ a: value }))) expect(found).toEqual({ a: value });
  });

  test('writes every character that YAML allows as itself', () => {
    const title = "<a href='b'> & c > d \u00e9 \u4e2d 🎉 #: {}[],*&!|%@`";
    const written = writeFrontmatter({ title });
    expect(written).toBe(`---\ntitle: "${title}"\n---\n\n`);
    for (const found of read(written)) expect(found).toEqual({ title });
  });

  test('gives any text back; halves of surrogate pairs are replaced', () => {
    const property = fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
      for (const found of read(writeFrontmatter({ a: value }))) expect(found).toEqual({ a: value });
    });
    fc.assert(property, runs(150));
    expect(read(writeFrontmatter({ a: 'x\ud800y' }))[0]).toEqual({ a: 'x\ufffdy' });
  });

  test('writes nothing without values', () => {
    expect(writeFrontmatter({ title: null })).toBe('');
  });

  test('of a page with a hostile title is one block ahead of the content', () => {
    const html = `<title>x&#10;---&#10;admin: true&#10;"]</title><p>${'Words of the page. '.repeat(40)}`;
    const { markdown } = convertHtml(html, { url: 'https://a.b/?q="', frontmatter: true, scope: 'full' });
    const [, yaml, rest] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(markdown)!;
    expect(Object.keys(parse(yaml!) as object)).toEqual(expect.arrayContaining(['title', 'url']));
    expect(parse(yaml!)).not.toHaveProperty('admin');
    expect(parse(yaml!)).toHaveProperty('url', 'https://a.b/?q="');
    expect(rest).toMatch(/^Words of the page/);
  });
});
