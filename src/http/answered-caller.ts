import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { AnsweredCaller } from './deps.ts';

/** Whose call a request is, once its credential was accepted. */
export function answeredCaller({
  caller,
  license,
}: Pick<FastifyRequest, 'caller' | 'license'>): AnsweredCaller {
  if (caller) return { keyId: caller.keyId, plan: caller.plan.name };
  return license ? { licenseId: license.id, tier: license.tier } : {};
}

/** Bytes that the connection of a request was given so far. */
export function bytesSent({ socket }: Pick<IncomingMessage, 'socket'>): number {
  return socket.bytesWritten;
}
