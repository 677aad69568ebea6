import { expect, test } from 'vitest';
import { wantedFreshness } from './request-headers.ts';

test.each([
  [undefined, {}],
  ['', {}],
  ['no-cache', { maxAgeS: 0 }],
  ['No-Cache, max-age=60', { maxAgeS: 0 }],
  ['max-age=60', { maxAgeS: 60 }],
  ['only-if-cached, max-age="60"', { maxAgeS: 60, onlyIfCached: true }],
  ['max-age = 0', { maxAgeS: 0 }],
  ['max-age=60, max-age=30', { maxAgeS: 30 }],
  ['max-age=-1', {}],
  ['max-age=soon', {}],
  ['x-max-age=5, s-maxage=5', {}],
  ['no-store', { maxAgeS: 0, noStore: true }],
])('wantedFreshness of %j', (header, wanted) => {
  expect(wantedFreshness(header)).toEqual(wanted);
});
