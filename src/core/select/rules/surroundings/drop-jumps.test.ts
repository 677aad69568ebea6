import { expect, test } from 'vitest';
import { parseHtml } from '../../../html/parse.ts';
import { annotate } from '../../../page/annotate.ts';
import { scoredPage } from '../scored-page.fixture.ts';
import { dropJumps } from './drop-jumps.ts';

const URL = 'https://example.org/services/rigging';
const TEXT = `<p>${'We rig boats of any size in our own yard, whatever the wind is. '.repeat(3)}</p>`;

/** Whether a line goes of a page of which all stays. */
function goes(line: string, html = line + TEXT): boolean {
  const a = annotate(parseHtml(`<main><h1>Rigging</h1>${html}</main>`, URL));
  const keep = new Uint8Array(a.blocks.length).fill(1);
  dropJumps(scoredPage(a, keep, { url: URL }), keep);
  return keep.includes(0);
}

const PATH = '<div>You are here: <a href="/">Home</a> » <a href="/services">Services</a> » Rigging</div>';

test('the path from the front page goes ahead of the text', () => {
  expect(goes(PATH)).toBe(true);
  expect(goes(PATH.replaceAll('»', '›'))).toBe(true);
  expect(goes(PATH, TEXT + PATH)).toBe(false);
});

test.each([
  ['an author and a day', '<div><a href="/people/ada">Ada Moss</a> » 7 March 2024</div>'],
  ['a link to the front page alone', '<div><a href="/">Moss &amp; Sons</a>, riggers since 1920</div>'],
  ['a sentence', '<div>Open <a href="/">Moss</a> → Settings → API keys.</div>'],
  ['a way from another place', '<div><a href="/">Moss</a> is a yard. See <a href="/about">more →</a></div>'],
  ['a step of a list', '<ol><li><a href="/">Home</a> → Settings</li></ol>'],
  ['a heading', '<h2><a href="/">Home</a> » Rigging</h2>'],
])('%s stays', (_, line) => {
  expect(goes(line)).toBe(false);
});
