import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { Job } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { baseOf } from '../../known-host.ts';

/** Documents and errors of one answer, and bytes as theirs has them. */
const MOST_LISTED = 10_000;
export const MOST_BYTES = 10_485_760;
/** Documents and bytes that are read at a time: the thread that answers is held for so long. */
const [PIECE, PIECE_BYTES] = [100, 524_288];

const partQuery = z.object({
  skip: z.coerce.number().int().min(0).max(MOST_LISTED).default(0),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, MOST_LISTED))
    .default(MOST_LISTED),
});

/** Where a job is told of: `path` without our address. */
interface Told {
  readonly deps: HttpDeps;
  readonly path: string;
}

/** Where the next part is, of a list that has one. */
function nextOf(address: string, { skip, limit }: z.infer<typeof partQuery>, given: number, all: number) {
  const next = skip + given;
  return given > 0 && next < all ? { next: `${address}?skip=${next}&limit=${limit}` } : {};
}

/** Answers with the state of a job and a part of its documents, each of which is JSON already. */
export async function sendStatus(
  job: Job,
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, path }: Told,
): Promise<FastifyReply> {
  const { skip, limit } = parseRequest(partQuery, request.query);
  const { robotsBlocked: _, ...note } = noteOf(job);
  const ended = job.done + job.failed;
  const documents = await documentsOf(job, deps, { skip, limit });
  const head = JSON.stringify({
    success: true,
    status: job.status,
    ...note,
    total: job.status === 'completed' ? ended : Math.max(job.total, ended),
    completed: ended,
    creditsUsed: ended + job.left,
    expiresAt: new Date(job.expiresAtMs).toISOString(),
    ...nextOf(`${baseOf(request, deps)}${path}`, { skip, limit }, documents.length, job.done),
  });
  const between = documents.flatMap((document, at) => (at === 0 ? [document] : [Buffer.from(','), document]));
  const parts = [Buffer.from(`${head.slice(0, -1)},"data":[`), ...between, Buffer.from(']}')];
  return reply
    .type('application/json; charset=utf-8')
    .header(
      'content-length',
      parts.reduce((sum, { byteLength }) => sum + byteLength, 0),
    )
    .send(Readable.from(parts));
}

async function documentsOf(
  { id }: Job,
  { jobs }: HttpDeps,
  { skip, limit }: z.infer<typeof partQuery>,
): Promise<readonly Buffer[]> {
  const documents: Buffer[] = [];
  let bytesLeft = MOST_BYTES;
  while (documents.length < limit && bytesLeft > 0) {
    const part = {
      limit: Math.min(PIECE, limit - documents.length),
      mostBytes: Math.min(PIECE_BYTES, bytesLeft),
    };
    const piece = await jobs.bodies(id, 'done', { skip: skip + documents.length, ...part });
    if (piece.length === 0) break;
    for (const { body } of piece) {
      documents.push(Buffer.from(body));
      bytesLeft -= documents.at(-1)!.byteLength;
    }
    await turn();
  }
  return documents;
}

/** What its status says besides, and what robots.txt disallowed. */
const noteOf = ({ note }: Job): { readonly robotsBlocked?: readonly string[] } =>
  note === '' ? {} : JSON.parse(note);

/** The pages of a job that have no document, a part of them, and what robots.txt disallowed. */
export async function errorsOf(job: Job, request: FastifyRequest, { deps, path }: Told) {
  const part = { ...parseRequest(partQuery, request.query), mostBytes: MOST_BYTES };
  const errors = (await deps.jobs.bodies(job.id, 'failed', part)).map(({ seq, url, body, atMs }) => {
    const { error, code } = JSON.parse(body) as { readonly error: string; readonly code: string };
    return { id: `${job.id}-${seq}`, timestamp: new Date(atMs).toISOString(), url, code, error };
  });
  return {
    errors,
    robotsBlocked: noteOf(job).robotsBlocked ?? [],
    ...nextOf(`${baseOf(request, deps)}${path}`, part, errors.length, job.failed),
  };
}
