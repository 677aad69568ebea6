import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError, toFailure } from '../contract/failure.ts';
import type { FromMap, MapAnswer } from './map-in-thread.ts';
import { type FirstPage, type MapRequest, mapSite } from './map-site.ts';

/** Entry of the thread of one map: whoever started it fetches for it (`map-in-thread.ts`). */
const port = parentPort!;
const asked = new Map<number, (answer: MapAnswer) => void>();
let lastId = 0;

port.on('message', (answer: MapAnswer) => {
  asked.get(answer.id)?.(answer);
  asked.delete(answer.id);
});

const tell = (message: FromMap) => port.postMessage(message);

const ask = <T>(question: { readonly url: string; readonly mostBytes?: number; readonly isPage?: true }) =>
  new Promise<T>((resolve, reject) => {
    const id = ++lastId;
    asked.set(id, (answer) => {
      if ('failure' in answer) reject(new ServiceError(answer.failure));
      else resolve(answer.value as T);
    });
    tell({ id, ...question });
  });

try {
  const map = await mapSite(
    workerData as MapRequest,
    (url, mostBytes) => ask({ url, ...(mostBytes === undefined ? {} : { mostBytes }) }),
    (url) => ask<FirstPage>({ url, isPage: true }),
  );
  tell({ map });
} catch (error) {
  tell({ failure: toFailure(error) });
}
port.close();
