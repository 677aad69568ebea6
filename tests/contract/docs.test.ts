import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOut } from '../support/left-out.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { verifies } from './verifies.ts';

const REDOCLY = fileURLToPath(new URL('../../tools/node_modules/@redocly/cli/bin/cli.js', import.meta.url));
let service: TestService;

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaObject>> };
}

interface OperationObject {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly description: string;
    readonly schema: SchemaObject;
  }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<
          Record<
            string,
            { readonly examples?: Readonly<Record<string, { value: { error: { message: string } } }>> }
          >
        >;
      }
    >
  >;
}

interface SchemaObject {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly items?: SchemaObject;
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
}

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

const description = async () => (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;

verifies('docs:openapi', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const document = (await answer.json()) as OpenApi;
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info.description).toContain('/docs/guides/migrating');
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/v1/convert', '/health']));
  expect(Object.keys(document.paths['/v1/convert']!.post!.responses).sort()).toEqual(
    ['200', '400', '401', '403', '408', '413', '415', '422', '429', '500', '503'].sort(),
  );
  expect(Object.keys(document.components.schemas)).toContain('ConvertRequest');
  expect(Object.keys(document.components.schemas).filter((name) => name.endsWith('Input'))).toEqual([]);
  expect(Object.keys(document.components.schemas.ConvertRequest!.properties!)).toEqual(
    expect.arrayContaining(['url', 'response_format', 'include_metadata']),
  );
});

verifies('docs:openapi-version', async () => {
  expect((await description()).info.version).toBe('0.1.0');
});

verifies('docs:openapi-lint', async () => {
  if (!existsSync(REDOCLY)) return leftOut('lint of the OpenAPI description', 'npm ci --prefix tools');
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-lint-'));
  try {
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(await description()));
    await writeFile(path.join(folder, 'redocly.yaml'), 'extends:\n  - recommended\n');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [REDOCLY, 'lint', 'openapi.json', '--format=json'],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: { stdout: string }) => error);
    const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: unknown[] };
    expect(problems.slice(0, 5)).toEqual([]);
    expect(totals.errors).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('every count has the minimum 0, in the description and in the schema of the tool', async () => {
  const answer = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await service.newKey()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const tools = JSON.parse((await answer.text()).replace(/^[^{]*/, '')) as unknown;
  const unbound: string[] = [];
  let bound = 0;
  JSON.stringify({ tools, ...(await description()) }, (name, value) => {
    if (value?.type === 'integer' && !(value.minimum >= 0)) unbound.push(name);
    if (value?.type === 'integer' && value.minimum >= 0) bound++;
    return value;
  });
  // Statuses and codes are no counts; the place in a union is that of one, too.
  expect(unbound.filter((name) => !['code', 'status', 'upstreamStatus', '0'].includes(name))).toEqual([]);
  expect(bound).toBeGreaterThan(20);
});

verifies('docs:plans', async () => {
  const { info } = await description();
  expect(info.description).toContain('| Discovery | 60 | 600 | 9 USD |');
  expect(info.description).toContain('| Growth | 200 | 2000 | 49 USD |');
});

verifies('docs:page', async () => {
  const answer = await fetch(`${service.url}/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  const html = await answer.text();
  for (const [, link = ''] of html.matchAll(/(?:src|href)="([^"#]+)/g)) {
    expect(link).not.toMatch(/^(?:https?:)?\/\//);
    const asset = await fetch(new URL(link, `${service.url}/docs`));
    expect(asset.status, link).toBe(200);
  }
});

/** What the page says of the API, without its markup. */
async function shownText(): Promise<string> {
  const html = await (await fetch(`${service.url}/docs`)).text();
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name]!);
}

test('docs page: shows every operation, and the plan table', async () => {
  const text = await shownText();
  const { paths } = await description();
  for (const [address, operations] of Object.entries(paths))
    for (const [method, { summary }] of Object.entries(operations)) {
      expect(text).toContain(`${method.toUpperCase()} ${address}`);
      expect(text).toContain(summary);
    }
  expect(text).toContain('Growth200200049 USD');
});

/** Keywords of schemas that the page shows, or that say nothing to a reader. */
const READ_KEYWORDS = new Set(
  `$ref type description format default const enum minimum maximum minLength maxLength maxItems pattern items properties
  required additionalProperties anyOf oneOf examples readOnly`.split(/\s+/),
);

test('docs page: shows every field with what the description says of it, and no keyword is unread', async () => {
  const text = await shownText();
  let seen = 0;
  const visit = (schema: SchemaObject, name: string): void => {
    expect([...READ_KEYWORDS], name).toEqual(expect.arrayContaining(Object.keys(schema)));
    // Of a body its operation is said by its place.
    const about = schema.description?.replace(/^Body of .*/, '') ?? '';
    expect(text, name).toContain(about.replaceAll('`', ''));
    for (const value of schema.enum ?? []) expect(text, name).toContain(String(value));
    if (schema.default !== undefined)
      expect(text, name).toContain(`Default ${JSON.stringify(schema.default)}`);
    if (schema.pattern !== undefined) expect(text, name).toContain(`Matches ${schema.pattern}`);
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      expect(text, name).toContain(key);
      visit(property, `${name}.${key}`);
      seen++;
    }
    const { anyOf = [], oneOf = [], items } = schema;
    for (const inner of [...anyOf, ...oneOf, ...(items === undefined ? [] : [items])]) visit(inner, name);
  };
  const { components, paths } = await description();
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name);
  for (const { get } of Object.values(paths))
    for (const parameter of get?.parameters ?? []) {
      expect(text).toContain(parameter.name);
      expect(text).toContain(parameter.description.replaceAll('`', ''));
      visit(parameter.schema, parameter.name);
    }
  expect(seen).toBeGreaterThan(100);
});

test('docs page: shows every answer with every reason and its message', async () => {
  const text = await shownText();
  let seen = 0;
  for (const operations of Object.values((await description()).paths))
    for (const { responses } of Object.values(operations))
      for (const [status, { description: about, content }] of Object.entries(responses)) {
        expect(text).toContain(`${status} ${about.replaceAll('`', '')}`);
        for (const [reason, { value }] of Object.entries(content?.['application/json']?.examples ?? {})) {
          expect(text).toContain(`${reason}${value.error.message}`);
          seen++;
        }
      }
  expect(seen).toBeGreaterThan(50);
});
