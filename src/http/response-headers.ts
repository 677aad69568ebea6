import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { WindowState, WindowStates } from '../storage/ports.ts';
import { ANSWER_HEADERS } from './answer-headers.table.ts';
import { FIELDS } from './doors/jina/fields.table.ts';

/** The fields that every answer has. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-pagemark-engine': ENGINE_VERSION,
} as const;

/** Tells of fields that are not known, with what is wrong besides: a misspelt one is often why another one is missing. */
export function warnOf(warnings: readonly string[], request: FastifyRequest, reply: FastifyReply): void {
  request.warnings = warnings;
  if (warnings.length > 0) reply.header('x-pagemark-warnings', warnings.map(encodeURIComponent).join(', '));
}

/** Whole seconds, rounded up. */
export const seconds = (ms: number) => Math.ceil(ms / 1000);
const item = (name: string, { remaining, resetMs }: WindowState) =>
  `"${name}";r=${remaining};t=${seconds(resetMs)}`;

/**
 * `RateLimit-Policy` and `RateLimit` for both windows (draft-ietf-httpapi-ratelimit-headers-11): `q` and `w` are the
 * quota and the seconds of its window, `r` the calls left, `t` the seconds until there are more.
 */
export function rateLimitHeaders({ minute, hour }: WindowStates): Record<string, string> {
  return {
    'ratelimit-policy': `"minute";q=${minute.limit};w=60, "hour";q=${hour.limit};w=3600`,
    ratelimit: `${item('minute', minute)}, ${item('hour', hour)}`,
  };
}

const EXPOSED = [...new Set(ANSWER_HEADERS.map(({ name }) => name))].join(', ');
/** What callers may send: our own fields, those of files, the MCP transport, traces, jobs, Open WebUI and Jina's reader. */
const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Content-Disposition',
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
  'X-Idempotency-Key',
  'X-Filename',
  ...FIELDS,
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
