import { z } from 'zod';
import { convertResponse } from '../../contract/convert.ts';
import { matchingTag } from '../answer-coding.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { admit, authenticate, refuseWhileDraining } from '../metering.ts';
import { errorResponses } from '../openapi-answers.ts';
import { convertFor, sendBare, sendJson } from '../page-answer.ts';
import { optionParameters, readTarget, requestOfTarget, TARGET_ROUTE } from '../page-target.ts';
import { prefersJson } from '../request-headers.ts';

const DESCRIPTION = `The address itself as the path: \`GET /https://example.com/article?id=1\`, or percent-encoded. Its own query belongs to
it; the options of \`POST /v1/convert\` are the parameters that begin with \`pagemark.\`, a list is one given several times.
The answer is the bare content, or the JSON of \`POST /v1/convert\` when \`Accept\` prefers it. \`If-None-Match\` is answered
with 304 when the content is the same. Counts as one request.`;

/** `GET /https://…`: credential → windows → room → options → conversion. The path is the page's address. */
export function getPageRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'GET',
    url: TARGET_ROUTE,
    // The raw request is read instead of what the router makes of it: the address must arrive byte for byte.
    validatorCompiler: () => (value) => ({ value }),
    schema: {
      operationId: 'getPage',
      tags: ['Conversion'],
      summary: 'Convert the page whose address is the path',
      description: DESCRIPTION,
      security: [{ apiKey: [] }],
      params: z.object({
        url: z
          .string()
          .meta({ description: 'Address of the page.', examples: ['https://example.com/article'] }),
      }),
      querystring: optionParameters,
      response: {
        200: {
          description: 'The content of the page.',
          content: {
            // First: generated clients that know one type take it from here, and accept JSON alone.
            'application/json': { schema: convertResponse },
            'text/markdown': { schema: z.string() },
            'text/plain': { schema: z.string() },
          },
        },
        304: z.undefined().describe('The content is the one that `If-None-Match` names.'),
        ...errorResponses(TARGET_ROUTE, {
          403: 'Target URL blocked by security policy.',
        }),
      },
    },
    onRequest: async (request, reply) => {
      const caller = await authenticate(request, reply, deps);
      refuseWhileDraining(deps);
      await admit(request, reply, deps, caller);
    },
    handler: async (request, reply) => {
      const body = requestOfTarget(readTarget(request.originalUrl));
      const isJson = prefersJson(request.headers.accept);
      const page = await convertFor(request, reply, deps, body, isJson ? 'json' : 'plain');
      const tag = isJson ? jsonTag(page.etag) : page.etag;
      const held = matchingTag(request.headers['if-none-match'], tag);
      reply.header('etag', held ?? tag);
      if (held !== null) reply.code(304).send();
      else if (isJson) sendJson(reply, page);
      else sendBare(reply, page);
      return reply;
    },
  });
}

/** Another representation has another strong tag (RFC 9110, 8.8.3.3). */
const jsonTag = (etag: string): string => etag.replace(/"$/, '-json"');
