import { healthResponse, readyResponse } from '../../contract/health.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { errorResponses } from '../openapi-answers.ts';

/** `GET /health`: the process serves. `GET /ready`: new work is welcome (store, workers, not draining). */
export function healthRoutes(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'GET',
    url: '/health',
    schema: {
      operationId: 'health',
      tags: ['Operation'],
      summary: 'Liveness',
      description: 'Answers while the process serves.',
      security: [],
      response: {
        200: { description: 'Alive.', content: { 'application/json': { schema: healthResponse } } },
        ...errorResponses('/health'),
      },
    },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' as const }),
  });
  app.route({
    method: 'GET',
    url: '/ready',
    schema: {
      operationId: 'ready',
      tags: ['Operation'],
      summary: 'Readiness',
      description: 'Whether the store answers, the workers convert and the process is not shutting down.',
      security: [],
      response: {
        200: { description: 'Ready.', content: { 'application/json': { schema: readyResponse } } },
        ...errorResponses('/ready'),
        503: { description: 'Not ready.', content: { 'application/json': { schema: readyResponse } } },
      },
    },
    handler: async (_request, reply) => {
      const state = await deps.readiness();
      if (state.status !== 'ready') reply.code(503).header('retry-after', '1');
      return reply.header('cache-control', 'no-store').send(state);
    },
  });
}
