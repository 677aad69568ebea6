import { expect, test } from 'vitest';
import { convertHtml } from '../../../convert-html.ts';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropTemplates } from './drop-templates.ts';

/** Texts that stay of a page. */
function staying(html: string): string[] {
  const a = annotate(parseHtml(html, 'https://example.org/'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropTemplates(scoredPage(a, keep), keep);
  return a.blocks.filter((_, i) => keep[i] === 1).map(({ first }) => a.doc.nodes[first]!.text);
}

test('what a script would have filled in goes', () => {
  expect(staying('<p>Said.</p><div ng-show="e[1]" ng-cloak><b>{{ e[1].message }}</b></div>')).toEqual([
    'Said.',
  ]);
  expect(staying('<p v-if="error"> {{ error }} </p>')).toEqual([]);
});

test('what says that more is to come goes', () => {
  expect(staying('<ul><li> Loading... </li><li>Kiel</li><li>加载中…</li></ul>')).toEqual(['Kiel']);
  expect(staying('<h2>Loading</h2><p>Loading the boat takes an hour...</p>')).toEqual([
    'Loading',
    'Loading the boat takes an hour...',
  ]);
  expect(staying('<pre>Loading...</pre>')).toEqual(['Loading...']);
});

test('the results of a search that nobody made go', () => {
  const results = (inside: string): string =>
    `<div class="search-results"><h1><i></i> results for "<b></b>"</h1><ul>${inside}</ul></div>`;
  expect(staying(`<p>Said.</p>${results('')}`)).toEqual(['Said.']);
  expect(staying(`<p>Said.</p>${results('<li><a href="/kiel">Kiel</a></li>')}`)).toHaveLength(3);
  expect(staying(results('<li>Nothing found</li>'))).toHaveLength(2);
});

test('a text about templates stays', () => {
  expect(staying('<p>{{ field.errors }}</p>')).toEqual(['{{ field.errors }}']);
  expect(staying('<p v-pre>Write {{ name }}</p>')).toEqual(['Write {{ name }}']);
  expect(staying('<pre v-pre>{{ name }}</pre>')).toEqual(['{{ name }}']);
});

test('a conversion has no template', () => {
  const prose =
    '<p>The boat lay in the harbour all winter, and nobody came to look after it until spring.</p>'.repeat(6);
  const template = '<p><b ng-show="error">{{ error.message }}</b></p>';
  const page = `<title>Boats</title><main><h1>Boats</h1>${prose}${template}${prose}</main>`;
  expect(convertHtml(page, { url: 'https://example.org/boats' }).markdown).not.toContain('error');
});
