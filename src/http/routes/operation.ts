import type { FastifyRequest } from 'fastify';
import { isSameSecret } from '../../access/secret-key.ts';
import { fail } from '../../contract/failure.ts';
import { healthResponse, readyResponse } from '../../contract/health.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { json } from '../openapi.ts';
import { bearerToken, hostNameOf, isLoopback, wrongToken } from '../request-headers.ts';

/**
 * `GET /health`: the process serves. `GET /ready`: new work is welcome (store, workers, not draining). `GET /metrics`: for
 * Prometheus.
 */
export function operationRoutes(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'GET',
    url: '/health',
    schema: {
      operationId: 'health',
      tags: ['Operation'],
      summary: 'Liveness',
      description: 'Answers while the process serves.',
      credential: null,
      answers: { 200: json('Alive.', healthResponse) },
    },
    handler: async () => ({ status: 'ok' as const }),
  });
  app.route({
    method: 'GET',
    url: '/ready',
    schema: {
      operationId: 'ready',
      tags: ['Operation'],
      summary: 'Readiness',
      description: 'Whether the store answers, the workers convert and the process is not shutting down.',
      credential: null,
      answers: {
        200: json('Ready.', readyResponse),
        503: json('Not ready.', readyResponse),
      },
    },
    handler: async (_request, reply) => {
      const state = await deps.readiness();
      if (state.status !== 'ready') reply.code(503).header('retry-after', '1');
      return state;
    },
  });
  app.get('/metrics', async (request, reply) => {
    requireReader(request, deps);
    const { body, contentType } = await deps.metrics();
    return reply.type(contentType).send(body);
  });
}

/**
 * Lets in who has the token, or without a token a direct loopback peer. Settings that tell of a proxy close it to those: one
 * on this host is a loopback peer itself, and need not say that it is a proxy.
 */
function requireReader(request: FastifyRequest, { metricsToken, baseUrl, trustProxy }: HttpDeps): void {
  if (metricsToken !== null) {
    const given = bearerToken(request.headers);
    if (given !== undefined && isSameSecret(given, metricsToken)) return;
    throw wrongToken(request.headers.authorization, 'PAGEMARK_METRICS_TOKEN');
  }
  const mayBeProxied = baseUrl !== null || trustProxy !== false;
  if (mayBeProxied || !isDirectLoopback(request))
    throw fail('not_found', 'Request another address: there is nothing here.');
}

/** Fields that a proxy adds; `X-Forwarded-…` besides. */
const PROXY_FIELDS: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip']);

/**
 * A peer on this host that no proxy stands before, and that names this host: a page in a browser here whose own name
 * was pointed at loopback (DNS rebinding) names its site.
 */
function isDirectLoopback({ raw }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  if (!isLoopback(hostNameOf(`http://${raw.headers.host ?? ''}`))) return false;
  const forwarded = Object.keys(raw.headers).some(
    (name) => PROXY_FIELDS.has(name) || name.startsWith('x-forwarded-'),
  );
  return !forwarded && (peer === '::1' || /^(?:::ffff:)?127\./.test(peer));
}
