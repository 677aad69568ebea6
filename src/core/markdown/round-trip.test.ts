import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { buildContent } from '../content/build.ts';
import { normalizeContent } from '../content/normalize.ts';
import { parseHtml } from '../html/parse.ts';
import { EXAMPLE_URL, htmlOutline } from './html-outline.fixture.ts';
import { writeMarkdown } from './write.ts';

interface Example {
  readonly number: number;
  readonly section: string;
  readonly html: string;
}

/** The examples of the CommonMark specification (npm `commonmark-spec`). */
function readExamples(): Example[] {
  const file = createRequire(import.meta.url).resolve('commonmark-spec/spec.txt');
  const text = readFileSync(file, 'utf8').replace(/^<!-- END TESTS -->[\s\S]*/m, '');
  const examples: Example[] = [];
  let section = '';
  const parts = /^`{32} example\n[\s\S]*?^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm;
  for (const [, html, heading] of text.matchAll(parts)) {
    if (heading !== undefined) section = heading;
    else examples.push({ number: examples.length + 1, section, html: html!.replaceAll('→', '\t') });
  }
  return examples;
}

const TAGS = new Set('p ul ol li h1 h2 h3 h4 h5 h6 pre code blockquote hr a em strong img br'.split(' '));

/** Examples that show raw HTML (whole elements or stray tags), or constructs without content. */
function isOutOfReach({ section, html }: Example): boolean {
  const tags = [...html.matchAll(/<(\/?)([A-Za-z][\w-]*)|<[!?]/g)];
  const raw =
    /HTML blocks|Raw HTML/.test(section) || tags.some(([, , name]) => name === undefined || !TAGS.has(name));
  const openLinks = tags.filter(([, end, name]) => name === 'a' && end === '').length;
  const closedLinks = tags.filter(([, end, name]) => name === 'a' && end === '/').length;
  const rawImage = /<img (?![^>]*alt=)/.test(html);
  const empty = /<(h\d|li|blockquote|p)>\s*<\/\1>|<a [^>]*><\/a>|(?:href|src)=""|<code[^>]*>\s*<\/code>/.test(
    html,
  );
  return raw || openLinks !== closedLinks || rawImage || empty || html.trim() === '';
}

/** Examples that decisions of ours exclude. */
const DECIDED: ReadonlyMap<number, string> = new Map([
  [25, 'a non-breaking space at the edge of a paragraph is dropped'],
  [196, 'a title on several lines is written on one'],
  [596, 'irc: is no scheme that may be linked'],
  [598, 'a+b+c: is no scheme that may be linked'],
  [599, 'made-up-scheme: is no scheme that may be linked'],
  [601, 'localhost: is no scheme that may be linked'],
]);

function roundTrip(html: string): string {
  const doc = parseHtml(html, EXAMPLE_URL);
  const everything = { removedBy: new Uint8Array(doc.nodes.length), steps: [] };
  const root = normalizeContent(buildContent(doc, everything, { scope: 'full', url: EXAMPLE_URL }));
  const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true };
  return micromark(writeMarkdown(root), options);
}

describe('the CommonMark specification', () => {
  const examples = readExamples().filter((example) => !isOutOfReach(example));

  test('has as many examples within reach as ever', () => {
    expect(examples.length).toBeGreaterThanOrEqual(540);
  });

  test('survives HTML to Markdown to HTML in every example within reach', () => {
    const failing = examples.filter(({ html }) => htmlOutline(roundTrip(html)) !== htmlOutline(html));
    expect(failing.map(({ number }) => number)).toEqual([...DECIDED.keys()]);
  });
});
