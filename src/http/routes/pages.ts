import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { builtFile } from '../../built-file.ts';
import { WRITTEN_ADDRESS } from '../../contract/address.ts';
import { fail } from '../../contract/failure.ts';
import { lazy } from '../../core/lazy.ts';
import type { Description } from '../../reference/description.ts';
import { matchingTag } from '../answer-coding.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { baseOf, requireKnownHost } from '../known-host.ts';

/**
 * Content security policy of a page: scripts and styles from this service alone, none inline; no string is ever made into
 * markup (Trusted Types without a policy), so that no text of a page can become script.
 */
const policyOf = (images: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
const PAGE_POLICY = policyOf("'self'");
/** Images of a converted page load only when a person asks. */
const PLAYGROUND_POLICY = policyOf("'self' http: https:");

/** Answers with a file under a content security policy, or 304 to who holds it. */
const send =
  ({ contentType, etag, bytes }: StaticFile, policy = PAGE_POLICY) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const held = matchingTag(request.headers['if-none-match'], etag);
    reply.headers({
      etag: held ?? etag,
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': policy,
    });
    return held === null ? reply.type(contentType).send(bytes) : reply.code(304).send();
  };

/** The pages of this service for people and the files that they load, from memory; `/robots.txt`. */
export function pageRoutes(app: HttpApp, deps: HttpDeps): void {
  playgroundRoutes(app, deps);
  for (const file of deps.admin === null ? [] : readStaticFiles(builtFile('admin')))
    if (file.name !== 'index.html') app.get(`/assets/admin/${file.name}`, send(file));
    else app.get('/admin', { onRequest: async (request) => requireKnownHost(request, deps) }, send(file));
  guideRoutes(app, deps);
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(ROBOTS),
  );
}

/**
 * RFC 9309: crawlers may read the pages, and make no calls. Addresses in the path are calls of the GET form, plain and
 * percent-encoded.
 */
const ROBOTS = `User-agent: *
Disallow: /v1/
Disallow: /mcp
Disallow: /http:
Disallow: /https:
Disallow: /http%3A
Disallow: /https%3A
`;

/**
 * `GET /`, the files of its page under `/assets/playground/` and those of every page under `/assets/site/`. The icon is also
 * where browsers and readers of links look for it.
 */
function playgroundRoutes(app: HttpApp, { ai }: HttpDeps): void {
  for (const folder of ['playground', 'site'])
    for (const file of readStaticFiles(builtFile(folder))) {
      const { name } = file;
      if (name === 'index.html')
        app.get('/', send(saysWhetherModel(file, ai.model !== 'extractive'), PLAYGROUND_POLICY));
      else app.get(`/assets/${folder}/${name}`, send(file, PLAYGROUND_POLICY));
      if (name === 'icon.svg') app.get('/favicon.svg', send(file, PLAYGROUND_POLICY));
    }
}

/** The page with what its AI pane says before anybody asks: whether a language model answers here. */
function saysWhetherModel({ name, bytes }: StaticFile, hasModel: boolean): StaticFile {
  const content = hasModel ? 'model' : 'extractive';
  return staticFile(
    name,
    bytes
      .toString()
      .replace('name="pagemark-ai" content="unknown"', `name="pagemark-ai" content="${content}"`),
  );
}

/**
 * `GET /docs/guides` and what is below it: the pages of the guides, which the build wrote, their Markdown and the index of
 * their search. They are read at the first request and stay in memory. Markdown names this service; on a page its script does so.
 */
function guideRoutes(app: HttpApp, deps: HttpDeps): void {
  const files = lazy(
    () => new Map(readStaticFiles(builtFile('guides')).map((file) => [file.name, file] as const)),
  );
  app.get('/docs/guides', async (request, reply) => send(files().get('index.html')!)(request, reply));
  app.get('/docs/guides/:name', async (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const file = files().get(path.extname(name) === '' ? `${name}.html` : name);
    if (file === undefined)
      throw fail('not_found', 'Request another address: "/docs/guides" lists the guides there are.');
    if (path.extname(name) !== '.md') return send(file)(request, reply);
    const text = file.bytes.toString().replaceAll(WRITTEN_ADDRESS, () => baseOf(request, deps));
    return send(staticFile(name, text))(request, reply);
  });
  // The addresses on a page are relative to its own, which is one.
  app.get('/docs/', async (_request, reply) => reply.redirect('../docs', 308));
  app.get('/docs/guides/', async (_request, reply) => reply.redirect('../guides', 308));
}

/**
 * `GET /openapi.json` and `GET /docs`: the OpenAPI document, made by `describe`, and the page that shows it. Both are made
 * at the first request: most processes are never asked.
 */
export function referenceRoutes(app: HttpApp, describe: () => Description): void {
  const document = lazy(describe);
  const page = lazy(async () => {
    const { referencePage } = await import('../../reference/reference-page.ts');
    return staticFile('docs.html', referencePage(document()));
  });
  app.get('/openapi.json', async () => document());
  app.get('/docs', async (request, reply) => send(await page())(request, reply));
}

type StaticFile = ReturnType<typeof staticFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** The files of a folder that a browser loads, by name; licence texts are not among them. */
function readStaticFiles(folder: string): readonly StaticFile[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => path.extname(name) in TYPES)
    .map((name) => staticFile(name, readFileSync(path.join(folder, name))));
}

function staticFile(name: string, content: string | Buffer) {
  const bytes = Buffer.from(content);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { name, contentType: TYPES[path.extname(name)]!, etag: `"${digest}"`, bytes };
}
