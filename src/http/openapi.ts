import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import Fastify from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { NamedPlan } from '../access/plans.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { COMPILERS } from './compilers.ts';
import type { AddRoutes, HttpApp, HttpDeps } from './deps.ts';
import { withAnswers } from './openapi-answers.ts';

/** The contract's own number for the machine-readable description. */
const OPENAPI_INFO_VERSION = '0.1.0';

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

/** Options of @fastify/swagger: the document is made from the schemas that validate. */
function openapiOptions({ baseUrl, plans }: HttpDeps): FastifyDynamicSwaggerOptions {
  const transformObject = createJsonSchemaTransformObject({});
  return {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'pagemark',
        version: OPENAPI_INFO_VERSION,
        summary: 'Web page to Markdown.',
        description: introduction(plans),
        contact: { name: 'The operator of this installation', ...(baseUrl === null ? {} : { url: baseUrl }) },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl ?? '/', description: 'This installation' }],
      tags: [
        { name: 'Conversion', description: 'Web pages to Markdown and plain text.' },
        { name: 'AI', description: 'Text transformation and licences.' },
        { name: 'Operation', description: 'Liveness and readiness.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key begins with `pmk_`.' },
          licenseKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-License-Key',
            description: 'A licence key begins with `pml_`.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({}),
    transformObject: (document) =>
      withAnswers(openObjects(withoutTwins(transformObject(document) as JsonObject))) as never,
  };
}

/** What a reader of `/docs` sees first: authentication, the plan table, the engine. */
function introduction(plans: Readonly<Record<string, NamedPlan>>): string {
  const rows = Object.values(plans).map(
    ({ title, usdPerMonth, perMinute, perHour }) =>
      `| ${title} | ${perMinute} | ${perHour} | ${price(usdPerMonth)} |`,
  );
  return [
    'Converts web pages to clean Markdown or plain text.',
    '',
    'Send `Authorization: Bearer <API_KEY>`. Every answer carries `X-Request-Id`; every metered one `RateLimit-Policy` and `RateLimit`.',
    '',
    '| Plan | Requests per minute | Requests per hour | Price per month |',
    '|---|---|---|---|',
    ...rows,
    '',
    'Exceeding either limit answers 429 with `Retry-After`.',
    '',
    `Engine version ${ENGINE_VERSION}.`,
  ].join('\n');
}

function price(usdPerMonth: number | null): string {
  if (usdPerMonth === null) return 'own plan';
  return usdPerMonth === 0 ? 'free' : `${usdPerMonth} USD`;
}

type JsonObject = Record<string, unknown>;
const SCHEMA_REF = '#/components/schemas/';

/** Answers may get further fields, which must not break a client that validates them. */
function openObjects(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    name === 'additionalProperties' && value === false ? undefined : value,
  ) as JsonObject;
}

/**
 * Each schema arrives twice, as it is read (`XInput`) and as it is written (`X`). The unused twin is dropped, and an
 * `XInput` without its twin takes the plain name.
 */
function withoutTwins(document: JsonObject): JsonObject {
  const components = (document.components ?? {}) as { schemas?: JsonObject };
  const schemas = components.schemas ?? {};
  const used = new Set<string>();
  const queue = [JSON.stringify({ ...document, components: { ...components, schemas: {} } })];
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      queue.push(JSON.stringify(schemas[name] ?? null));
    }
  }
  const rename = (name: string) => {
    const plain = name.replace(/Input$/, '');
    return name !== plain && plain in schemas && !used.has(plain) ? plain : name;
  };
  const kept = Object.fromEntries([...used].sort().map((name) => [rename(name), schemas[name]]));
  const text = JSON.stringify({ ...document, components: { ...components, schemas: kept } });
  return JSON.parse(
    text.replace(
      /"#\/components\/schemas\/([^"]+)"/g,
      (_match, name: string) => `"${SCHEMA_REF}${rename(name)}"`,
    ),
  ) as JsonObject;
}
