import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError, toFailure } from '../contract/failure.ts';
import type { FromThread, Said, ToThread } from './open-site-thread.ts';
import type { SiteFetch } from './read-site.ts';
import { siteSteps, type ThreadRequest } from './site-steps.ts';

/** Entry of the thread of one site: whoever started it fetches for it (`open-site-thread.ts`). */
const port = parentPort!;
const asked = new Map<number, (said: Said) => void>();
let lastId = 0;

const tell = (message: FromThread) => port.postMessage(message);

const fetch: SiteFetch = (url, mostBytes) =>
  new Promise((resolve, reject) => {
    const id = ++lastId;
    asked.set(id, (said) => {
      if ('failure' in said) reject(new ServiceError(said.failure));
      else resolve(said.value as never);
    });
    tell({ id, url, mostBytes });
  });

const steps = siteSteps(workerData as ThreadRequest, fetch, (origin, delayS) => tell({ origin, delayS }));

port.on('message', async (message: ToThread) => {
  if ('id' in message) {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
    return;
  }
  const { task, step, args } = message;
  try {
    tell({ task, value: await (steps[step] as (...given: readonly unknown[]) => unknown)(...args) });
  } catch (error) {
    tell({ task, failure: toFailure(error) });
  }
});
