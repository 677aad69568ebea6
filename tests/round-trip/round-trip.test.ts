import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { buildContent } from '../../src/core/content/build.ts';
import { normalizeContent } from '../../src/core/content/normalize.ts';
import { convertHtml } from '../../src/core/convert-html.ts';
import { parseHtml } from '../../src/core/html/parse.ts';
import { writeMarkdown } from '../../src/core/markdown/write.ts';
import { annotate } from '../../src/core/page/annotate.ts';
import { isFull } from '../support/full-form.ts';
import { EXAMPLE_URL, htmlOutline, outOfReach, readExamples } from './read-examples.ts';

const NON_BREAKING = 'a non-breaking space is a blank';
const ADDRESS_IN_TEXT = 'an address in text is a link, as GFM reads it';

/** Each specification, how many of its examples are within reach, and those, at most so many, that decisions of ours exclude. */
const SPECIFICATIONS = [
  {
    name: 'CommonMark (npm commonmark-spec)',
    file: createRequire(import.meta.url).resolve('commonmark-spec/spec.txt'),
    atLeast: 540,
    atMost: 9,
    decided: new Map([
      [25, NON_BREAKING],
      [196, 'a title on several lines is written on one'],
      [217, 'a title that says what the link says is dropped'],
      [353, NON_BREAKING],
      ...[602, 606, 608, 611, 612].map((number) => [number, ADDRESS_IN_TEXT] as const),
    ]),
  },
  {
    name: 'GitHub Flavored Markdown (cmark-gfm), where it is not CommonMark',
    file: new URL('./cmark-gfm/spec.txt', import.meta.url),
    atLeast: 39,
    atMost: 3,
    decided: new Map([610, 616, 619].map((number) => [number, ADDRESS_IN_TEXT] as const)),
  },
  {
    name: 'extensions of cmark-gfm',
    file: new URL('./cmark-gfm/extensions.txt', import.meta.url),
    atLeast: 26,
    atMost: 0,
    decided: new Map<number, string>(),
  },
];

const PROSE = [
  'The examples of a specification are short, and a page is more than an example. This paragraph stands ahead of it.',
  'It says, in whole sentences with commas, what a reader of the article would want to know before the example comes.',
  'After the example the article goes on, as articles do, with another paragraph that has nothing to do with it.',
  'The last paragraph, finally, sums up what the others have said, and that is the end of the article about examples.',
];

function module(html: string): string {
  const doc = parseHtml(html, EXAMPLE_URL);
  const everything = { removedBy: new Uint8Array(doc.nodes.length), steps: [] };
  return writeMarkdown(
    normalizeContent(buildContent(annotate(doc), everything, { scope: 'full', url: EXAMPLE_URL })),
    { linkTitles: true },
  ).text;
}

function article(html: string): string {
  const [first, second, third, fourth] = PROSE.map((text) => `<p>${text}</p>`);
  const links = '<li><a href="/a">Home</a></li><li><a href="/b">News</a></li><li><a href="/c">About</a></li>';
  const body = `${first}\n${second}\n${html}\n${third}\n${fourth}`;
  return convertHtml(
    `<!DOCTYPE html><html><head><title>On examples</title></head><body><nav><ul>${links}</ul></nav><main><article>` +
      `<h1>On examples</h1>\n${body}\n</article></main><footer><p>© 2026 Example</p></footer></body></html>`,
    { url: EXAMPLE_URL, linkTitles: true },
  ).markdown;
}

/** HTML of GFM's footnotes by different renderers, as one. */
function withoutNoteLinks(html: string): string {
  return html
    .replace(/<h2 id="footnote-label"[^>]*>[^<]*<\/h2>/g, '')
    .replace(/<sup[^>]*><a [^>]*data-footnote-ref[^>]*>([^<]*)<\/a><\/sup>/g, '[note $1]')
    .replace(/ ?<a [^>]*data-footnote-backref[^>]*>(?:[^<]|<sup[^>]*>\d*<\/sup>)*<\/a>/g, '')
    .replace(/<\/?section[^>]*>/g, '');
}

function canonical(html: string): string {
  return htmlOutline(withoutNoteLinks(html));
}

function rendered(markdown: string): string {
  const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true };
  return canonical(micromark(markdown, options));
}

/** The outline of an article's output without what stands around the example; null when any of it is missing. */
function exampleIn(outline: string): string | null {
  let rest = `\n${outline}\n`.replace('\n<h1>\nOn examples\n</h1>\n', '\n');
  for (const text of PROSE) {
    const paragraph = `\n<p>\n${text}\n</p>\n`;
    if (!rest.includes(paragraph)) return null;
    rest = rest.replace(paragraph, '\n');
  }
  return rest.trim();
}

describe.each(SPECIFICATIONS)('$name', ({ file, atLeast, atMost, decided }) => {
  const examples = readExamples(readFileSync(file, 'utf8')).filter((example) => outOfReach(example) === null);
  /** For what converts a whole page for each example: all of a few or in the full form, else every sixth. */
  const sampled = examples.filter(
    ({ number }, i) => isFull || examples.length < 100 || i % 6 === 0 || decided.has(number),
  );
  const failing = (survives: (html: string) => boolean, among = examples): number[] =>
    among.filter(({ html }) => !survives(html)).map(({ number }) => number);

  test('has as many examples within reach as ever', () => {
    expect(examples.length).toBeGreaterThanOrEqual(atLeast);
    expect(decided.size).toBeLessThanOrEqual(atMost);
  });

  test('survives HTML to Markdown to HTML', () => {
    expect(failing((html) => rendered(module(html)) === canonical(html))).toEqual([...decided.keys()]);
  });

  test('survives a conversion of the full page', () => {
    const options = { scope: 'full', url: EXAMPLE_URL, linkTitles: true } as const;
    const survives = (html: string) => rendered(convertHtml(html, options).markdown) === canonical(html);
    expect(failing(survives, sampled)).toEqual([...decided.keys()]);
  });

  test('survives extraction from an article', () => {
    const open = sampled.filter(({ number }) => !decided.has(number));
    const lost = failing((html) => exampleIn(rendered(article(html))) === canonical(html), open);
    // Of a sixth, four examples more or less are four in a hundred.
    const kept = 1 - lost.length / open.length;
    expect(kept, `lost: ${lost.join(', ')}`).toBeGreaterThanOrEqual(isFull ? 0.97 : 0.95);
  });
});
