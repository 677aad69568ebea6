import type { FastifyRequest } from 'fastify';
import { fail } from '../../contract/failure.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { requireToken } from '../operator-token.ts';
import { hostNameOf, isLoopback } from '../request-headers.ts';

/** Fields that a proxy adds; `X-Forwarded-…` besides. */
const PROXY_FIELDS: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip']);

/**
 * `GET /metrics` for Prometheus: with the token, or without one for a direct loopback peer. Settings that tell of a proxy
 * close it to those: one on this host is a loopback peer itself, and need not say that it is a proxy.
 */
export function metricsRoute(app: HttpApp, deps: HttpDeps): void {
  const { metrics, metricsToken, baseUrl, trustProxy } = deps;
  const mayBeProxied = baseUrl !== null || trustProxy !== false;
  if (metrics === null) return;
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    onRequest: async (request) => {
      if (metricsToken === null) {
        if (mayBeProxied || !isDirectLoopback(request))
          throw fail('not_found', 'Request another address: there is nothing here.');
        return;
      }
      requireToken(request, metricsToken);
    },
    handler: async (_request, reply) => {
      const { body, contentType } = await metrics();
      return reply.header('cache-control', 'no-store').type(contentType).send(body);
    },
  });
}

/**
 * A peer on this host that no proxy stands before, and that names this host: a page in a browser here whose own name
 * was pointed at loopback (DNS rebinding) names its site.
 */
function isDirectLoopback({ raw }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  if (!isLoopback(hostNameOf(`http://${raw.headers.host ?? ''}`) ?? '')) return false;
  const forwarded = Object.keys(raw.headers).some(
    (name) => PROXY_FIELDS.has(name) || name.startsWith('x-forwarded-'),
  );
  return !forwarded && (peer === '::1' || /^(?:::ffff:)?127\./.test(peer));
}
