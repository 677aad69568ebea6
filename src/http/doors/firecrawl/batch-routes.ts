import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseUrl } from '../../../contract/address.ts';
import { convertRequest } from '../../../contract/convert.ts';
import { fail, invalid } from '../../../contract/failure.ts';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { Job } from '../../../storage/job-store.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { authenticate, refuseWhileDraining } from '../../metering.ts';
import { readJsonBody, requireJson } from '../../request-body.ts';
import { bearerKey } from '../../request-headers.ts';
import type { BatchRunner } from './batch-runner.ts';
import { addressOf, readScrape, scrapeOptions } from './scrape-request.ts';

const MOST_ADDRESSES = 1000;
/** How long a job and its pages are kept. */
const TTL_MS = 86_400_000;
/** Jobs of a key that are not done yet, and bytes that are kept for one. */
const MOST_UNFINISHED = 5;
const MOST_KEPT_BYTES = 268_435_456;
/** Documents of one answer, and bytes as theirs has them. */
const MOST_DOCUMENTS = 100;
const MOST_ANSWER_BYTES = 10_485_760;

const batchRequest = scrapeOptions.extend({
  urls: z.array(z.string().min(1)).min(1).max(MOST_ADDRESSES),
  ignoreInvalidURLs: z.boolean().nullish(),
  maxConcurrency: z.int().positive().nullish(),
});
const partQuery = z.object({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_DOCUMENTS).catch(MOST_DOCUMENTS).default(MOST_DOCUMENTS),
});

/** `POST …/batch/scrape`, and what becomes of it below its id: status and documents, errors, cancel. Pages count as they are read. */
export function batchRoutes(app: HttpApp, deps: HttpDeps, runner: BatchRunner, version: string): void {
  const path = `${version}/batch/scrape`;
  app.post(path, {
    onRequest: async (request, reply) => {
      await authenticate(request, reply, deps);
      refuseWhileDraining(deps);
      requireJson(request.headers);
    },
    handler: async (request, reply) => {
      const { id, invalidURLs } = await addJob(request, reply, deps, runner, version);
      return { success: true, id, url: `${baseOf(request, deps)}${path}/${id}`, invalidURLs };
    },
  });
  const ofJob = (answer: (job: Job, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => ({
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await authenticate(request, reply, deps);
      const { id } = request.params as { readonly id: string };
      const job = await deps.jobs.find(id, caller.keyId);
      if (job === null)
        throw fail(
          'not_found',
          `Give the id of a job of this key; ${JSON.stringify(id.slice(0, 80))} is none.`,
        );
      return answer(job, request, reply);
    },
  });
  const status = ofJob(async (job, request, reply) => {
    // Its process may have ended: then this one goes on with it.
    if (isOpen(job)) runner.start(job.id, job.options, bearerKey(request.headers.authorization)!);
    const text = await statusOf(job, deps, request.query, `${baseOf(request, deps)}${path}`);
    return reply.type('application/json; charset=utf-8').send(text);
  });
  // Version 1 of their client asks for the status of any job here.
  for (const place of [path, `${version}/crawl`]) app.get(`${place}/:id`, status);
  // Version 1 of their client asks for errors with DELETE.
  app.route({
    method: ['GET', 'DELETE'],
    url: `${path}/:id/errors`,
    ...ofJob((job) => errorsOf(job, deps)),
  });
  app.delete(
    `${path}/:id`,
    ofJob(async (job) => {
      await deps.jobs.cancel(job.id, job.keyId);
      return { success: true, status: 'cancelled' };
    }),
  );
}

const isOpen = ({ isCancelled, total, done, failed }: Job): boolean => !isCancelled && done + failed < total;

/** Our address as the caller knows it. */
const baseOf = ({ protocol, host }: FastifyRequest, { baseUrl }: HttpDeps): string =>
  baseUrl ?? `${protocol}://${host}`;

async function addJob(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDeps,
  runner: BatchRunner,
  version: string,
) {
  const { keyId } = request.caller!;
  const body = (await readJsonBody(
    request.raw,
    reply.raw,
    deps.maxBodyBytes,
    deps.converter.hold(keyId),
  )) as object;
  const { urls, ignoreInvalidURLs, maxConcurrency, ...options } = parseRequest(batchRequest, body);
  readScrape(body, options, batchRequest);
  const isAddress = (url: string) =>
    url.length <= convertRequest.shape.url.maxLength! &&
    /^https?:$/.test(parseUrl(addressOf(url))?.protocol ?? '');
  const invalidURLs = urls.filter((url) => !isAddress(url));
  const isLenient = ignoreInvalidURLs ?? version === '/v2';
  if (invalidURLs.length > 0 && (!isLenient || invalidURLs.length === urls.length))
    throw invalid(
      `Set "urls" to http or https addresses; ${JSON.stringify(invalidURLs[0]!.slice(0, 80))} is none.`,
    );
  const { unfinished, bytes } = await deps.jobs.held(keyId);
  if (unfinished >= MOST_UNFINISHED || bytes > MOST_KEPT_BYTES)
    throw fail(
      'concurrency_limited',
      `Wait until jobs of this key are done or over: ${unfinished} of ${MOST_UNFINISHED} are open, and ${bytes} of ${MOST_KEPT_BYTES} bytes are kept.`,
    );
  const { urls: _, ...kept } = body as { readonly urls: unknown };
  const job = {
    id: randomUUID(),
    keyId,
    ttlMs: TTL_MS,
    options: JSON.stringify({ ...kept, maxConcurrency }),
  };
  await deps.jobs.add(job, urls.filter(isAddress));
  runner.start(job.id, job.options, bearerKey(request.headers.authorization)!);
  return { id: job.id, invalidURLs: isLenient ? invalidURLs : undefined };
}

/** The state of a job and a part of its documents, each of which is JSON already. */
async function statusOf(job: Job, { jobs }: HttpDeps, query: unknown, path: string): Promise<string> {
  const { skip, limit } = parseRequest(partQuery, query);
  const documents = await jobs.finished(job.id, 'done', { skip, limit, mostBytes: MOST_ANSWER_BYTES });
  const next = skip + documents.length;
  const finished = job.done + job.failed;
  const head = JSON.stringify({
    success: true,
    status: job.isCancelled ? 'cancelled' : isOpen(job) ? 'scraping' : 'completed',
    total: job.total,
    completed: finished,
    creditsUsed: finished,
    expiresAt: new Date(job.expiresAtMs).toISOString(),
    ...(next < job.done && documents.length > 0 && { next: `${path}/${job.id}?skip=${next}&limit=${limit}` }),
  });
  return `${head.slice(0, -1)},"data":[${documents.map(({ body }) => body).join(',')}]}`;
}

async function errorsOf(job: Job, { jobs }: HttpDeps) {
  const part = { skip: 0, limit: MOST_ADDRESSES, mostBytes: MOST_ANSWER_BYTES };
  const failed = await jobs.finished(job.id, 'failed', part);
  const errors = failed.map(({ place, url, body, atMs }) => {
    const { error, code } = JSON.parse(body) as { readonly error: string; readonly code: string };
    return { id: `${job.id}-${place}`, timestamp: new Date(atMs).toISOString(), url, code, error };
  });
  return { errors, robotsBlocked: [] };
}
