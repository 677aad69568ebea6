import { z } from 'zod';
import type { NamedPlan } from '../access/plans.ts';
import { errorEnvelope } from '../contract/error-envelope.ts';
import { FAILURE_REASONS } from '../contract/failure.ts';
import { sayDefaults } from '../contract/not-given.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { Answer, Content, Description, Operation, Parameter, Schema } from '../reference/description.ts';
import { ANSWER_HEADERS } from './answer-headers.table.ts';
import { envelopeOf, failureStatus } from './failure-status.ts';
import { REASON_EXAMPLES } from './reason-examples.table.ts';
import { ROUTE_STATUSES } from './route-statuses.table.ts';

/** The contract's own number for the machine-readable description. */
const OPENAPI_INFO_VERSION = '0.1.0';

/** What the schema of a route says of it in `/openapi.json`, beside the body that it checks; one that says nothing is not in it. */
export interface DescribedOperation
  extends Pick<Operation, 'operationId' | 'tags' | 'summary' | 'description'> {
  /** The credential that the operation wants. */
  readonly credential: 'apiKey' | 'licenseKey' | null;
  /** Parameters of the query and of the path, each a field. */
  readonly queryFields?: z.ZodObject;
  readonly pathFields?: z.ZodObject;
  /** Bodies that no schema checks, by media type. */
  readonly bodies?: Readonly<Record<string, Content>>;
  /** What is answered beside errors, and errors with another body than the envelope. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
  /** What errors mean here, where it is not what they mean everywhere. */
  readonly errors?: Readonly<Record<number, string>>;
}

interface DescribedAnswer {
  readonly description: string;
  /** Schemas of the body by media type; an answer without a body has none. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
}

/** An answer whose body is JSON. */
export const json = (description: string, schema: z.ZodType): DescribedAnswer => ({
  description,
  content: { 'application/json': schema },
});

/** A route as it is described; its method is in lower case. */
export interface DescribedRoute {
  readonly url: string;
  readonly method: string;
  readonly schema: DescribedOperation & { readonly body?: z.ZodType };
}

type Plans = Readonly<Record<string, NamedPlan>>;

/** The OpenAPI document of some routes, made from the schemas that validate. */
export function describeRoutes(
  routes: readonly DescribedRoute[],
  { baseUrl, plans }: { readonly baseUrl: string | null; readonly plans: Plans },
): Description {
  return withComponents({
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
      schemas: {},
      headers: Object.fromEntries(
        DESCRIBED_HEADERS.map(({ name, component = name, description, type = 'string', required }) => [
          component,
          {
            description,
            ...(required && { required }),
            // Those that are numbers count something.
            schema: type === 'integer' ? { type, minimum: 0 } : { type },
          },
        ]),
      ),
    },
    paths: Object.fromEntries(routes.map((route) => [route.url, { [route.method]: operationOf(route) }])),
  });
}

/** What a reader of `/docs` sees first: authentication, the plan table, the engine. */
function introduction(plans: Plans): string {
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
    'Requests in the form of Firecrawl, Jina Reader or Open WebUI are not described here, but in the guide at `/docs/guides/migrating`.',
    '',
    `Engine version ${ENGINE_VERSION}.`,
  ].join('\n');
}

function price(usdPerMonth: number | null): string {
  if (usdPerMonth === null) return 'own plan';
  return usdPerMonth === 0 ? 'free' : `${usdPerMonth} USD`;
}

function operationOf({ url, schema }: DescribedRoute): Operation {
  const { credential, queryFields, pathFields, body, bodies, answers, errors = {}, ...said } = schema;
  const parameters = [...parametersOf('query', queryFields), ...parametersOf('path', pathFields)];
  const content = bodies ?? (body && { 'application/json': bodyOf(body) });
  const all: Record<string, DescribedAnswer> = {};
  for (const status of ROUTE_STATUSES[url]!)
    all[status] = json(errors[status] ?? CONDITIONS[status]!, errorEnvelope);
  Object.assign(all, answers);
  return {
    ...said,
    ...(content && { requestBody: { required: true, content } }),
    ...(parameters.length > 0 && { parameters }),
    security: credential === null ? [] : [{ [credential]: [] }],
    responses: Object.fromEntries(
      Object.entries(all).map(([status, answer]) => [status, answerOf(answer, url, Number(status))]),
    ),
  };
}

function parametersOf(place: Parameter['in'], fields: z.ZodObject | undefined): readonly Parameter[] {
  if (fields === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(fields, 'input');
  return Object.entries(properties).map(([name, { description = '', examples, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema: withoutNull(schema),
    ...(examples && { example: examples[0] }),
  }));
}

/** The schema of a text: it cannot be null. */
function withoutNull({ type, anyOf, ...schema }: Schema): Schema {
  const [only, ...others] = (anyOf ?? []).filter((one) => one.type !== 'null');
  const types = [type].flat().filter((one) => one !== 'null');
  if (only !== undefined && others.length === 0) return { ...withoutNull(only), ...schema };
  return { ...schema, ...(only && { anyOf: [only, ...others] }), ...(type && { type: types[0] }) };
}

function bodyOf(body: z.ZodType): Content {
  const { examples, ...schema } = schemaOf(body, 'input');
  return { schema, ...(examples && { example: examples[0] }) };
}

const CONDITIONS: Readonly<Record<number, string>> = {
  400: 'Invalid request.',
  401: 'Missing or rejected credential.',
  403: 'Refused by policy.',
  404: 'No such address.',
  405: 'The method is not allowed here.',
  408: 'Timeout during upstream fetch or conversion.',
  413: 'Request body or upstream response too large.',
  415: 'Unsupported request content type.',
  422: 'Content extraction failed; `error.reason` says why.',
  429: 'Plan limit exceeded, too many calls of the key in work, or the server is busy; honour `Retry-After`.',
  500: 'Internal server error.',
  503: 'Service temporarily unavailable; honour `Retry-After`.',
};

const DESCRIBED_HEADERS = ANSWER_HEADERS.filter(({ on }) => on !== undefined);

/** An answer with its header fields, and an example of every reason of an error. */
function answerOf({ description, content = {} }: DescribedAnswer, url: string, status: number): Answer {
  const told = DESCRIBED_HEADERS.filter(({ on }) => on!(url, status));
  const examples = examplesOf(url, status);
  const bodies = Object.entries(content).map(([type, schema]): [string, Content] => [
    type,
    {
      schema: schemaOf(schema, 'output'),
      ...(type === 'application/json' && examples.length > 0 && { examples: Object.fromEntries(examples) }),
    },
  ]);
  return {
    description,
    ...(bodies.length > 0 && { content: Object.fromEntries(bodies) }),
    headers: Object.fromEntries(
      told.map(({ name, component = name }) => [name, { $ref: `#/components/headers/${component}` }]),
    ),
  };
}

function examplesOf(url: string, status: number) {
  return FAILURE_REASONS.filter(
    (reason) => REASON_EXAMPLES[reason].on.includes(url) && failureStatus(reason, url) === status,
  ).map((reason) => {
    const { on, elsewhere, ...example } = REASON_EXAMPLES[reason];
    const message = elsewhere?.[url] ?? example.message;
    return [reason, { value: envelopeOf({ ...example, message, reason }, status) }] as const;
  });
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, override: sayDefaults }) as Schema;

/** A document whose schemas with an id are components; each schema arrives with a copy of those that it refers to. */
function withComponents<D extends Description>(document: D): Description {
  const schemas: Record<string, Schema> = {};
  const whole: Description = JSON.parse(JSON.stringify(document), (name, value) => {
    if (name === '$defs') Object.assign(schemas, value);
    // Answers may get further fields, which must not break a client that validates them.
    const isDropped =
      name === '$defs' || name === '$schema' || (name === 'additionalProperties' && value === false);
    if (isDropped) return undefined;
    return name === '$ref' ? value.replace('#/$defs/', '#/components/schemas/') : value;
  });
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...whole, components: { ...whole.components, schemas: sorted } };
}
