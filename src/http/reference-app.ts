import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify from 'fastify';
import type { AddRoutes, HttpApp, HttpDeps } from './deps.ts';
import { openapiOptions } from './openapi.ts';

/** Answers `/openapi.json` and `/docs` by `inject`; it never listens. */
export type ReferenceApp = Pick<HttpApp, 'inject'>;

/** Describes the routes that `add` them: they are added anew to a server that only makes their description. */
export async function createReferenceApp(
  deps: HttpDeps,
  routes: readonly AddRoutes[],
): Promise<ReferenceApp> {
  const app = Fastify() as unknown as HttpApp;
  // No route is called, so nothing is checked.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, openapiOptions(deps));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { validatorUrl: null } as never,
  });
  app.after(() => {
    for (const add of routes) add(app, deps);
    app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
    );
  });
  await app.ready();
  return app;
}
