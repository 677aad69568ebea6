import { expect, test } from 'vitest';
import type { ConvertedPage } from '../../conversion/converter.ts';
import type { LookAt } from '../batch/batch-converter.ts';
import type { BatchRecord } from '../batch/output-folder.ts';
import { visitPage } from './visit-page.ts';

const TRAIL = { links: [], contentLinks: 0, moreLinks: 0, notToFollow: [], canonical: null, digest: 'd' };

test('a page that failed after it was looked at leaves its content to others', async () => {
  const owners = new Map<string, string>();
  const visit = (url: string, isWritten: boolean) =>
    visitPage(
      { url, rank: 'link', depth: 1, row: 0 },
      {
        strict: true,
        isOfSite: () => true,
        siteAt: async () => undefined,
        claim: (digest, of) => owners.get(digest) ?? owners.set(digest, of).get(digest)!,
        release: (digest, of) => void (owners.get(digest) === of && owners.delete(digest)),
        converter: {
          async convert(_: string, lookAt?: LookAt) {
            const page = { finalUrl: url, outcome: 'ok', forms: { trail: JSON.stringify(TRAIL) } };
            const other = await lookAt?.(page as unknown as ConvertedPage);
            if (other) return other;
            if (!isWritten) return { url, status: 'error', reason: 'fetch_timeout', message: 'x' };
            return { url, status: 'success' } as BatchRecord;
          },
        },
      },
    );
  const failed = await visit('https://a.example/1', false);
  expect([failed.record.status, failed.trail.finding.digest]).toEqual(['error', '']);
  expect((await visit('https://a.example/2', true)).record.status).toBe('success');
  expect((await visit('https://a.example/3', true)).record).toMatchObject({
    kind: 'duplicate',
    of: 'https://a.example/2',
  });
});
