import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConvertRequest, convertRequest } from '../../src/contract/convert.ts';
import { cleanEnv, PROJECT, runHere, runPagemark, temporaryFolder } from '../support/run-pagemark.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

/** A value of an option that shows in the answer, and how the command line says it. */
interface Said {
  readonly fields: Partial<ConvertRequest>;
  /** The page; default `article`. */
  readonly page?: string;
  readonly flags: readonly string[];
  /** What the command line reads from standard input in place of the address. */
  readonly input?: string;
  /** Part of `data`, or of the error. */
  readonly shows: object;
}

const GIVEN = '<title>Given</title><main><h1>Given</h1><p>See <a href="b">the bridge</a>.</p></main>';
const containing = (text: string) => ({ content: expect.stringContaining(text) });
const lacking = (text: string) => ({ content: expect.not.stringContaining(text) });

/** Each option of a conversion but `url`; one that is missing does not compile. */
const OPTIONS: { readonly [Name in Exclude<keyof Required<ConvertRequest>, 'url'>]: Said } = {
  response_format: { fields: { response_format: 'text' }, flags: ['--text'], shows: lacking('# Rivers') },
  include_metadata: {
    fields: { include_metadata: true },
    flags: ['--metadata'],
    shows: { metadata: { byline: 'Ada Stream' } },
  },
  html: {
    fields: { html: GIVEN },
    flags: ['--url', 'ADDRESS'],
    input: GIVEN,
    shows: containing('/b)'),
  },
  scope: { fields: { scope: 'full' }, flags: ['--scope', 'full'], shows: containing('umbrella') },
  links: { fields: { links: 'none' }, flags: ['--links', 'none'], shows: containing('with a map.') },
  link_titles: {
    fields: { link_titles: true },
    flags: ['--link-titles'],
    page: 'anchor',
    shows: containing('#end "Where it ends")'),
  },
  same_page_links: {
    fields: { same_page_links: 'relative' },
    flags: ['--same-page-links', 'relative'],
    page: 'anchor',
    shows: containing('](#end)'),
  },
  images: { fields: { images: 'alt' }, flags: ['--images', 'alt'], page: 'picture', shows: lacking('![') },
  frontmatter: { fields: { frontmatter: true }, flags: ['--frontmatter'], shows: containing('---\ntitle:') },
  include_selectors: {
    fields: { include_selectors: ['ul', 'pre'] },
    flags: ['--include', 'ul', '--include', 'pre'],
    shows: lacking('Paragraph'),
  },
  exclude_selectors: {
    fields: { exclude_selectors: ['ul', 'pre'] },
    flags: ['--exclude', 'ul', '--exclude', 'pre'],
    shows: lacking('const a'),
  },
  render: {
    fields: { render: 'never' },
    flags: ['--render', 'never'],
    page: 'shell',
    shows: { reason: 'js_required', message: expect.stringContaining('"render"') },
  },
  wait_for_selector: {
    fields: { wait_for_selector: 'main' },
    flags: ['--wait-for-selector', 'main'],
    shows: { reason: 'js_required', message: expect.stringContaining('PAGEMARK_BROWSER') },
  },
  language: {
    fields: { language: 'pt-BR' },
    flags: ['--language', 'pt-BR'],
    page: 'language',
    shows: containing('in pt-BR'),
  },
  timeout_ms: {
    fields: { timeout_ms: 200 },
    flags: ['--timeout', '200'],
    page: 'slow',
    shows: { reason: 'fetch_timeout' },
  },
  strict: {
    fields: { strict: false },
    flags: ['--no-strict'],
    page: 'shell',
    shows: { outcome: 'js_required' },
  },
  max_tokens: {
    fields: { max_tokens: 100 },
    flags: ['--max-tokens', '100'],
    shows: { next_cursor: expect.stringMatching(/./) },
  },
  cursor: { fields: { cursor: 'CURSOR' }, flags: ['--cursor', 'CURSOR'], shows: lacking('# Rivers') },
  include_links: {
    fields: { include_links: true },
    flags: ['--list-links'],
    shows: { links: [{ text: 'a map' }] },
  },
  include_images: {
    fields: { include_images: true },
    flags: ['--list-images'],
    page: 'picture',
    shows: { images: [{ alt: 'A river' }] },
  },
  include_extended: {
    fields: { include_extended: true },
    flags: ['--extended'],
    shows: { extended: { author: 'Ada Stream' } },
  },
  include_diagnostics: {
    fields: { include_diagnostics: true },
    flags: ['--diagnostics'],
    shows: { diagnostics: { view: 'source' }, usage: {} },
  },
};
const NAMES = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

const { dir, remove } = temporaryFolder();
let site: Upstream;
let service: TestService;
let key: string;
/** Second part of the article, as the service names it. */
let cursor: string;

beforeAll(async () => {
  site = await startUpstream({
    '/article': ARTICLE,
    '/picture': ARTICLE.replace('<ul>', '<img src="/river.png" alt="A river"><ul>'),
    '/anchor': ARTICLE.replace('a map', 'a map</a> and <a href="#end" title="Where it ends">the end'),
    '/shell': '<body><div id="root"></div><script type="module" src="/assets/index.js"></script>',
    '/language': ({ headers }, response) =>
      void response
        .setHeader('content-type', 'text/html')
        .end(ARTICLE.replace('crossing with', `in ${headers['accept-language']} with`)),
    '/slow': (_request, response) => void setTimeout(() => response.end(ARTICLE), 5000).unref(),
  });
  const env = {
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"wide":{"perMinute":999,"perHour":999}}',
  };
  service = await startTestService(env);
  key = await service.newKey('wide');
  cursor = ((await post(OPTIONS.max_tokens)) as { next_cursor: string }).next_cursor;
});
afterAll(async () => {
  await service?.close();
  await site?.close();
  remove();
});

const addressOf = ({ page = 'article' }: Said) => `${site.url}/${page}`;
const fieldsOf = ({ fields }: Said) => JSON.parse(JSON.stringify(fields).replace('CURSOR', cursor)) as object;
/** `data`, or the error. */
const answerOf = (body: unknown): unknown => {
  const { data, error } = body as { data?: unknown; error?: unknown };
  return data ?? error;
};

async function post(said: Said): Promise<unknown> {
  const answer = await service.convert({ url: addressOf(said), ...fieldsOf(said) }, key);
  return answerOf(await answer.json());
}

async function get(said: Said): Promise<unknown> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fieldsOf(said)))
    for (const each of [value].flat()) query.append(`pagemark.${name}`, String(each));
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
  return answerOf(await (await fetch(`${service.url}/${addressOf(said)}?${query}`, { headers })).json());
}

async function callTool(said: Said): Promise<unknown> {
  const params = { name: 'webpage_to_markdown', arguments: { url: addressOf(said), ...fieldsOf(said) } };
  const answer = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const { result } = (await answer.json()) as {
    result: {
      content: readonly { readonly text: string }[];
      structuredContent?: Readonly<Record<string, unknown>>;
      _meta?: Record<string, unknown>;
    };
  };
  if (result.structuredContent === undefined) return result._meta?.['pagemark/error'];
  const { usage, next_cursor: next, ...data } = result.structuredContent;
  // The tool says always what the text costs, and in a cursor how long its parts may be.
  return {
    ...data,
    ...(typeof next === 'string' ? { next_cursor: next.replace(/\.130000$/, '') } : {}),
    ...('include_diagnostics' in said.fields ? { usage } : {}),
  };
}

async function command(said: Said): Promise<unknown> {
  const flags = said.flags.map((flag) => flag.replace('CURSOR', cursor).replace('ADDRESS', addressOf(said)));
  const env = cleanEnv(dir, { PAGEMARK_FETCH_ALLOW: site.address, PAGEMARK_BROWSER: 'off' });
  const convert = (source: string) => ['convert', source, '--json', ...flags];
  const run = await (said.input === undefined
    ? runHere(convert(addressOf(said)), env)
    : runPagemark(convert('-'), env, said.input));
  if (run.code !== 0) return answerOf(JSON.parse(run.err));
  const { metadata, ...rest } = JSON.parse(run.out) as { metadata: unknown };
  // `--json` always has the metadata.
  return 'include_metadata' in said.fields ? { metadata, ...rest } : rest;
}

test('this list names every option of a conversion', () => {
  expect(['url', ...NAMES].sort()).toEqual(Object.keys(convertRequest.shape).sort());
});

describe.each(NAMES)('option %s', (name) => {
  const said: Said = OPTIONS[name];
  let posted: unknown;
  beforeAll(async () => {
    posted = await post(said);
  });

  test('shows in the answer of POST /v1/convert', () => {
    expect(posted).toMatchObject(said.shows);
  });

  // The body of a GET is no place for a page.
  if (name !== 'html')
    test('does the same in the GET form', async () => {
      expect(await get(said)).toEqual(answerAlike(posted));
    });

  test('does the same in the MCP tool', async () => {
    expect(await callTool(said)).toEqual(answerAlike(posted));
  });

  test('does the same on the command line', async () => {
    expect(await command(said)).toEqual(answerAlike(inFlags(posted)));
  });
});

/** An error of the service in the words of the command line. */
function inFlags(posted: unknown): unknown {
  const { message } = posted as { message?: string };
  return message === undefined
    ? posted
    : {
        ...(posted as object),
        message: message
          .replaceAll('"render"', '--render')
          .replace('"timeout_ms"', '--timeout')
          .replace(
            /send the HTML .* as "html"/,
            'save the page as your browser shows it and convert the file',
          ),
      };
}

/** An error's code is the protocol's own. */
function answerAlike(posted: unknown): unknown {
  const { reason, message } = posted as { reason?: string; message?: string };
  return reason === undefined ? posted : expect.objectContaining({ reason, message });
}

test('the guide to the command line names every flag beside its option', () => {
  const guide = readFileSync(path.join(PROJECT, 'docs/command-line.md'), 'utf8');
  for (const name of NAMES) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    for (const flag of OPTIONS[name].flags.filter((word) => word.startsWith('--')))
      expect(row, name).toContain(`\`${flag}`);
  }
});

test('a query has every option but the page itself, the MCP tool every one', async () => {
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  };
  const inQuery = (path: string, method: string) =>
    paths[path]![method]!.parameters!.filter((each) => each.in === 'query').map((each) => each.name);
  const options = NAMES.filter((name) => name !== 'html');
  expect(inQuery('/{url}', 'get').sort()).toEqual(options.map((name) => `pagemark.${name}`).sort());
  expect(inQuery('/v1/convert/file', 'post').sort()).toEqual([...options, 'url', 'filename'].sort());
  const listed = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { result } = (await listed.json()) as {
    result: { tools: { inputSchema: { properties: object } }[] };
  };
  expect(Object.keys(result.tools[0]!.inputSchema.properties).sort()).toEqual(['url', ...NAMES].sort());
});
