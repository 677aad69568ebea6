import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { fail } from '../contract/failure.ts';
import type { HttpDeps } from './deps.ts';
import { hostNameOf, isLoopback } from './request-headers.ts';

/** Our address as the caller knows it. */
export const baseOf = ({ protocol, host }: FastifyRequest, { baseUrl }: Pick<HttpDeps, 'baseUrl'>): string =>
  baseUrl ?? `${protocol}://${host}`;

/**
 * Against DNS rebinding (MCP, Streamable HTTP, Security): the Host must be the public address, an IP address or a loopback name,
 * since a page of a stranger's site can only arrive under a name. Throws `blocked_target`.
 */
export function requireKnownHost(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { baseUrl }: Pick<HttpDeps, 'baseUrl'>,
): void {
  if (headers.host === undefined) return;
  const host = hostNameOf(`http://${headers.host}`);
  const isOwn =
    isLoopback(host) ||
    isIP(host.replace(/^\[|\]$/g, '')) !== 0 ||
    (baseUrl !== null && host === hostNameOf(baseUrl));
  if (!isOwn)
    throw fail(
      'blocked_target',
      'Use the public address of this service, or set PAGEMARK_BASE_URL to this one: its Host is not known here.',
    );
}
