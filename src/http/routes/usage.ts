import { type UsageResponse, usageResponse } from '../../contract/usage.ts';
import type { WindowState } from '../../storage/ports.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { authenticate } from '../metering.ts';
import { json } from '../openapi.ts';
import { rateLimitHeaders, seconds } from '../response-headers.ts';

/** `GET /v1/usage` (additive): the calling key's plan, windows, monthly quota, credits and calls in flight. Counts nothing. */
export function usageRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/usage',
    schema: {
      operationId: 'usage',
      tags: ['Conversion'],
      summary: 'Show what a key has used',
      description:
        "The calling key's plan, both request windows, its monthly quota if it has one, its credits, and its conversions in flight. The call itself is not counted.",
      credential: 'apiKey',
      answers: { 200: json('Usage of the key.', usageResponse) },
    },
    handler: async (request, reply): Promise<UsageResponse> => {
      const caller = await authenticate(request, reply, deps);
      const { windows, credits, month } = await deps.meter.usage(caller);
      reply.headers(rateLimitHeaders(windows));
      return {
        plan: caller.plan.name,
        minute: shown(windows.minute),
        hour: shown(windows.hour),
        ...(month && { month: { limit: month.limit, used: month.calls, reset_s: seconds(month.resetMs) } }),
        credits,
        running: deps.runningCalls.of(caller.keyId),
      };
    },
  });
}

function shown({ limit, remaining, resetMs }: WindowState): UsageResponse['minute'] {
  return { limit, remaining, reset_s: seconds(resetMs) };
}
