import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchingTag } from './answer-coding.ts';

/** A file that a page of this service loads, held in memory. */
export interface StaticFile {
  readonly name: string;
  readonly contentType: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** The files of a folder that a browser loads, by name; licence texts are not among them. */
export function readStaticFiles(folder: string): readonly StaticFile[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => path.extname(name) in TYPES)
    .map((name) => staticFile(name, readFileSync(path.join(folder, name))));
}

/** A file whose type its name tells. */
export function staticFile(name: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { name, contentType: TYPES[path.extname(name)]!, etag: `"${digest}"`, bytes };
}

/** Answers with a file under a content security policy, or 304 to who holds it. */
export function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, etag, bytes }: StaticFile,
  policy: string,
): FastifyReply {
  const held = matchingTag(request.headers['if-none-match'], etag);
  reply.headers({
    etag: held ?? etag,
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': policy,
  });
  return held === null ? reply.type(contentType).send(bytes) : reply.code(304).send();
}
