import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DoorName } from '../../contract/doors.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AddRoutes, HttpDeps } from '../deps.ts';

/** What tells whose a request is; its address is that of the router. */
export type DoorRequest = Pick<IncomingMessage, 'headers'> & {
  readonly method: string;
  readonly url: string;
};

/** Another product's interface over the one use case: its shapes and names are theirs, limits and rules are ours. */
export interface Door {
  readonly name: DoorName;
  readonly owns: (request: DoorRequest) => boolean;
  /** The body of an error answer. */
  readonly errorBody: (failure: Failure, status: number) => object;
  /** What to do in place of a request for an address that it lacks. */
  readonly instead?: (path: string) => string | undefined;
  /** Answers an admitted request whose path is the address of a page. */
  readonly answerTarget?: (
    request: FastifyRequest,
    reply: FastifyReply,
    deps: HttpDeps,
    path: string,
  ) => Promise<FastifyReply>;
  readonly addRoutes: AddRoutes;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a request of our own interface. */
    door: Door | null;
  }
}
