import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../access/authenticator.ts';
import { fail, invalid, ServiceError } from '../../../contract/failure.ts';
import { busy } from '../../../conversion/fair-turns.ts';
import { limited } from '../../../conversion/held-bytes.ts';
import type { Job, JobRefusal } from '../../../storage/job-store.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { baseOf } from '../../known-host.ts';
import { authenticate, authenticated, countingRefusals } from '../../metering.ts';
import { jsonBodyOf, requireJson } from '../../request-body.ts';
import {
  isJobId,
  isSameRequest,
  JOB_BOUNDS,
  type JobRequest,
  jobIdOf,
  readBatch,
  readCrawl,
} from './job-request.ts';
import { createJobRunner, type JobRunner } from './job-runner.ts';
import { errorsOf, MOST_BYTES, sendStatus } from './job-status.ts';

/** Answers about jobs of a key, with their documents or errors, that are on their way at a time. */
const MOST_ANSWERS = 8;

/** Batches and crawls, and what becomes of them below their ids: status and documents, errors, cancel. Pages count as they are read. */
export function jobRoutes(app: HttpApp, deps: HttpDeps, versions: readonly string[]): void {
  const runner = createJobRunner(deps);
  const enter = createAnswerRoom(deps);
  app.addHook('onClose', runner.end);
  for (const version of versions) {
    for (const kind of KINDS) startRoute(app, deps, { runner, enter, version, kind });
    for (const name of ['active', 'ongoing'])
      app.get(`${version}/crawl/${name}`, async (request, reply) => {
        const { keyId } = await authenticate(request, reply, deps);
        const crawls = (await deps.jobs.inWork(keyId)).filter(({ kind }) => kind === 'crawl');
        const active = crawls.map(async (job) => activeCrawl(job, await deps.jobs.requestOf(job.id)));
        return { success: true, crawls: await Promise.all(active) };
      });
    // Version 1 of their client asks for any job below `crawl`.
    for (const kind of KINDS) ofJobRoutes(app, deps, { runner, enter, version, kind });
  }
}

/** Takes room for what is told of a job, until it is sent. Throws `concurrency_limited`, `busy`. */
type Enter = (job: Job, reply: FastifyReply) => void;

function createAnswerRoom({ converter }: Pick<HttpDeps, 'converter'>): Enter {
  const answers: string[] = [];
  return ({ keyId, bytes }, { raw }) => {
    if (answers.filter((each) => each === keyId).length >= MOST_ANSWERS)
      throw new ServiceError(limited(`${MOST_ANSWERS} answers about jobs of this key are on their way`));
    const holding = converter.hold(keyId);
    holding.add(Math.min(bytes, MOST_BYTES));
    answers.push(keyId);
    const leave = () => {
      holding.release();
      answers.splice(answers.indexOf(keyId), 1);
    };
    if (raw.destroyed) leave();
    else raw.once('close', leave);
  };
}

interface JobRoutes {
  readonly enter: Enter;
  readonly runner: JobRunner;
  readonly version: string;
  readonly kind: Job['kind'];
}

const KINDS = ['batch', 'crawl'] as const;
const PATHS: Readonly<Record<Job['kind'], string>> = { batch: '/batch/scrape', crawl: '/crawl' };

function startRoute(app: HttpApp, deps: HttpDeps, { runner, version, kind }: JobRoutes): void {
  const path = version + PATHS[kind];
  const read = async (body: object, caller: Caller) =>
    kind === 'batch' ? readBatch(body, caller, version === '/v2') : readCrawl(body, caller);
  app.post(path, {
    onRequest: authenticated(deps, ({ headers }) => requireJson(headers)),
    handler: async (request, reply) => {
      const caller = request.caller!;
      const wanted = await countingRefusals(request, reply, deps, async () => {
        const body = (await jsonBodyOf(request, reply, deps)) as object;
        const from = performance.now();
        return read(body, caller).finally(() =>
          deps.converter.charge(caller.keyId, performance.now() - from),
        );
      });
      const repeatKey = request.headers['x-idempotency-key'];
      const id = jobIdOf(caller, repeatKey);
      const job = {
        id,
        keyId: caller.keyId,
        subject: caller.subject,
        kind,
        request: JSON.stringify(wanted.request),
        total: wanted.total,
      };
      const refusal = await deps.jobs.add(job, JOB_BOUNDS);
      if (refusal !== null) throw tooMuch(refusal);
      // Without the key the id is new, and so is the job.
      if (repeatKey !== undefined) {
        const there = await deps.jobs.find(id, caller.keyId);
        if (there?.kind !== kind || !isSameRequest(await deps.jobs.requestOf(id), job.request))
          throw invalid('Send another "x-idempotency-key": a job that asks for something else has this one.');
      }
      runner.start(job);
      return { success: true, id, url: `${baseOf(request, deps)}${path}/${id}`, ...wanted.said };
    },
  });
}

function tooMuch({ why, retryAfterMs }: JobRefusal): ServiceError {
  const { jobsInWork, subjectBytes } = JOB_BOUNDS;
  if (why === 'store_full') return new ServiceError({ ...busy(0), retryAfterMs });
  const what =
    why === 'too_many'
      ? `${jobsInWork} jobs of this key, or its account, are in work`
      : `jobs of this key, or its account, keep all of ${subjectBytes} bytes, each until a day after its end`;
  return new ServiceError({ ...limited(what), retryAfterMs });
}

function ofJobRoutes(app: HttpApp, deps: HttpDeps, { runner, version, kind, enter }: JobRoutes): void {
  const path = version + PATHS[kind];
  const ofJob = (answer: (job: Job, request: FastifyRequest, reply: FastifyReply) => unknown) => ({
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { keyId } = await authenticate(request, reply, deps);
      const { id } = request.params as { readonly id: string };
      const job = isJobId(id) ? await deps.jobs.find(id, keyId) : null;
      if (job === null)
        throw fail(
          'not_found',
          `Give the id of a job of this key; ${JSON.stringify(id.slice(0, 80))} is none.`,
        );
      return answer(job, request, reply);
    },
  });
  const status = ofJob((job, request, reply) => {
    enter(job, reply);
    return sendStatus(job, request, reply, { deps, path: `${path}/${job.id}` });
  });
  app.get(`${path}/:id`, status);
  // Version 1 of their client asks for errors with DELETE.
  const errors = ofJob((job, request, reply) => {
    enter(job, reply);
    return errorsOf(job, request, { deps, path: `${path}/${job.id}/errors` });
  });
  app.route({ method: ['GET', 'DELETE'], url: `${path}/:id/errors`, ...errors });
  const cancel = ofJob(async ({ id, keyId, status: now }) => {
    if (now !== 'scraping') return { success: true, status: now };
    const isEnded = await deps.jobs.end(id, 'cancelled', '{}');
    runner.stop(id);
    const status = isEnded ? 'cancelled' : ((await deps.jobs.find(id, keyId))?.status ?? now);
    return { success: true, status };
  });
  app.delete(`${path}/:id`, cancel);
}

function activeCrawl({ id, keyId, startedAtMs }: Job, request: string) {
  const { crawl, options: scrapeOptions } = JSON.parse(request) as JobRequest;
  const { url, bounds, sitemap } = crawl!;
  const options = { limit: bounds.limit, sitemap, scrapeOptions };
  return { id, teamId: keyId, url, created: new Date(startedAtMs).toISOString(), options };
}
