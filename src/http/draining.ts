import { fail } from '../contract/failure.ts';
import type { HttpDeps } from './deps.ts';

const DRAIN_RETRY_MS = 5000;

/** Throws `draining` once the process has begun to shut down. */
export function refuseWhileDraining({ isDraining }: Pick<HttpDeps, 'isDraining'>): void {
  if (!isDraining()) return;
  throw fail('draining', 'Retry after the time in Retry-After: this process is shutting down.', {
    retryAfterMs: DRAIN_RETRY_MS,
  });
}
