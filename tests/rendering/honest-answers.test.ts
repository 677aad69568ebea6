import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FailureReason } from '../../src/contract/failure.ts';
import type { Renderer } from '../../src/rendering/renderer.ts';
import { outcomeOf } from '../fetching/fetching-harness.ts';
import {
  HOSTILE_CASES,
  type HostileUpstream,
  startHostileUpstream,
} from '../hostile-upstream/hostile-upstream.ts';
import { isFull } from '../support/full-form.ts';
import { type Page, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER, rendered, testRenderer } from './rendering-harness.ts';

const MAX_BYTES = 256 * 1024;
/** The deadline where running into it is the point. */
const SHORT_MS = 3_000;

/** Answers that the browser takes otherwise than the fetcher, and why no harm is in it. */
const KNOWN: Readonly<Record<string, 'page' | FailureReason>> = {
  // Codings that break off inside of a body that is whole: the browser keeps what it could decode, and tells nobody.
  ...Object.fromEntries(
    ['gzip', 'br', 'deflate', 'raw-deflate'].flatMap((coding) =>
      ['truncated', 'first-byte-only'].map((how) => [`${coding}-${how}`, 'page' as const]),
    ),
  ),
  'gzip-wrong-checksum': 'page',
  'inner-layer-bomb': 'page',
  // Codings that the browser does not know are taken as none, three of them undone.
  'coding-compress': 'page',
  'three-codings': 'page',
  // Navigations that the browser gives up without an answer look like redirects to the scheme of an application.
  'hundred-codings': 'blocked_target',
  'status-304': 'blocked_target',
  // It tells of an answer when the body begins, which here never does.
  'length-over-cap': 'fetch_timeout',
  'length-list-over-cap': 'fetch_timeout',
  // It shows the page of a 300 and follows nothing.
  'redirect-300': 'malformed_response',
  // Six bytes for each of the body, which the gate counts behind its buffers.
  'one-byte-chunks': 'response_too_large',
  // The authority of the tests is none of the browser's.
  'redirect-to-tls': 'upstream_tls',
  // The reason that the status has in the end.
  'error-page-truncated': 'upstream_unavailable',
  'error-page-corrupt-gzip': 'upstream_not_found',
};

/** What the short form plays: bodies that are cut, late or too large, redirects that lead nowhere, pages that are none. */
const ALWAYS = new Set([
  ...['body-shorter-than-length', 'gzip-corrupt', 'slow-body', 'stalled-after-head', 'gzip-bomb'],
  ...['redirect-loop', 'redirect-to-javascript', 'redirect-to-private'],
  ...['ssh-banner', 'status-204', 'close-at-once', 'error-page-truncated'],
]);
const CASES = HOSTILE_CASES.filter(({ id }) => isFull || ALWAYS.has(id));

const HTML = { 'content-type': 'text/html' };
const PROSE = `<p>${'The quay was built of stones that ships had carried as ballast. '.repeat(8)}</p>`;

/** Answers to navigations that leave the page where it was. */
const LEAVES_PAGE: Readonly<Record<string, Page>> = {
  '/attachment': (_request, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('abc'),
  '/large-attachment': (_request, response) => {
    const fields = { 'content-type': 'application/zip', 'content-length': 2 * MAX_BYTES };
    response.writeHead(200, { 'content-disposition': 'attachment', ...fields }).write('abc');
  },
  '/document': (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/redirected-file': (_request, response) => response.writeHead(302, { location: '/attachment' }).end(),
};
const leadingTo = (path: string): string =>
  `${PROSE}<script>setTimeout(() => { location.href = '${path}' }, 100)</script>`;

let hostile: HostileUpstream;
let site: Upstream;
let renderer: Renderer;
beforeAll(async () => {
  hostile = await startHostileUpstream({ maxBytes: MAX_BYTES });
  site = await startUpstream({
    '/challenge': (_request, response) =>
      response.writeHead(401, { ...HTML, 'www-authenticate': 'Basic realm="quay"' }).end(PROSE),
    '/parts': `${PROSE}<iframe src="/challenge"></iframe><p id="told"></p>
      <script>fetch('/challenge').then(({ status }) => { told.textContent = 'answered ' + status; })</script>`,
    '/checks': ({ headers }, response) =>
      headers.cookie === 'passed=1'
        ? response.writeHead(200, HTML).end(PROSE)
        : response.writeHead(503, HTML).end(`<p>Checking your browser</p>
            <script>setTimeout(() => { document.cookie = 'passed=1'; location.reload(); }, 1500)</script>`),
    '/blank': `${PROSE}<script>location.href = 'about:blank'</script>`,
    '/onward': `${PROSE}<script>location.href = '/half'</script>`,
    '/half': (_request, response) => {
      response.writeHead(200, { ...HTML, 'content-length': 100_000 }).write(PROSE);
      setTimeout(() => response.destroy(), 300);
    },
    '/hungry': `${PROSE}<script>for (let i = 0; i < 40; i++) fetch('/much?' + i)</script>`,
    '/much': (_request, response) => response.end('x'.repeat(MAX_BYTES / 4)),
    '/long-address': `${PROSE}<script>history.replaceState(0, '', '#' + 'x'.repeat(9000))</script>`,
    '/later': (_request, response) => response.writeHead(429, { ...HTML, 'retry-after': '120' }).end(PROSE),
    ...Object.fromEntries(Object.keys(LEAVES_PAGE).map((path) => [`/to${path}`, leadingTo(path)])),
    ...LEAVES_PAGE,
  });
  const allow = [`127.0.0.1:${hostile.plain.port}`, `127.0.0.1:${hostile.tls.port}`, site.address];
  renderer = testRenderer({ allow, slots: isFull ? 3 : 2, maxResponseBytes: MAX_BYTES });
});
afterAll(async () => {
  await renderer?.close();
  await hostile?.close();
  await site?.close();
});

describe.skipIf(BROWSER === null).concurrent('a rendered answer ends as a plain one:', () => {
  test.each(CASES.map((each) => [each.id, each] as const))('%s', async (id, { expected, status = 200 }) => {
    const { outcome, page, error } = await outcomeOf(
      rendered(
        renderer,
        `${hostile.plain.origin}/${id}`,
        expected === 'fetch_timeout' ? { timeoutMs: SHORT_MS } : {},
      ),
    );
    expect(outcome, `${(error as Error | undefined)?.cause}`).toBe(KNOWN[id] ?? expected);
    // What is no HTML comes as the fetcher has it.
    if (page?.status !== undefined) expect(page.status).toBe(status);
  });

  test('a page behind a challenge keeps its status', async () => {
    expect((await rendered(renderer, `${site.url}/challenge`)).status).toBe(401);
  });

  test('a challenge with the status of an error is waited for', async () => {
    const { status, html } = await rendered(renderer, `${site.url}/checks`);
    expect(status).toBe(200);
    expect(html).toContain('ballast');
  });

  test('a page with parts behind a challenge is read to its end', async () => {
    const { html, isLoading } = await rendered(renderer, `${site.url}/parts`);
    expect(html).toContain('answered 401');
    expect(isLoading).toBeUndefined();
  });

  test.each(Object.keys(LEAVES_PAGE))('a page that begins %s is read', async (path) => {
    const { html, status, redirects, finalUrl } = await rendered(renderer, `${site.url}/to${path}`);
    expect(html).toContain('ballast');
    expect([status, redirects, finalUrl]).toEqual([200, [], `${site.url}/to${path}`]);
  });

  test('a page that writes a longer address than one may be is told by that of its answer', async () => {
    const { finalUrl, fragment } = await rendered(renderer, `${site.url}/long-address`);
    expect([finalUrl, fragment]).toEqual([`${site.url}/long-address`, undefined]);
  });

  test('when to come again is told', async () => {
    expect((await rendered(renderer, `${site.url}/later`)).retryAfterMs).toBe(120_000);
  });

  test.each(['german', 'x-1', 'de-1996'])('the language %s renders', async (language) => {
    expect((await rendered(renderer, `${site.url}/challenge`, { language })).html).toContain('ballast');
  });

  test.each([
    ['that leads to about:blank', '/blank', 'blocked_target'],
    ['that leads to one whose body is cut', '/onward', 'malformed_response'],
    ['that asks for more than a page may', '/hungry', 'response_too_large'],
  ])('a page %s is none', async (_what, path, reason) => {
    expect((await outcomeOf(rendered(renderer, `${site.url}${path}`))).outcome).toBe(reason);
  });
});
