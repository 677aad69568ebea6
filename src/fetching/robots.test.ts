import { describe, expect, test } from 'vitest';
import { computedMs } from '../../tests/support/machine-speed.ts';
import { createRobotsGate, MAX_ROBOTS_BYTES, parseRobots, patternMatcher } from './robots.ts';
import { parseTargetUrl } from './target-url.ts';

const allows = (text: string, path: string, product = 'pagemark'): boolean =>
  parseRobots(text, product).allows(path);
const forAll = (...rules: string[]): string => ['User-agent: *', ...rules].join('\n');

describe('parseRobots', () => {
  test.each([
    ['', '/', true],
    ['Disallow: /', '/', true],
    [forAll('Disallow:'), '/a', true],
    [forAll('Disallow: /'), '/a', false],
    [forAll('Disallow: /'), '/robots.txt', true],
    [forAll('Disallow: /a'), '/a', false],
    [forAll('Disallow: /a'), '/ab', false],
    [forAll('Disallow: /a'), '/b', true],
    [forAll('Disallow: /a/'), '/a', true],
    [forAll('Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
    [forAll('Allow: /a/b', 'Disallow: /a'), '/a/c', false],
    [forAll('Allow: /a', 'Disallow: /a'), '/a', true],
    [forAll('Disallow: /*.pdf'), '/x/y.pdf?z', false],
    [forAll('Disallow: /*.pdf$'), '/x/y.pdf?z', true],
    [forAll('Disallow: /*.pdf$'), '/x/y.pdf', false],
    [forAll('Disallow: /a*b*c'), '/a-b-c-d', false],
    [forAll('Disallow: /a*b*c'), '/a-c-b', true],
    [forAll('Disallow: /a$'), '/a', false],
    [forAll('Disallow: /a$'), '/ab', true],
    [forAll('Disallow: /*?'), '/a?b', false],
    [forAll('Disallow: /*?'), '/a', true],
    [forAll('Disallow: *'), '/a', false],
    [forAll('Disallow: /é'), '/%C3%A9', false],
    [forAll('Disallow: /%c3%a9'), '/é', false],
    [forAll('Disallow: /%61'), '/a', false],
    [forAll('Disallow: /a%2Fb'), '/a/b', true],
    [forAll('Disallow: /a # a comment'), '/a', false],
    [forAll('Sitemap: https://a.example/', 'Crawl-delay: 1', 'Disallow: /a'), '/a', false],
    ['\ufeffUser-agent: *\r\nDisallow: /a', '/a', false],
    ['user-AGENT : *\ndisALLOW : /a', '/a', false],
  ])('of %j on %s: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test('takes the groups of its own name before those of all', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: PageMark/1.0\nDisallow: /private\n';
    expect(allows(text, '/a')).toBe(true);
    expect(allows(text, '/private')).toBe(false);
    expect(allows(text, '/a', 'otherbot')).toBe(false);
    expect(allows('User-agent: pagemark-x\nDisallow: /', '/a')).toBe(true);
  });

  test('reads groups of several names, and joins groups of one name', () => {
    const text =
      'User-agent: a\nUser-agent: pagemark\nDisallow: /1\n\nUser-agent: b\nDisallow: /\n\nUser-agent: pagemark\nDisallow: /2';
    expect(['/1', '/2', '/3'].map((path) => allows(text, path))).toEqual([false, false, true]);
    expect(allows('User-agent: pagemark\n\nUser-agent: *\nDisallow: /', '/a')).toBe(false);
  });

  test('tells the delay of its group, and the sitemaps of the file wherever they stand', () => {
    const text = [
      'Sitemap: https://a.example/one.xml # the first',
      'User-agent: other',
      'Crawl-delay: 30',
      '',
      'User-agent: pagemark',
      'Crawl-delay: 1.5',
      'sitemap : /two.xml',
      'Disallow: /a',
    ].join('\n');
    const robots = parseRobots(text, 'pagemark');
    expect([robots.delayS, robots.sitemaps]).toEqual([1.5, ['https://a.example/one.xml', '/two.xml']]);
    expect(robots.allows('/a')).toBe(false);
    expect(parseRobots(forAll('Crawl-delay: soon'), 'pagemark').delayS).toBe(0);
  });

  test('a pattern is the beginning of a path, with stars and an end', () => {
    const matched = (pattern: string) =>
      ['/docs/a', '/docs/a.pdf', '/blog/docs/'].filter((path) => patternMatcher(pattern)(path));
    expect(matched('/docs/')).toEqual(['/docs/a', '/docs/a.pdf']);
    expect(matched('*/docs/')).toEqual(['/docs/a', '/docs/a.pdf', '/blog/docs/']);
    expect(matched('*.pdf$')).toEqual(['/docs/a.pdf']);
  });

  test.each(['User-agent: a', 'Crawl-delay: 1'])('takes time linear in lines of %s', (line) => {
    const agents = line.startsWith('User') ? [] : Array.from({ length: 20_000 }, () => 'User-agent: b');
    const text = [...agents, ...Array.from({ length: 20_000 }, () => line), 'Disallow: /'].join('\n');
    const startedAt = computedMs();
    expect(allows(text, '/x')).toBe(true);
    expect(computedMs() - startedAt).toBeLessThan(200);
  });

  test('stays fast on a file made to be slow', () => {
    const text = forAll(...Array.from({ length: 10_000 }, () => `Disallow: /${'a*'.repeat(20)}b`));
    const startedAt = computedMs();
    expect(allows(text, `/${'a'.repeat(8_000)}`)).toBe(false);
    expect(computedMs() - startedAt).toBeLessThan(1_000);
  });
});

test.each([
  ['small', '', 500, false],
  ['large', 'x'.repeat(MAX_ROBOTS_BYTES), 40, true],
])('rules of sites with a %s robots.txt are kept by their length', async (_what, text, sites, again) => {
  const gate = createRobotsGate('pagemark');
  const loaded: string[] = [];
  const ask = (site: number) =>
    gate(parseTargetUrl(`http://site-${site}.example/`), async (url) => {
      loaded.push(url);
      return { status: 200, text };
    });
  for (let site = 0; site < sites; site++) await ask(site);
  expect(loaded).toHaveLength(sites);
  await ask(0);
  expect(loaded).toHaveLength(sites + (again ? 1 : 0));
  await ask(sites - 1);
  expect(loaded).toHaveLength(sites + (again ? 1 : 0));
});

test.each([
  ['many', '*aab', 4096],
  ['long', `*${'a'.repeat(1900)}b${'a'.repeat(1900)}`, 130],
])('a path is not compared with %s patterns for long, and refused then', (_what, pattern, count) => {
  const { allows } = parseRobots(forAll(...Array(count).fill(`Disallow: ${pattern}`)), 'pagemark');
  const before = computedMs();
  expect(allows(`/${'a'.repeat(8000)}`)).toBe(false);
  expect(computedMs() - before).toBeLessThan(100);
  expect(allows(`/${'a'.repeat(100)}`)).toBe(true);
});
