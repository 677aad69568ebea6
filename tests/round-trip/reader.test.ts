import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { markdownToHtml } from '../../src/documents/markdown/markdown-to-html.ts';
import { htmlOutline, readExamples } from './read-examples.ts';

const BARE = 'a bare address is a link, as GFM has it';
const COMMENT = 'a comment ends as CommonMark has it since 0.31';
const SHORT = 'a row has the cells that it is written with: the core fills it';
const FILTER = 'the core removes elements, not their tags';

/** Each specification, its examples, and those that decisions of ours exclude. */
const SPECIFICATIONS: readonly (readonly [string, string | URL, number, Readonly<Record<number, string>>])[] =
  [
    [
      'CommonMark',
      createRequire(import.meta.url).resolve('commonmark-spec/spec.txt'),
      652,
      { 602: BARE, 608: BARE, 611: BARE, 612: BARE },
    ],
    [
      'GitHub Flavored Markdown, where it is not CommonMark',
      new URL('./cmark-gfm/spec.txt', import.meta.url),
      44,
      {
        ...{ 202: SHORT, 204: SHORT, 610: BARE, 616: BARE, 619: BARE },
        628: 'ftp: is no scheme of the output',
        ...{ 645: COMMENT, 646: COMMENT, 653: FILTER },
      },
    ],
    [
      'extensions of cmark-gfm',
      new URL('./cmark-gfm/extensions.txt', import.meta.url),
      30,
      {
        8: SHORT,
        9: SHORT,
        15: SHORT,
        19: 'xmpp: is no scheme of the output',
        20: 'shows nothing',
        22: FILTER,
      },
    ],
  ];

/** HTML without what renderers write each their own way: the notes behind the text, and the links of their calls. */
const outlineOf = (html: string): string =>
  htmlOutline(
    html
      .replace(/<section.*<\/section>/s, '')
      .replace(/<sup[^>]*><a [^>]*>([^<]*)<\/a><\/sup>/g, '[note $1]'),
  );

test.each(SPECIFICATIONS)('the reader gives the HTML of %s', (_, file, count, decided) => {
  const examples = readExamples(readFileSync(file, 'utf8'));
  const wrong = examples.filter(
    ({ markdown, html }) => outlineOf(markdownToHtml(markdown)) !== outlineOf(html),
  );
  expect(examples).toHaveLength(count);
  expect(wrong.map(({ number }) => number)).toEqual(Object.keys(decided).map(Number));
});
