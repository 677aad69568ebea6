import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { unauthorized } from './request-headers.ts';

/** RFC 6750, 2.1, but with any token that a setting can hold. */
const BEARER = /^bearer +(\S+) *$/i;

/** The token that a request carries as a bearer, if any. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Throws `unauthorized` unless the request carries the operator's token. */
export function requireToken(request: FastifyRequest, token: string): void {
  const given = bearerToken(request);
  if (given === undefined || !equal(given, token)) throw unauthorized(request.headers.authorization);
}

/** Compares digests, so that the time tells nothing about the token. */
function equal(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
