import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ConvertedHtml } from '../../src/core/convert-html.ts';
import type { ConvertOptions } from '../../src/core/options.ts';
import { readCases as readConstructs } from '../../tests/constructs/read-cases.ts';
import { brokenLines, plainLines, readCases as readPages } from '../../tests/extraction/read-cases.ts';

/** A case of the tests as a whole page. */
export interface Case {
  readonly name: string;
  readonly html: string;
  readonly options: ConvertOptions & { readonly url: string };
  /** Share of what the case promises that a conversion keeps. */
  readonly kept: (conversion: ConvertedHtml) => number;
}

/** The addresses that the suites give to their cases. */
const URL_OF_CONSTRUCTS = 'https://example.com/docs/page';
const URL_OF_PAGES = 'https://example.org/page';
const PROSE =
  '<p>Around it stands an article in plain prose, long enough that whoever looks for the content of a page finds it here, and not in the links above or below.</p>';

/** A construct in the middle of an article. */
function inArticle(html: string): string {
  const around = PROSE.repeat(2);
  return `<!doctype html><title>Constructs</title><nav><a href="/">Home</a></nav><main><article><h1>Constructs</h1>${around}\n${html}\n${around}</article></main>`;
}

/** Every case of `tests/constructs` that needs no option, inside an article, and every one of `tests/extraction`. */
export function allCases(tests: string): readonly Case[] {
  const constructs = filesOf(path.join(tests, 'constructs')).flatMap(({ group, source }) =>
    readConstructs(source)
      .filter(({ options }) => Object.keys(options).length === 0)
      .map(({ name, html, markdown }): Case => {
        const wanted = wordsOf(markdown);
        return {
          name: `${group}: ${name}`,
          html: inArticle(html),
          options: { url: URL_OF_CONSTRUCTS },
          kept: (conversion) => shareOf(wanted, wordsOf(conversion.markdown)),
        };
      }),
  );
  const pages = filesOf(path.join(tests, 'extraction')).flatMap(({ group, source }) =>
    readPages(source)
      .filter(({ options }) => options.scope !== 'full')
      .map((one): Case => {
        const lines = one.stays.length + one.goes.length;
        return {
          name: `${group}: ${one.name}`,
          html: one.html,
          options: { url: URL_OF_PAGES, ...one.options },
          kept: ({ markdown }) => 1 - brokenLines(one, plainLines(markdown)).length / lines,
        };
      }),
  );
  return [...constructs, ...pages];
}

function filesOf(folder: string): { group: string; source: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cases'))
    .map((name) => ({
      group: path.basename(name, '.cases'),
      source: readFileSync(path.join(folder, name), 'utf8'),
    }));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function shareOf(wanted: readonly string[], found: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of wanted) {
    const left = counts.get(word) ?? 0;
    if (left > 0) same++;
    counts.set(word, left - 1);
  }
  return wanted.length > 0 ? same / wanted.length : 1;
}
