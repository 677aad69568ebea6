import { describe, expect, test } from 'vitest';
import { SERVER_PAGES } from '../../../tests/rendering/server-pages.ts';
import { inForm } from '../../../tests/support/full-form.ts';
import { computedMs } from '../../../tests/support/machine-speed.ts';
import { convertHtml } from '../convert-html.ts';

const NOTE =
  'The keepers wrote down the height of the water every morning, and their books lie in the tower.';
const INTRO = `<p>${`${NOTE} `.repeat(3)}</p>`;
const STORY = `<p>${`${NOTE} `.repeat(20)}</p>`;

/** Signs of a page whose server wrote `main` in its frame; `script` ends it. */
const signsOf = (main: string, script = '<script src="/site.js"></script>'): readonly string[] =>
  convertHtml(
    `<!doctype html><title>Notes</title><body><nav><a href="/">Home</a> <a href="/a">Archive</a></nav>
<main><h1>River notes</h1>${main}</main><footer><p>The museum</p></footer>${script}`,
    { url: 'https://example.test/' },
  ).incomplete;

describe('a page is incomplete with', () => {
  test.each([
    [
      'a list that Alpine writes',
      '<div x-data="notes"><template x-for="note in notes"><p x-text="note"></p></template></div>',
    ],
    ['a template that Vue reads', '<div id="list" v-cloak><p v-for="note in notes">{{ note }}</p></div>'],
    ['a part that htmx asks for', '<div hx-get="/part" hx-trigger="load"></div>'],
    ['a frame of Turbo', '<turbo-frame id="notes" src="/part"></turbo-frame>'],
    ['an unfilled component', '<river-notes></river-notes>'],
    ['skeletons', '<div><div class="skeleton"></div><div class="skeleton"></div></div>'],
    ['a text that says so in Finnish', '<div><p>Ladataan sisältöä…</p></div>'],
    ['an empty place of the content', '<div id="content"></div>'],
    ['an empty root', '<div id="root"></div>'],
  ])('%s', (_what, gap) => {
    expect(signsOf(INTRO + gap)).not.toEqual([]);
    expect(signsOf(INTRO + gap, '')).toEqual(gap.includes('/part') ? expect.any(Array) : []);
  });

  test('an empty element that a script names', () => {
    const script = "<script>document.getElementById('notes').innerHTML = notes</script>";
    expect(signsOf(`${INTRO}<div id="notes"></div>`, script)).not.toEqual([]);
    expect(signsOf(`${INTRO}<div id="notes"></div>`)).toEqual([]);
  });

  test('nothing, and a script', () => {
    expect(convertHtml('<body><div></div><script src="/a.js"></script>').incomplete).not.toEqual([]);
    expect(convertHtml('<body><div></div>').incomplete).toEqual([]);
  });
});

describe('a page is complete with', () => {
  test.each([
    ['an advertisement that a script fills', `${INTRO}<div id="ad-1"></div><script>show("ad-1")</script>`],
    ['a list in its navigation', `${INTRO}<aside><div hx-get="/part" hx-trigger="load"></div></aside>`],
    ['one spinner', `${INTRO}<div class="spinner"></div>`],
    ['much text before an empty root', `${STORY.repeat(2)}<div id="root"></div>`],
    ['a template in code', `${INTRO}<pre><code>{{ note }}</code></pre>`],
    [
      'a sentence about loading',
      `${INTRO}<p>Loading the barges took two men and a horse from dawn until noon.</p>`,
    ],
  ])('%s', (_what, main) => {
    expect(signsOf(main)).toEqual([]);
  });
});

test('no page that servers of frameworks wrote is incomplete', () => {
  const found = inForm(SERVER_PAGES, 3).map(({ id, html }) => [id, convertHtml(html).incomplete] as const);
  expect(found.filter(([, signs]) => signs.length > 0)).toEqual([]);
});

test('a rendered page that says that it is loading, and one that was at work to the end, are no pages', () => {
  const rendered = (body: string, isLoading = false) =>
    convertHtml(`<body>${body}`, {}, { rendered: true, isLoading }).outcome;
  expect(rendered('<p>Chargement…</p>')).toBe('js_required');
  expect(rendered('<div></div>', true)).toBe('js_required');
  expect(rendered('<div></div>')).toBe('empty_content');
  expect(rendered(STORY, true)).toBe('ok');
});

test('identifiers of empty elements are looked for in all scripts at once', () => {
  const ids = Array.from({ length: 12_000 }, (_, i) => `<div id="w${i}"></div>`).join('');
  const timeWith = (scripts: string): number => {
    const startedAt = computedMs();
    expect(convertHtml(`<p>Short text of a page.</p>${ids}${scripts}`).outcome).toBeDefined();
    return computedMs() - startedAt;
  };
  const one = timeWith(`<script>${'q();'.repeat(12_000)}</script>`);
  expect(timeWith('<script>q()</script>'.repeat(12_000))).toBeLessThan(3 * one + 100);
});
