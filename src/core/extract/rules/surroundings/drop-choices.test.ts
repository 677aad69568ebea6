import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropChoices } from './drop-choices.ts';

const LAMPS = '<h1>Lamps</h1><p>Lamps of oak and brass, made by hand in the harbour town since 1920.</p>';
const choices = (kind: string, attributes = ''): string =>
  ['Brass', 'Oak', 'Paper']
    .map((name) => `<li><input type="${kind}" ${attributes}><label>${name}</label></li>`)
    .join('');
const filters = `<form><h2>Filters</h2><h3>Material</h3><ul>${choices('checkbox')}</ul></form>`;

/** Texts that stay of a page, all of which was kept. */
function staying(html: string): string[] {
  const a = annotate(parseHtml(html, 'https://example.org/'));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropChoices(scoredPage(a, keep), keep);
  return a.blocks.filter((_, i) => keep[i] === 1).map((block) => a.doc.nodes[block.first]!.text);
}

test('what a form offers to choose from goes with the headings in its box', () => {
  expect(staying(LAMPS + filters)).toHaveLength(2);
  expect(staying(`${LAMPS}<form><ul>${choices('radio')}</ul></form>`)).toHaveLength(2);
});

test('tasks, choices outside of forms, in tables and beside long texts stay', () => {
  expect(staying(`${LAMPS}<form><ul>${choices('checkbox', 'disabled')}</ul></form>`)).toHaveLength(5);
  expect(staying(`${LAMPS}<ul>${choices('checkbox')}</ul>`)).toHaveLength(5);
  expect(
    staying(`${LAMPS}<form><table><tr><td><ul>${choices('checkbox')}</ul></td></tr></table></form>`),
  ).toHaveLength(5);
  const long = '<p>A sentence about lamps that goes on for a while, as sentences do.</p>'.repeat(6);
  expect(staying(`${LAMPS + long}<form>${long}<ul>${choices('checkbox')}</ul></form>`)).toHaveLength(14);
});

test('what is half of the page stays', () => {
  expect(staying(filters)).toHaveLength(5);
});
