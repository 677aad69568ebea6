import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fail, invalid, toFailure } from '../contract/failure.ts';
import { invalidRequest } from '../contract/invalid-request.ts';
import { unreachableCause } from '../fetching/unreachable-cause.ts';
import { encodeAnswer } from './answer-coding.ts';
import { createBusyDoor } from './busy-door.ts';
import type { AddRoutes, HttpApp, HttpDeps, ZodTypes } from './deps.ts';
import { doorOf, doorsOf } from './doors/doors.ts';
import { mayBeHost } from './doors/jina/host-target.ts';
import { errorAnswer, failureStatus } from './failure-status.ts';
import { answeredCaller, closeTicket } from './metering.ts';
import { type DescribedRoute, describeRoutes } from './openapi.ts';
import { ownPath, routeOfTarget, TARGET_ROUTE } from './page-target.ts';
import { answerClientError, guardServer } from './raw-errors.ts';
import { framingFault, requestId, trustProxy } from './request-headers.ts';
import { answerPreflight, originHeaders, SECURITY_HEADERS } from './response-headers.ts';
import { methodsAt, type RouteMethods } from './route-methods.ts';
import { adminRoutes } from './routes/admin.ts';
import { aiRoute } from './routes/ai.ts';
import { conversionRoutes } from './routes/conversions.ts';
import { licenseRoute } from './routes/license.ts';
import { llmsRoute } from './routes/llms.ts';
import { mcpRoute } from './routes/mcp.ts';
import { operationRoutes } from './routes/operation.ts';
import { pageRoutes, referenceRoutes } from './routes/pages.ts';
import { usageRoute } from './routes/usage.ts';

const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  /** Longer than the idle time of the usual load balancers (60 s), so that they close first. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  // Its absence is answered with the envelope (`addHooks`).
  requireHostHeader: false,
};

/** Zod checks what comes in and nothing what goes out, so that Fastify's own compilers, a seventh of a start, stay unloaded. */
const COMPILERS = {
  buildValidator: (() => validatorOf) as never,
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
};

function validatorOf({ schema }: { readonly schema: z.ZodType }) {
  return (data: unknown) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: invalidRequest(result.error, data) };
  };
}

const ROUTES: readonly AddRoutes[] = [
  conversionRoutes,
  aiRoute,
  licenseRoute,
  usageRoute,
  mcpRoute,
  operationRoutes,
  adminRoutes,
  pageRoutes,
  llmsRoute,
];

/** The HTTP server with all routes, not yet listening. */
export async function createHttpServer(deps: HttpDeps): Promise<HttpApp> {
  const ownPaths = new Map<string, Set<string>>();
  const app: HttpApp = Fastify<Server>({
    logger: false,
    genReqId: requestId,
    rewriteUrl: (request) => routeOf(request, ownPaths, deps),
    return503OnClosing: false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    schemaController: { compilersFactory: COMPILERS },
    trustProxy: trustProxy(deps.trustProxy),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, deps),
    serverFactory(answer) {
      const refuse = createBusyDoor(deps);
      return createServer(SERVER_OPTIONS, (request, response) => {
        request.url = ownPath(request.url!);
        if (!refuse(request, response)) answer(request, response);
      });
    },
  }).withTypeProvider<ZodTypes>();
  guardServer(app.server);
  // Routes read their bodies themselves, after credential and content type (`readJsonBody`).
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const field of [
    'caller',
    'ticket',
    'license',
    'failure',
    'cause',
    'warnings',
    'span',
    'running',
    'door',
  ])
    app.decorateRequest(field, null);
  for (const figure of ['startedAt', 'madeAt', 'sentBefore']) app.decorateRequest(figure, 0);
  addHooks(app, deps, ownPaths);
  const described: DescribedRoute[] = [];
  app.addHook('onRoute', ({ url, method, schema }) => {
    // Fastify adds HEAD to each GET.
    if (schema?.operationId === undefined || method === 'HEAD') return;
    described.push({ url, method: String(method).toLowerCase(), schema: schema as DescribedRoute['schema'] });
  });
  for (const add of ROUTES) add(app, deps);
  for (const door of doorsOf(deps.doors)) door.addRoutes(app, deps);
  referenceRoutes(app, () => describeRoutes(described, deps));
  await app.ready();
  return app;
}

/** The address that the router sees: one for all pages whose address is the path, which comes after our own. */
function routeOf(request: IncomingMessage, ownPaths: Methods, { doors }: HttpDeps): string {
  const url = request.url ?? '/';
  const isOwn = ownPaths.has(url.split('?', 1)[0]!.replace(/(?<=.)\/$/, ''));
  return !isOwn && doors.includes('jina') && mayBeHost(request) ? TARGET_ROUTE : routeOfTarget(url);
}

/** The methods of each address. */
type Methods = Map<string, Set<string>>;

function addHooks(app: HttpApp, deps: HttpDeps, methodsOf: Methods): void {
  const doors = doorsOf(deps.doors);
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set<string>();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  app.addHook('onRequest', (request, reply, next) => {
    reply.raw.once('close', () => tellOf(request, reply, deps));
    request.span = deps.openSpan(request.headers, request.method, next);
  });
  app.addHook('onRequest', (request, reply, next) => {
    request.startedAt = performance.now();
    request.door = doorOf(doors, request);
    request.sentBefore = request.socket.bytesWritten;
    reply.headers({
      ...SECURITY_HEADERS,
      // Unless a route says otherwise.
      'cache-control': 'no-store',
      'x-request-id': request.id,
      ...originHeaders(request.headers.origin, deps.corsOrigins),
    });
    if (deps.isLeaving()) reply.header('connection', 'close');
    const fault = framingFault(request.raw);
    if (fault !== null) {
      reply.header('connection', 'close');
      throw fault;
    }
    if (request.is404) answerUnrouted(request, reply, methodsOf);
    else next();
  });
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, methodsOf));
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, deps));
  app.addHook('onSend', async (request, reply, payload) => {
    try {
      await closeTicket(request, reply, request.failure?.reason);
    } catch (error) {
      // The answer is made; a store that fails now must not turn it into another one.
      deps.onFault(error, request.id);
    }
    // Of a stream of events it is not known when it is made: it begins before the work.
    if (!(payload instanceof ReadableStream)) {
      request.madeAt = performance.now();
      request.running?.at('write');
    }
    return encodeAnswer(request, reply, payload);
  });
}

/** Status in log and metrics of a call whose caller left before its answer began, as nginx has it; nobody is sent it. */
const CLIENT_CLOSED = 499;

/** Tells of a request that is over: it was answered, or its connection closed before. */
function tellOf(request: FastifyRequest, reply: FastifyReply, deps: HttpDeps): void {
  const route = request.routeOptions.url ?? 'unknown';
  const status = reply.raw.headersSent ? reply.statusCode : CLIENT_CLOSED;
  const now = performance.now();
  request.running?.end();
  request.span?.end(route, status);
  deps.onAnswer({
    requestId: request.id,
    method: request.method,
    route,
    status,
    reason: request.failure?.reason ?? (reply.raw.writableFinished ? undefined : 'cancelled'),
    cause: request.cause ?? undefined,
    durationMs: now - request.startedAt,
    writeMs: request.madeAt === 0 ? undefined : now - request.madeAt,
    bytesOut: request.socket.bytesWritten - request.sentBefore,
    traceId: request.span?.traceId,
    ...(request.door && { door: request.door.name }),
    ...answeredCaller(request),
    ...request.running?.page(),
  });
}

/** OPTIONS on a known path and on `*`, which is the whole server; 405 with `Allow` on a known path, else 404. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply, methodsOf: RouteMethods): FastifyReply {
  const path = request.url.split('?', 1)[0]!;
  const methods =
    path === '*'
      ? new Set([...methodsOf.values()].flatMap((all) => [...all]).sort())
      : methodsAt(path, methodsOf);
  if (methods === undefined) {
    const shown = JSON.stringify(path.slice(0, 200));
    const known = path.endsWith('/') && methodsOf.has(path.slice(0, -1));
    const other = known ? `"${path.slice(0, -1)}"` : 'another address';
    const usual = `Request ${other}: there is nothing at ${shown}.`;
    throw fail('not_found', request.door?.instead?.(path) ?? usual);
  }
  const allow = [...methods, 'OPTIONS'];
  if (request.method === 'OPTIONS') {
    answerPreflight(request, reply, allow);
    return reply.code(204).header('allow', allow.join(', ')).send();
  }
  throw fail(
    'method_not_allowed',
    `Use ${[...methods].join(' or ')}: ${request.method} is not allowed here.`,
    { allow },
  );
}

/** Any thrown value as the envelope; the only place where a failure meets its status. */
function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDeps,
): FastifyReply {
  // Of Fastify's own errors a client causes this one alone; everything else is a defect of ours.
  const isBadUrl = (error as { code?: unknown } | null)?.code === 'FST_ERR_BAD_URL';
  const failure = isBadUrl
    ? invalid('Request a well-formed path: this one could not be decoded.').failure
    : toFailure(error);
  request.failure = failure;
  request.cause = unreachableCause(error)?.cause ?? null;
  const route = request.routeOptions?.url;
  const status = failureStatus(failure.reason, route);
  if (status >= 500 && !reply.raw.destroyed) deps.onFault(error, request.id);
  // A body that was announced with `Expect` and never asked for: what comes next could be it or a new request.
  if (request.headers.expect !== undefined) reply.header('connection', 'close');
  const { headers, body } = errorAnswer(failure, status, request.id, route, request.door?.errorBody);
  return reply.code(status).headers(headers).send(body);
}
