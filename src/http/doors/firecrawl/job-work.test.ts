import { expect, test } from 'vitest';
import { createHostPaces } from '../../../crawl/host-paces.ts';
import type { Job } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import type { JobRequest } from './job-request.ts';
import { openBatch } from './job-work.ts';

test('a batch goes on with a host that has room, else with one that will soon, else with one that is held', async () => {
  const paces = createHostPaces();
  const { signal } = new AbortController();
  const urls = ['https://held.example/', 'https://full.example/', 'https://free.example/'];
  paces.hold(urls[0]!, 60_000);
  for (let i = 0; i < 4; i++) await paces.enter(urls[1]!, null, signal);
  const deps = { jobs: { pages: async () => [] } } as unknown as HttpDeps;
  const batch = await openBatch({ id: 'job' } as Job, deps, { urls } as unknown as JobRequest, { paces });
  const taken = urls.map(() => batch.take());
  expect(taken).toMatchObject([{ url: urls[2] }, { url: urls[1] }, { url: urls[0] }]);
  expect(batch.take()).toBeUndefined();
});
