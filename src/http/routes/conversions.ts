import { z } from 'zod';
import { convertFileQuery, convertRequest, convertResponse } from '../../contract/convert.ts';
import { KIND_NAMES } from '../../contract/document-kinds.table.ts';
import { unknownFields } from '../../contract/unknown-fields.ts';
import { matchingTag } from '../answer-coding.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { targetOfHost } from '../doors/jina/host-target.ts';
import { readFile, readFileOptions, requireFile } from '../given-file.ts';
import { admitted } from '../metering.ts';
import { convertFor, sendPage } from '../page-answer.ts';
import { optionParameters, readTarget, requestOfTarget, TARGET_ROUTE } from '../page-target.ts';
import { jsonBodyOf, requireJson } from '../request-body.ts';
import { warnOf } from '../response-headers.ts';
import { FILE_ROUTE } from '../route-statuses.table.ts';
import { wantedAnswer } from '../wanted-answer.ts';

/** The three ways to a conversion; each counts as one request of a key. */
export function conversionRoutes(app: HttpApp, deps: HttpDeps): void {
  convertRoute(app, deps);
  convertFileRoute(app, deps);
  getPageRoute(app, deps);
}

/** What the description says of all three; `description`: what the answer of 200 is. */
const described = (description: string) =>
  ({
    tags: ['Conversion'],
    credential: 'apiKey',
    answers: {
      200: {
        description,
        content: {
          // First: generated clients that know one type take it from here, and accept JSON alone.
          'application/json': convertResponse,
          'text/markdown': z.string(),
          'text/plain': z.string(),
        },
      },
    },
    errors: { 403: 'Target URL blocked by security policy.' },
  }) as const;

/** `POST /v1/convert`: credential → windows → room → content type → size → JSON → schema → conversion. */
function convertRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/convert',
    schema: {
      body: convertRequest,
      ...described('The converted page.'),
      operationId: 'convert',
      summary: 'Convert a web page to Markdown or plain text',
      description:
        'Fetches the page, removes advertisements, navigation and clutter, and returns the main content. Where `Accept` prefers `text/markdown` or `text/plain` to JSON, the answer is the bare content, with its final address, and its metadata if `include_metadata` asks for it, in headers; without `response_format` it is plain text for those who prefer that.',
    },
    onRequest: admitted(deps, ({ headers }) => requireJson(headers)),
    preValidation: async (request, reply) => {
      const body = await jsonBodyOf(request, reply, deps);
      warnOf(unknownFields(body), request, reply);
      (request as { body: unknown }).body = body;
      if (typeof body !== 'object' || body === null || Object.hasOwn(body, 'response_format')) return;
      const { format } = wantedAnswer(request.headers.accept, 'json');
      (body as { response_format?: unknown }).response_format = format;
    },
    handler: async (request, reply) => {
      const wanted = wantedAnswer(request.headers.accept, 'json');
      return sendPage(reply, await convertFor(request, reply, deps, request.body, wanted), wanted);
    },
  });
}

const FILE_DESCRIPTION = `The body is the file, or a form with it as its one part: ${KIND_NAMES}. Options
are query parameters, named as the fields of \`POST /v1/convert\`; a list is one given several times. Its bytes, its
Content-Type and the ending of its name say what the file is. Counts as one request; what was made of it answers no other key.`;

const BINARY = { type: 'string', format: 'binary' } as const;
const FORM = { type: 'object', required: ['file'], properties: { file: BINARY } } as const;
/** The bodies as OpenAPI has them: no JSON Schema tells what bytes are a document. */
const FILE_BODIES = {
  'application/octet-stream': { schema: BINARY },
  'application/pdf': { schema: BINARY },
  'text/html': { schema: BINARY },
  'multipart/form-data': { schema: FORM },
};

/** `POST /v1/convert/file`: credential → windows → room → content type → options → size → file → conversion. */
function convertFileRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'POST',
    url: FILE_ROUTE,
    schema: {
      ...described('The converted file.'),
      operationId: 'convertFile',
      summary: 'Convert a file to Markdown or plain text',
      description: FILE_DESCRIPTION,
      queryFields: convertFileQuery,
      bodies: FILE_BODIES,
    },
    onRequest: admitted(deps, requireFile),
    handler: async (request, reply) => {
      const { searchParams } = new URL(request.originalUrl, 'http://localhost');
      const wanted = wantedAnswer(request.headers.accept, 'json');
      const usual = { response_format: wanted.format };
      const { url = '', filename, ...options } = readFileOptions(searchParams, usual);
      const sent = await readFile(request, reply, deps);
      const file = filename === undefined ? sent : { ...sent, name: filename };
      const page = await convertFor(request, reply, deps, { url, ...options }, wanted, file);
      return sendPage(reply, page, wanted);
    },
  });
}

const GET_DESCRIPTION = `The address itself as the path: \`GET /https://example.com/article?id=1\`, or percent-encoded. Its own query belongs to
it; the options of \`POST /v1/convert\` are the parameters that begin with \`pagemark.\`, a list is one given several times.
The answer is the bare content, or the JSON of \`POST /v1/convert\` when \`Accept\` prefers it. \`If-None-Match\` is answered
with 304 when the content is the same. Counts as one request.`;

/** `GET /https://…`: credential → windows → room → options → conversion. The path is the page's address. */
function getPageRoute(app: HttpApp, deps: HttpDeps): void {
  const { answers, ...shared } = described('The content of the page.');
  app.route({
    method: 'GET',
    url: TARGET_ROUTE,
    schema: {
      ...shared,
      operationId: 'getPage',
      summary: 'Convert the page whose address is the path',
      description: GET_DESCRIPTION,
      queryFields: optionParameters,
      pathFields: z.object({
        url: z
          .string()
          .meta({ description: 'Address of the page.', examples: ['https://example.com/article'] }),
      }),
      answers: {
        ...answers,
        304: { description: 'The content is the one that `If-None-Match` names.' },
      },
    },
    onRequest: async (request, reply) => {
      await targetOfHost(request.originalUrl);
      await admitted(deps)(request, reply);
    },
    handler: async (request, reply) => {
      const path = await targetOfHost(request.originalUrl);
      if (request.door?.answerTarget) return request.door.answerTarget(request, reply, deps, path);
      const wanted = wantedAnswer(request.headers.accept, 'bare');
      const body = requestOfTarget(readTarget(path), { response_format: wanted.format });
      const page = await convertFor(request, reply, deps, body, wanted);
      const held = matchingTag(request.headers['if-none-match'], String(reply.getHeader('etag')));
      if (held === null) return sendPage(reply, page, wanted);
      return reply.header('etag', held).code(304).send();
    },
  });
}
