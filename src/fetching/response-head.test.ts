import { expect, test } from 'vitest';
import { statusFailure } from './response-head.ts';

test.each([
  [200, undefined],
  [203, undefined],
  [304, undefined],
  [399, undefined],
  [400, 'upstream_denied'],
  [401, 'upstream_denied'],
  [403, 'upstream_denied'],
  [404, 'upstream_not_found'],
  [405, 'upstream_denied'],
  [408, 'upstream_denied'],
  [409, 'upstream_denied'],
  [410, 'upstream_not_found'],
  [411, 'upstream_denied'],
  [428, 'upstream_denied'],
  [429, 'upstream_unavailable'],
  [430, 'upstream_denied'],
  [451, 'upstream_denied'],
  [499, 'upstream_denied'],
  [500, 'upstream_unavailable'],
  [503, 'upstream_unavailable'],
  [599, 'upstream_unavailable'],
  [999, 'upstream_denied'],
])('statusFailure maps %d to %s', (status, reason) => {
  expect(statusFailure(status)?.failure.reason).toBe(reason);
  expect(statusFailure(status)?.failure.retryAfterMs).toBeUndefined();
});
