import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Failure } from '../contract/failure.ts';
import type { HttpDeps, RequestSpan } from './deps.ts';

/** The Fastify instance that routes are added to. */
export type HttpApp = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A file of `routes/`, or of a room beside it, that adds routes. */
export type AddRoutes = (app: HttpApp, deps: HttpDeps) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the answer is an error. */
    failure: Failure | null;
    startedAt: number;
    /** When the answer was made; 0 before, and for streams. */
    madeAt: number;
    span: RequestSpan | null;
  }
}
