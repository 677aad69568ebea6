import { z } from 'zod';
import { convertFileQuery, convertResponse } from '../../contract/convert.ts';
import type { ConvertedPage } from '../../conversion/converter.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { fileQuery, readFile, requireFile } from '../given-file.ts';
import { admit, authenticate, refuseWhileDraining } from '../metering.ts';
import { errorResponses } from '../openapi-answers.ts';
import { convertFor, sendBare, sendJson } from '../page-answer.ts';
import { bareType } from '../request-headers.ts';
import { FILE_ROUTE } from '../route-statuses.table.ts';

const DESCRIPTION = `The body is the file: HTML, PDF, DOCX, Markdown, text, JSON, RSS or Atom, or a form with it as its one part. Options
are query parameters, named as the fields of \`POST /v1/convert\`; a list is one given several times. What the file is tell its
bytes, its Content-Type and the ending of its name. Counts as one request; what was made of it answers no other key.`;

const BINARY = { type: 'string', format: 'binary' } as const;
const FORM = { type: 'object', required: ['file'], properties: { file: BINARY } } as const;

/** The bodies as OpenAPI has them: no JSON Schema tells what bytes are a document. */
const FILE_BODY = z.any().meta({
  content: {
    'application/octet-stream': { schema: BINARY },
    'application/pdf': { schema: BINARY },
    'text/html': { schema: BINARY },
    'multipart/form-data': { schema: FORM },
  },
});

/** `POST /v1/convert/file`: credential → windows → room → content type → options → size → file → conversion. */
export function convertFileRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'POST',
    url: FILE_ROUTE,
    // The query is read from the raw request, the body as bytes: neither is JSON.
    validatorCompiler: () => (value) => ({ value }),
    schema: {
      operationId: 'convertFile',
      tags: ['Conversion'],
      summary: 'Convert a file to Markdown or plain text',
      description: DESCRIPTION,
      security: [{ apiKey: [] }],
      querystring: convertFileQuery,
      body: FILE_BODY,
      response: {
        200: {
          description: 'The converted file.',
          content: {
            'application/json': { schema: convertResponse },
            'text/markdown': { schema: z.string() },
            'text/plain': { schema: z.string() },
          },
        },
        ...errorResponses(FILE_ROUTE),
      },
    },
    onRequest: async (request, reply) => {
      const caller = await authenticate(request, reply, deps);
      refuseWhileDraining(deps);
      await admit(request, reply, deps, caller);
      requireFile(request);
    },
    handler: async (request, reply) => {
      const { url = '', filename, ...options } = fileQuery(request.originalUrl);
      const sent = await readFile(request, reply, deps);
      const isJson = bareType(request.headers.accept) === null;
      const page = await convertFor(request, reply, deps, { url, ...options }, isJson ? 'json' : 'plain', {
        ...sent,
        ...(filename === undefined ? {} : { name: filename }),
      });
      if (isJson) sendJson(reply, withAddress(page));
      else sendBare(reply, page);
      return reply;
    },
  });
}

/** The metadata of a file without an address say the one that URLs have for that: the contract wants a URI. */
function withAddress(page: ConvertedPage): ConvertedPage {
  const { metadata, finalUrl } = page;
  return metadata === undefined || finalUrl !== ''
    ? page
    : { ...page, metadata: { ...metadata, url: 'about:blank' } };
}
