import { expect, test } from 'vitest';
import { openMemorySnapshots } from '../storage/memory-snapshots.ts';
import { createSiteMemory } from './site-memory.ts';

const PAGE = 'https://example.test/a';
const OTHER_PAGE = 'https://www.example.test/b?c';

test.each(['needsBrowser', 'stopsBrowser'] as const)(
  '%s: a site is remembered by all who share the store, for as long as a page',
  async (fact) => {
    const store = openMemorySnapshots({ maxBytes: 1_000_000 });
    let nowMs = 1_000_000;
    const open = () => createSiteMemory({ store, ttlMs: 600_000, now: () => nowMs })[fact];
    expect(await open().holds(PAGE)).toBe(false);
    await open().learn(PAGE, true);
    expect(await open().holds(OTHER_PAGE)).toBe(true);
    expect(await open().holds('https://other.test/')).toBe(false);
    nowMs += 600_000;
    expect(await open().holds(PAGE)).toBe(false);
  },
);

test('what a browser was for one site is apart from what it was not', async () => {
  const { needsBrowser, stopsBrowser } = createSiteMemory({ store: null });
  await stopsBrowser.learn(PAGE, true);
  await needsBrowser.learn(PAGE, false);
  expect(await stopsBrowser.holds(PAGE)).toBe(true);
  expect(await needsBrowser.holds(PAGE)).toBe(false);
});

test('a site is its registrable domain, and an address its origin', async () => {
  const { needsBrowser } = createSiteMemory({ store: null });
  await needsBrowser.learn('https://a.site.co.uk/', true);
  await needsBrowser.learn('http://127.0.0.1:8080/', true);
  await needsBrowser.learn('https://one.github.io/', true);
  const known = ['https://site.co.uk/b', 'http://127.0.0.1:8080/c'];
  const unknown = ['https://other.co.uk/', 'http://127.0.0.1:8081/', 'https://two.github.io/'];
  expect(await Promise.all(known.map(needsBrowser.holds))).toEqual([true, true]);
  expect(await Promise.all(unknown.map(needsBrowser.holds))).toEqual([false, false, false]);
});

test('a site that does without is forgotten', async () => {
  const { needsBrowser } = createSiteMemory({ store: null });
  await needsBrowser.learn(PAGE, true);
  expect(await needsBrowser.holds(PAGE)).toBe(true);
  await needsBrowser.learn(OTHER_PAGE, false);
  expect(await needsBrowser.holds(PAGE)).toBe(false);
});

test('a store that fails, and what is no address, are no reason to fail', async () => {
  const fails = async () => Promise.reject(new Error('away'));
  const { needsBrowser } = createSiteMemory({ store: { find: fails, put: fails, delete: fails } });
  expect(await needsBrowser.holds(PAGE)).toBe(false);
  await needsBrowser.learn(PAGE, true);
  expect(await needsBrowser.holds('no address')).toBe(false);
});
