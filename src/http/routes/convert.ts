import { z } from 'zod';
import { convertRequest, convertResponse } from '../../contract/convert.ts';
import { unknownFields } from '../../contract/unknown-fields.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { readJsonBody, requireJson } from '../json-body.ts';
import { admit, authenticate, refuseWhileDraining } from '../metering.ts';
import { errorResponses } from '../openapi-answers.ts';
import { convertFor, sendBare, sendJson } from '../page-answer.ts';
import { bareType } from '../request-headers.ts';

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
        'Fetches the page, removes advertisements, navigation and clutter, and returns the main content. With `Accept: text/markdown` or `text/plain`, and no type that JSON fits, the answer is the bare content, with title and final address in headers.',
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
        ...errorResponses('/v1/convert', {
          403: 'Target URL blocked by security policy.',
        }),
      },
    },
    onRequest: async (request, reply) => {
      const caller = await authenticate(request, reply, deps);
      refuseWhileDraining(deps);
      await admit(request, reply, deps, caller);
      requireJson(request.headers);
    },
    preValidation: async (request, reply) => {
      const holding = deps.converter.hold(request.caller!.keyId);
      const body = await readJsonBody(request.raw, reply.raw, deps.maxBodyBytes, holding);
      request.warnings = unknownFields(body);
      // With what is wrong besides: a misspelt field is often why another one is missing.
      if (request.warnings.length > 0)
        reply.header('x-pagemark-warnings', request.warnings.map(encodeURIComponent).join(', '));
      (request as { body: unknown }).body = body;
    },
    handler: async (request, reply) => {
      const isJson = bareType(request.headers.accept) === null;
      const page = await convertFor(request, reply, deps, request.body, isJson ? 'json' : 'plain');
      if (isJson) sendJson(reply, page);
      else sendBare(reply, page);
      return reply;
    },
  });
}
