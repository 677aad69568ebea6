import { parentPort, workerData } from 'node:worker_threads';
import { connectCalls } from '../port-calls.ts';
import { type SiteServices, siteSteps, type ThreadRequest } from './site-steps.ts';

/** Entry of the thread of one site: whoever started it fetches for it (`open-site-thread.ts`). */
const steps = siteSteps(workerData as ThreadRequest, {
  fetch: (url, mostBytes) => call('fetch', url, mostBytes),
  onSite: (origin, delayS) => call('onSite', origin, delayS),
});
const { call } = connectCalls<SiteServices>(parentPort!, steps);
