import { expect, test } from 'vitest';
import { convertHtml } from '../core/convert-html.ts';
import { trailOf } from './page-trail.ts';

const PROSE =
  '<p>Rivers and bridges are crossed by people every single day of the year, as they were before.</p>'.repeat(
    6,
  );

const trail = (content: string, around = '', head = '') => {
  const html = `<!doctype html><head><title>Rivers</title>${head}</head><nav>${around}</nav><main><h1>Rivers</h1>${PROSE}${content}</main>`;
  const url = 'https://a.example/dir/page';
  return trailOf(convertHtml(html, { url }, { status: 200, rendered: false, isLoading: false }), html, url);
};

test('links of the content come first, each once, absolute and without fragments', () => {
  const { links, contentLinks } = trail(
    '<p>See <a href="map?a=1&amp;b=2#top">the map</a> and <a href="../x">the place</a> of it all here.</p>',
    '<a href="/nav">Menu</a> <a href="/dir/map?a=1&b=2">Map</a> <a href="mailto:a@a.example">Mail</a> <area href=/area>',
    '<link rel="next" href="page2"><link rel="stylesheet" href="/style">',
  );
  expect(links.slice(0, contentLinks)).toEqual(['https://a.example/dir/map?a=1&b=2', 'https://a.example/x']);
  expect(links.slice(contentLinks).toSorted()).toEqual(
    ['area', 'dir/page2', 'nav'].map((path) => `https://a.example/${path}`),
  );
});

test('links that ask for it are not followed, unless another one to the same page does not ask', () => {
  const { links, notToFollow } = trail(
    '',
    '<a rel="nofollow" href="/a">A</a> <a rel="ugc nofollow" href="/b">B</a> <a href="/b">B</a>',
  );
  expect([links, notToFollow]).toEqual([['https://a.example/b'], ['https://a.example/a']]);
  const none = trail('', '<a href="/a">A</a>', '<meta name="ROBOTS" content="index, nofollow">');
  expect([none.links, none.notToFollow]).toEqual([[], ['https://a.example/a']]);
});

test('the base of a page is minded, and its canonical address told', () => {
  const { links, canonical } = trail(
    '',
    '<a href="c">C</a>',
    '<base href="/b/"><link rel="canonical" href="/real">',
  );
  expect(links).toEqual(['https://a.example/b/c']);
  expect(canonical).toBe('https://a.example/real');
});

test('the digest is that of the content, whatever addresses its links have', () => {
  const of = (session: string, text = 'the map') =>
    trail(`<p>See <a href="/m?s=${session}">${text}</a> of the place.</p>`).digest;
  expect(of('1')).toBe(of('2'));
  expect(of('1')).not.toBe(of('1', 'the chart'));
  expect(of('1')).toMatch(/^[0-9a-f]{64}$/);
});

test('links are bounded by number and by characters, and those beyond are counted', () => {
  const anchors = (count: number, more = '') =>
    Array.from({ length: count }, (_, i) => `<a href="${i}${more}">x</a> `).join('');
  const many = trail('', anchors(6000));
  expect([many.links.length, many.moreLinks]).toEqual([5000, 1000]);
  const long = trail('', anchors(2000), `<base href="/${'b'.repeat(4000)}/">`);
  expect(long.links.join('').length).toBeLessThanOrEqual(1_048_576);
  expect(long.links.length + long.moreLinks).toBe(2000);
  const refused = trail('', anchors(2000, '" rel="nofollow'), `<base href="/${'b'.repeat(4000)}/">`);
  expect(refused.notToFollow.join('').length).toBeLessThanOrEqual(1_048_576);
});
