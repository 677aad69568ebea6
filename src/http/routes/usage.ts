import { type UsageResponse, usageResponse } from '../../contract/usage.ts';
import type { WindowState } from '../../conversion/ports.ts';
import type { HttpDeps } from '../deps.ts';
import { errorResponses } from '../error-responses.ts';
import type { HttpApp } from '../http-app.ts';
import { authenticate } from '../metering.ts';
import { rateLimitHeaders } from '../rate-limit-headers.ts';

/** `GET /v1/usage` (additive): the calling key's plan, windows and credits. Counts nothing. */
export function usageRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/usage',
    schema: {
      operationId: 'usage',
      tags: ['Conversion'],
      summary: 'Show what a key has used',
      description:
        "The calling key's plan, both request windows and its credits. The call itself is not counted.",
      security: [{ apiKey: [] }],
      response: {
        200: { description: 'Usage of the key.', content: { 'application/json': { schema: usageResponse } } },
        ...errorResponses('/v1/usage'),
      },
    },
    onRequest: async (request) => {
      await authenticate(request, deps.gate);
    },
    handler: async (request, reply) => {
      const caller = request.caller!;
      const { windows, credits } = await deps.gate.usage(caller);
      const body: UsageResponse = {
        plan: caller.plan,
        minute: shown(windows.minute),
        hour: shown(windows.hour),
        credits,
      };
      return reply
        .headers({ ...rateLimitHeaders(windows), 'cache-control': 'no-store' })
        .type('application/json; charset=utf-8')
        .send(body);
    },
  });
}

function shown({ limit, remaining, resetMs }: WindowState): UsageResponse['minute'] {
  return { limit, remaining, reset_s: Math.ceil(resetMs / 1000) };
}
