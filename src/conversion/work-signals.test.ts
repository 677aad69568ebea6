import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startWorkSignals } from './work-signals.ts';

const { signal: here } = new AbortController();

test.each([
  [true, 'Convert a smaller page or raise "timeout_ms": the conversion took longer than 1 ms.'],
  [false, 'Convert a smaller page: the conversion took longer than 1 ms.'],
])('who set the deadline (the caller: %s) is told of "timeout_ms" if it helps', async (isOwn, message) => {
  const signals = startWorkSignals(here, 1, isOwn);
  await once(signals.worker, 'abort');
  expect(signals.worker.reason).toMatchObject({ failure: { reason: 'conversion_timeout', message } });
  signals.end();
});
