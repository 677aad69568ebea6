import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorEnvelope } from '../../contract/error-envelope.ts';
import { type Failure, fail, invalid, toFailure } from '../../contract/failure.ts';
import { varyWith } from '../answer-coding.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { requireKnownHost } from '../known-host.ts';
import { admit, authenticate, endTicket, refuseWhileDraining } from '../metering.ts';
import { json } from '../openapi.ts';
import { jsonBodyOf, requireJson } from '../request-body.ts';
import { hostNameOf, isLoopback, wantedFreshness } from '../request-headers.ts';

/** What the protocol's own checks answer, such as of a revision that is not spoken here. */
const jsonRpcError = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }),
  })
  .meta({ id: 'JsonRpcError', description: 'An error of JSON-RPC 2.0.' });

/**
 * `POST /mcp`: Host and Origin → credential → content type → size → JSON → windows (`tools/call` alone counts) → the
 * tool. What fails before the tool runs is an HTTP status with the envelope.
 */
export function mcpRoute(app: HttpApp, deps: HttpDeps): void {
  app.route({
    method: 'POST',
    url: '/mcp',
    schema: {
      body: z.looseObject({ jsonrpc: z.enum(['2.0']), method: z.string().optional() }).meta({
        examples: [
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'webpage_to_markdown', arguments: { url: 'https://example.com/' } },
          },
        ],
      }),
      operationId: 'mcp',
      tags: ['Conversion'],
      summary: 'Model Context Protocol endpoint',
      description:
        'Stateless streamable HTTP with the tool `webpage_to_markdown`, whose input is the body of `POST /v1/convert`. One `tools/call` counts as one request. Batches are refused; failed conversions are results with `isError`.',
      credential: 'apiKey',
      answers: {
        200: {
          description: 'The JSON-RPC answer, as JSON or as one event of a stream.',
          content: { 'application/json': z.looseObject({}), 'text/event-stream': z.string() },
        },
        202: { description: 'A notification was accepted.' },
        400: json(
          'Not a request of a revision that is spoken here: our envelope, or an error of JSON-RPC.',
          z.union([errorEnvelope, jsonRpcError]),
        ),
      },
      errors: {
        403: 'The Host or Origin of the request is not allowed.',
        408: 'The request did not arrive in time.',
      },
    },
    onRequest: async (request, reply) => {
      requireKnownHost(request, deps);
      requireKnownOrigin(request, deps);
      await authenticate(request, reply, deps);
      refuseWhileDraining(deps);
      requireJson(request.headers);
    },
    preValidation: async (request, reply) => {
      const body = await jsonBodyOf(request, reply, deps);
      if (Array.isArray(body)) {
        throw invalid('Send one JSON-RPC message per request; this is a batch.');
      }
      (request as { body: unknown }).body = body;
    },
    handler: async (request, reply) => {
      if ((request.body as { method?: unknown }).method === 'tools/call') {
        await admit(request, reply, deps, request.caller!);
      }
      return answer(request, reply, deps);
    },
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, deps: HttpDeps): Promise<FastifyReply> {
  const { ticket, running, headers } = request;
  request.ticket = null;
  let isOpen = true;
  const onEnd = async (failure: Failure | undefined, isCancelled = false) => {
    if (!isOpen || ticket === null) return;
    isOpen = false;
    running?.at('write');
    // The answer is made; a store that fails now must not turn it into another one.
    await endTicket(ticket, failure?.reason, isCancelled).catch((error) => deps.onFault(error, request.id));
  };
  const freshness = wantedFreshness(headers['cache-control']);
  const call = { keyId: request.caller!.keyId, ...(running && { running }), ...freshness, onEnd };
  const answered = await deps.mcp.answer(request.raw, reply.raw, request.body, call).catch(async (error) => {
    // The tool was never reached: the call stays counted, a credit it may have spent is returned.
    await onEnd(toFailure(error));
    throw error;
  });
  const isJson = answered.headers.get('content-type')?.startsWith('application/json') === true;
  return reply
    .code(answered.status)
    .headers(Object.fromEntries([...answered.headers].filter(([name]) => name !== 'connection')))
    .header('vary', varyWith(reply.getHeader('vary'), 'Accept'))
    .send(isJson ? Buffer.from(await answered.arrayBuffer()) : (answered.body ?? undefined));
}

/** The Origin, if any, must be the public address, one that CORS allows, or a loopback page. Throws `blocked_target`. */
function requireKnownOrigin({ headers }: FastifyRequest, { baseUrl, corsOrigins }: HttpDeps): void {
  const { origin } = headers;
  if (origin === undefined) return;
  const isOwnOrigin =
    (baseUrl !== null && origin === new URL(baseUrl).origin) ||
    corsOrigins.includes(origin) ||
    corsOrigins.includes('*') ||
    isLoopback(hostNameOf(origin));
  if (!isOwnOrigin) {
    throw fail(
      'blocked_target',
      'Send the request from an allowed Origin: this one is not in PAGEMARK_CORS_ORIGINS.',
    );
  }
}
