import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import type { Upstream } from '../support/upstream.ts';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main>${body}</main></body></html>`;

const CHALLENGE = page(
  'Just a moment...',
  '<h1>Verify you are human</h1><p>Checking your browser before you proceed.</p><div class="cf-turnstile"></div>',
);
const PAGES: Readonly<Record<string, string>> = {
  bot_wall: CHALLENGE,
  consent_wall: page(
    'Before you continue',
    '<h1>We value your privacy</h1><p>We and our partners store and/or access information on a device for personalised ads.</p><button>Accept all</button><button>Reject all</button>',
  ),
  login_wall: page(
    'Log in',
    '<h1>Log in to continue</h1><form><input type="email"><input type="password"><button>Log in</button></form><a href="/f">Forgot password?</a>',
  ),
  paywall: page(
    'The pier',
    '<article><h1>The pier</h1><p>It was closed in spring, and nobody knows why.</p><div class="paywall"><h3>Subscribe to continue reading</h3><p>Already a subscriber? <a href="/in">Sign in</a></p></div></article>',
  ),
  soft_404: page(
    'Page not found',
    '<h1>Page not found</h1><p>The page you are looking for may have been moved.</p>',
  ),
  error_page: page(
    'Error',
    '<h1>Something went wrong</h1><p>An unexpected error occurred. Please try again later.</p>',
  ),
  parked_domain: page(
    'pier.example',
    '<h1>pier.example is for sale</h1><p>Buy this domain now or make an offer.</p>',
  ),
};

let site: Upstream;
let service: TestService;
let key: string;

beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    ...Object.fromEntries(Object.entries(PAGES).map(([reason, html]) => [`/${reason}`, html])),
    '/refused': (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end(CHALLENGE),
    '/missing': (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(PAGES.soft_404),
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Answer {
  readonly error: { readonly reason: string; readonly message: string };
  readonly data: {
    readonly outcome: string;
    readonly content: string;
    readonly diagnostics: { readonly outcomeSigns: readonly string[] };
  };
}

async function convert(path: string, options: object = {}) {
  const answer = await service.convert({ url: `${site.url}/${path}`, ...options }, key);
  return { status: answer.status, json: (await answer.json()) as Answer };
}

test.each(Object.keys(PAGES))('%s is a 422 with its reason and what to do', async (reason) => {
  const { status, json } = await convert(reason);
  expect(status).toBe(422);
  expect(json.error).toMatchObject({ code: 422, reason });
  expect(json.error.message).toMatch(/^(Send|Set|Check|Retry|Convert)\b.+: .+\.$/);
});

test.each(Object.keys(PAGES))(
  'strict false returns what was found of %s, its outcome and the signs',
  async (reason) => {
    const { status, json } = await convert(reason, { strict: false, include_diagnostics: true });
    expect(status).toBe(200);
    expect(json.data.outcome).toBe(reason);
    expect(json.data.content).not.toBe('');
    // A standard page has one: its mark.
    expect(json.data.diagnostics.outcomeSigns.length).toBeGreaterThan(0);
  },
);

test('a wall tells more than the status that it comes with; a missing page does not', async () => {
  expect((await convert('refused')).json.error.reason).toBe('bot_wall');
  expect((await convert('missing')).json.error.reason).toBe('upstream_not_found');
});
