import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANSWER_HEADERS } from './answer-headers.table.ts';

const EXPOSED = ANSWER_HEADERS.map(({ name }) => name).join(', ');
/** What callers may send: our own fields, those of the MCP transport, and those of traces. */
const ALLOWED = [
  'Authorization',
  'Content-Type',
  'X-License-Key',
  'X-Request-Id',
  'Cache-Control',
  'If-None-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'MCP-Session-Id',
  'MCP-Method',
  'MCP-Name',
  'Traceparent',
  'Tracestate',
].join(', ');
const PREFLIGHT_MAX_AGE_S = 600;

/** The CORS fields for an origin that the operator listed (`PAGEMARK_CORS_ORIGINS`); without a list, none. */
export function originHeaders(origin: string | undefined, listed: readonly string[]): Record<string, string> {
  if (listed.length === 0) return {};
  const any = listed[0] === '*';
  const vary: Record<string, string> = any ? {} : { vary: 'Origin' };
  if (origin === undefined || !(any || listed.includes(origin))) return vary;
  return {
    ...vary,
    'access-control-allow-origin': any ? '*' : origin,
    'access-control-expose-headers': EXPOSED,
  };
}

/** Adds what a preflight asks for, when the origin was allowed. */
export function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): void {
  if (request.headers['access-control-request-method'] === undefined) return;
  if (reply.getHeader('access-control-allow-origin') === undefined) return;
  reply.header('access-control-allow-methods', methods.join(', '));
  reply.header('access-control-allow-headers', ALLOWED);
  reply.header('access-control-max-age', String(PREFLIGHT_MAX_AGE_S));
}
