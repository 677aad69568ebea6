import type { FastifyReply, FastifyRequest } from 'fastify';

const EXPOSED = [
  'X-Request-Id',
  'X-Pagemark-Engine',
  'X-Pagemark-Tokens',
  'X-Pagemark-Next-Cursor',
  'ETag',
  'Age',
  'Cache-Status',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
].join(', ');
const PREFLIGHT_MAX_AGE_S = 600;

/** Adds the CORS fields for an origin that the operator listed (`PAGEMARK_CORS_ORIGINS`); without a list, none. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const any = origins[0] === '*';
  if (!any) reply.header('vary', 'Origin');
  const origin = request.headers.origin;
  if (origin === undefined || !(any || origins.includes(origin))) return;
  reply.header('access-control-allow-origin', any ? '*' : origin);
  reply.header('access-control-expose-headers', EXPOSED);
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
  reply.header(
    'access-control-allow-headers',
    'Authorization, Content-Type, X-License-Key, X-Request-Id, Cache-Control, If-None-Match',
  );
  reply.header('access-control-max-age', String(PREFLIGHT_MAX_AGE_S));
}
