import { fail, type ServiceError } from '../contract/failure.ts';

/**
 * What an upstream status means for the page that came with it: `undefined` for a page, else the failure to
 * report when no wall is seen in the body. Upstream statuses and Retry-After are never passed through as ours.
 */
export function statusFailure(status: number): ServiceError | undefined {
  if (status < 400) return undefined;
  if (status === 404 || status === 410) {
    return fail('upstream_not_found', `Check the address: the target answered ${status}.`);
  }
  if (status === 429 || status >= 500) {
    return fail('upstream_unavailable', `Retry later: the target answered ${status}.`);
  }
  return fail('upstream_denied', `Check the address: the target refused it with ${status}.`);
}
