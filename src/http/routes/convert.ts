import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { convertRequest, convertResponse } from '../../contract/convert.ts';
import { convertData } from '../../conversion/convert-data.ts';
import type { ConvertedPage } from '../../conversion/convert-page.ts';
import { bareType } from '../accept.ts';
import { callerGone } from '../caller-gone.ts';
import type { HttpDeps } from '../deps.ts';
import { refuseWhileDraining } from '../draining.ts';
import { errorResponses } from '../error-responses.ts';
import { readJsonBody, requireJson } from '../json-body.ts';
import { admit, authenticate } from '../metering.ts';
import type { HttpApp } from '../server.ts';

/** `POST /v1/convert`: credential → windows → room → content type → size → JSON → schema → conversion. */
export function convertRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/convert',
    schema: {
      operationId: 'convert',
      tags: ['Conversion'],
      summary: 'Convert a web page to Markdown or plain text',
      description:
        'Fetches the page, removes advertisements, navigation and clutter, and returns the main content. With `Accept: text/markdown` or `text/plain` (and neither JSON nor `*/*`) the answer is the bare content, with title and final address in headers.',
      security: [{ apiKey: [] }],
      body: convertRequest,
      response: {
        200: {
          description: 'The converted page.',
          content: {
            'application/json': { schema: convertResponse },
            'text/markdown': { schema: z.string() },
            'text/plain': { schema: z.string() },
          },
        },
        ...errorResponses([400, 401, 403, 408, 413, 415, 422, 429, 500, 503], {
          403: 'Target URL blocked by security policy.',
        }),
      },
    },
    onRequest: async (request, reply) => {
      const caller = await authenticate(request, deps.gate);
      refuseWhileDraining(deps);
      await admit(request, reply, deps.gate, caller);
      deps.converter.checkBusy();
      requireJson(request.headers);
    },
    preValidation: async (request, reply) => {
      (request as { body: unknown }).body = await readJsonBody(request.raw, reply.raw, deps.maxBodyBytes);
    },
    handler: async (request, reply) => {
      const page = await deps.converter.convert(request.body, {
        signal: callerGone(reply.raw),
        keyId: request.caller?.keyId ?? null,
        ...maxAge(request.headers['cache-control']),
      });
      pageHeaders(reply, page);
      const bare = bareType(request.headers.accept);
      if (bare === null)
        return reply
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ status: 'success', data: convertData(page) }));
      const type = page.format === 'text' ? 'text/plain' : 'text/markdown';
      return reply.type(`${type}; charset=utf-8`).headers(metadataHeaders(page)).send(page.content);
    },
  });
}

/** `Cache-Control: no-cache` or `max-age=N` on the request (RFC 9111, 5.2.1) asks for a fresher page. */
function maxAge(header: string | undefined): { maxAgeS?: number } {
  if (header === undefined) return {};
  if (/(?:^|[\s,])no-(?:cache|store)\b/i.test(header)) return { maxAgeS: 0 };
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(header)?.[1];
  return seconds === undefined ? {} : { maxAgeS: Number(seconds) };
}

function pageHeaders(reply: FastifyReply, page: ConvertedPage): void {
  reply.header('cache-control', 'no-store');
  reply.header('etag', page.etag);
  reply.header('vary', mergeVary(reply.getHeader('vary')));
  reply.header('x-pagemark-tokens', String(page.tokens));
  if (page.ageS !== undefined) reply.header('age', String(page.ageS));
  if (page.cacheStatus !== undefined) reply.header('cache-status', page.cacheStatus);
}

function mergeVary(present: unknown): string {
  return typeof present === 'string' ? `${present}, Accept` : 'Accept';
}

/** What the envelope would carry beside the content, percent-encoded because field values are ASCII. */
function metadataHeaders(page: ConvertedPage): Record<string, string> {
  const headers: Record<string, string> = { 'content-location': page.finalUrl };
  if (page.nextCursor !== undefined) headers['x-pagemark-next-cursor'] = page.nextCursor;
  if (page.outcome !== undefined) headers['x-pagemark-outcome'] = page.outcome;
  for (const [name, value] of Object.entries(page.metadata ?? {})) {
    if (value !== null) headers[`x-pagemark-${name.toLowerCase()}`] = encodeURIComponent(String(value));
  }
  return headers;
}
