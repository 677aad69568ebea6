import { expect, test } from 'vitest';
import { openMemorySnapshots } from '../storage/memory-snapshots.ts';
import { createSiteMemory } from './site-memory.ts';

const PAGE = 'https://example.test/a';
const OTHER_PAGE = 'https://example.test/b?c';

test('a site is remembered by all who share the store, for an hour', async () => {
  const store = openMemorySnapshots({ maxBytes: 1_000_000 });
  let nowMs = 1_000_000;
  const open = () => createSiteMemory(store, () => nowMs);
  expect(await open().needsBrowser(PAGE)).toBe(false);
  open().learn(PAGE, true);
  expect(await open().needsBrowser(OTHER_PAGE)).toBe(true);
  expect(await open().needsBrowser('https://other.test/')).toBe(false);
  nowMs += 3_600_000;
  expect(await open().needsBrowser(PAGE)).toBe(false);
});

test('a site that does without is forgotten', async () => {
  const memory = createSiteMemory(null);
  memory.learn(PAGE, true);
  expect(await memory.needsBrowser(PAGE)).toBe(true);
  memory.learn(OTHER_PAGE, false);
  expect(await memory.needsBrowser(PAGE)).toBe(false);
});

test('a store that fails, and what is no address, are no reason to fail', async () => {
  const fails = async () => Promise.reject(new Error('away'));
  const memory = createSiteMemory({ find: fails, put: fails, delete: fails });
  expect(await memory.needsBrowser(PAGE)).toBe(false);
  memory.learn(PAGE, true);
  expect(await memory.needsBrowser('no address')).toBe(false);
});
