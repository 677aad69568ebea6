import { expect, test } from 'vitest';
import { toFailure } from '../../../contract/failure.ts';
import { loadAll } from './load-all.ts';

test('no page is begun once those that came take much memory', async () => {
  const urls = Array.from({ length: 50 }, (_, at) => `https://example.com/${at}`);
  const content = 'é'.repeat(2_000_000);
  const begun: string[] = [];
  const loaded = await loadAll(urls, new AbortController().signal, async (url) => {
    begun.push(url);
    return { content };
  });
  const said = loaded.map((one) => ('page' in one ? one.url : toFailure(one.error).reason));
  // The ninth page passes 32 MiB while three others are on their way.
  expect(begun.length).toBeLessThanOrEqual(12);
  expect(said).toEqual([...begun, ...Array(50 - begun.length).fill('response_too_large')]);
});
