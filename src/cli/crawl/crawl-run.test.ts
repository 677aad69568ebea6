import { expect, test } from 'vitest';
import { fail } from '../../contract/failure.ts';
import { isOfStop } from './crawl-run.ts';

test('a stopped crawl ends without a fault, unless it is one of the disk', () => {
  const stop = new AbortController();
  const faults = () => [
    stop.signal.reason ?? new Error('any'),
    fail('fetch_timeout', 'Retry.'),
    Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
  ];
  const ofStop = () => faults().map((fault) => isOfStop(fault, stop.signal));
  expect(ofStop()).toEqual([false, false, false]);
  stop.abort();
  expect(ofStop()).toEqual([true, true, false]);
});
