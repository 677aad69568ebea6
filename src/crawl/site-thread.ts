import { parentPort } from 'node:worker_threads';
import { ServiceError, toFailure } from '../contract/failure.ts';
import { type FirstPage, mapSite } from './map-site.ts';
import type { FromThread, ToThread } from './open-site-thread.ts';
import type { SiteFetch } from './read-site.ts';
import { createSiteCrawl, type SiteCrawl } from './site-crawl.ts';
import type { SiteTask } from './site-task.ts';

/** Entry of the thread of one site: whoever started it fetches for it (`open-site-thread.ts`). */
const port = parentPort!;
const asked = new Map<number, (answer: Extract<ToThread, { id: number }>) => void>();
let lastId = 0;
let crawl: SiteCrawl | undefined;

const tell = (message: FromThread) => port.postMessage(message);

const ask = <T>(question: Omit<Extract<FromThread, { id: number }>, 'id'>) =>
  new Promise<T>((resolve, reject) => {
    const id = ++lastId;
    asked.set(id, (answer) => {
      if ('failure' in answer) reject(new ServiceError(answer.failure));
      else resolve(answer.value as T);
    });
    tell({ id, ...question });
  });

const fetch: SiteFetch = (url, mostBytes, delayS) => ask({ url, mostBytes, delayS });

function perform(wanted: SiteTask): unknown {
  switch (wanted.kind) {
    case 'map':
      return mapSite(wanted.request, fetch, (url) => ask<FirstPage>({ url, isPage: true }));
    case 'begin':
      crawl = createSiteCrawl(wanted.request, fetch);
      return undefined;
    case 'restore':
      return crawl!.restore(wanted.trails);
    case 'take':
      return crawl!.take();
    case 'finish':
      return crawl!.finish(wanted.visit);
    case 'end':
      return crawl!.end();
  }
}

port.on('message', async (message: ToThread) => {
  if ('id' in message) {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
    return;
  }
  const { task, wanted } = message;
  try {
    tell({ task, value: await perform(wanted) });
  } catch (error) {
    tell({ task, failure: toFailure(error) });
  }
});
