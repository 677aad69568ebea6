import { HOSTILE_CASES } from '../hostile-upstream/hostile-upstream.ts';
import { converted, refused, type ServiceCase } from './service-case.ts';

/** Soon over where running into it is the point; else the service's own. */
const SHORT_MS = 1500;

/** Every behaviour of the hostile upstream, seen through the whole service. */
export const UPSTREAM_CASES: readonly ServiceCase[] = HOSTILE_CASES.map(({ id, expected }) => ({
  id: `upstream-${id}`,
  convert: ({ plain }) => ({
    url: `${plain}/${id}`,
    ...(expected === 'fetch_timeout' ? { timeout_ms: SHORT_MS } : {}),
    // What arrives is a page whatever it says: its verdict is not the matter here.
    ...(expected === 'page' ? { strict: false } : {}),
  }),
  judge: expected === 'page' ? converted() : refused(expected),
}));
