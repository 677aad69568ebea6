import { HOSTILE_CASES } from '../hostile-upstream/hostile-upstream.ts';
import { converted, refused, type ServiceCase } from './service-case.ts';

/** Enough for a healthy answer on a busy machine, and soon over where running into it is the point. */
const TIMEOUT_MS = { page: 20_000, fetch_timeout: 1500 };

/** Every behaviour of the hostile upstream, seen through the whole service. */
export const UPSTREAM_CASES: readonly ServiceCase[] = HOSTILE_CASES.map(({ id, expected }) => ({
  id: `upstream-${id}`,
  convert: ({ plain }) => ({
    url: `${plain}/${id}`,
    timeout_ms: expected === 'fetch_timeout' ? TIMEOUT_MS.fetch_timeout : TIMEOUT_MS.page,
    // What arrives is a page whatever it says: its verdict is not the matter here.
    ...(expected === 'page' ? { strict: false } : {}),
  }),
  judge: expected === 'page' ? converted() : refused(expected),
}));
