import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { COMPILERS } from './compilers.ts';
import type { AddRoutes, HttpApp, HttpDeps } from './deps.ts';
import { openapiOptions } from './openapi.ts';

/**
 * The OpenAPI document of the routes that `add` them, as JSON: they are added anew to a server that never listens and only
 * describes them.
 */
export async function describeRoutes(deps: HttpDeps, routes: readonly AddRoutes[]): Promise<string> {
  const app = Fastify({ schemaController: { compilersFactory: COMPILERS } }) as unknown as HttpApp;
  await app.register(swagger, openapiOptions(deps));
  app.after(() => {
    for (const add of routes) add(app, deps);
  });
  await app.ready();
  return JSON.stringify(app.swagger());
}
