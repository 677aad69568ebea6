import { createHmac, hkdfSync } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdminGate, SESSION_MS } from '../../src/access/admin-gate.ts';
import { startFakeHttp } from '../support/fake-http.ts';
import { isFull } from '../support/full-form.ts';
import { temporaryFolder } from '../support/run-pagemark.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Tokens that one address tries. */
const GUESSES = isFull ? 1000 : 200;
const TOKEN = 'operator!token';
const PUBLIC = 'https://pages.example/md';
/** For gates that only seal. */
const NO_LIMITS = {} as never;
let service: TestService;
/** Another process with the same token. */
let other: TestService;
/** Another process with the same token and the same store. */
let twin: TestService;
/** Behind a proxy, with a public address. */
let published: TestService;
const store = temporaryFolder();

beforeAll(async () => {
  const env = { PAGEMARK_ADMIN_TOKEN: TOKEN };
  const shared = { ...env, PAGEMARK_DATABASE_URL: `file:${store.dir}/pagemark.db` };
  [service, twin, other, published] = await Promise.all([
    startTestService(shared),
    startTestService(shared),
    startTestService(env),
    startTestService({ ...env, PAGEMARK_BASE_URL: PUBLIC }),
  ]);
});
afterAll(async () => {
  await Promise.all([service?.close(), twin?.close(), other?.close(), published?.close()]);
  store.remove();
});

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Address of this machine that the call comes from. */
  readonly from?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly json: { readonly error?: { readonly reason: string; readonly message: string } } & Readonly<
    Record<string, unknown>
  >;
}

/** A call as a program of an attacker's makes it: it can set every field. */
function call(url: string, path: string, { method = 'POST', headers = {}, body, from }: Call = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { method, headers, ...(from === undefined ? {} : { localAddress: from }) };
    const sent = httpRequest(`${url}/admin/api/${path}`, options, async (answer) => {
      let text = '';
      for await (const piece of answer.setEncoding('utf8')) text += piece;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, json: JSON.parse(text) });
    });
    sent.on('error', reject);
    sent.end(body === undefined || method !== 'POST' ? undefined : JSON.stringify(body));
  });
}

/** What the page itself sends. */
const own = (url: string, cookie = '') => ({
  origin: url,
  'x-pagemark-admin': '1',
  'content-type': 'application/json',
  ...(cookie === '' ? {} : { cookie }),
});

const signIn = (url: string, token = TOKEN, more: Call = {}) =>
  call(url, 'session', { headers: own(url), body: { token }, ...more });

/** The cookie of a new session, as a browser sends it. */
async function newCookie(url: string): Promise<string> {
  const { status, headers } = await signIn(url);
  expect(status).toBe(200);
  return headers['set-cookie']![0]!.split(';', 1)[0]!;
}

const outcome = ({ status, json }: Answer) => [status, json.error?.reason];

/** Every call that needs a session. */
const GUARDED = [
  ['GET', 'keys'],
  ['GET', 'usage'],
  ['POST', 'keys'],
  ['POST', 'keys/revoke'],
  ['POST', 'keys/quota'],
  ['POST', 'keys/credits'],
  ['POST', 'licenses'],
  ['POST', 'licenses/revoke'],
  ['POST', 'checks'],
  ['DELETE', 'session'],
] as const;

const NEW_KEY = { plan: 'free', name: 'of the test' };

describe('the admin page', () => {
  test('a token with blanks around it is accepted, as a header has it', async () => {
    expect((await signIn(service.url, ` ${TOKEN}\n`)).status).toBe(200);
  });

  test('is not there without a token', async () => {
    const open = await startFakeHttp(() => Promise.reject(new Error('unused')));
    try {
      for (const path of ['/admin', '/assets/admin/main.js', '/admin/api/session', '/admin/api/keys'])
        expect((await fetch(open.url + path)).status, path).toBe(404);
    } finally {
      await open.close();
    }
  });

  test('is a page under a policy that allows nothing inline', async () => {
    const answer = await fetch(`${service.url}/admin`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect(await answer.text()).not.toMatch(/<style|\sstyle=|<script(?! type="module" src)/);
  });

  test('signs in, changes, and signs out', async () => {
    const { url } = service;
    const signedIn = await signIn(url);
    expect(signedIn.headers['set-cookie']![0]).toMatch(
      /^pagemark_admin=[\w-]{24}\.[\w-]{43}; Path=\/admin; Max-Age=1800; HttpOnly; SameSite=Strict$/,
    );
    const headers = own(url, signedIn.headers['set-cookie']![0]!.split(';', 1)[0]!);
    const made = await call(url, 'keys', { headers, body: { ...NEW_KEY, credits: 5, monthly_quota: 70 } });
    expect(made.status).toBe(200);
    const { id, key } = made.json as { id: string; key: string };
    const listed = async () => {
      const { json, headers: fields } = await call(url, 'keys', { method: 'GET', headers });
      expect(fields['cache-control']).toBe('no-store');
      expect(JSON.stringify(json)).not.toContain(key);
      return (json.keys as { id: string }[]).find((one) => one.id === id);
    };
    expect(await listed()).toMatchObject({ state: 'active', credits: 5, monthly_quota: 70, plan: 'free' });
    const page = { url: 'https://example.com/', html: '<h1>Boats</h1><p>They leave the quay at noon.' };
    expect((await service.convert(page, key)).status).toBe(200);
    await expect
      .poll(async () => (await call(url, 'usage', { method: 'GET', headers })).json)
      .toMatchObject({ busiest: [{ id, calls: expect.arrayContaining([1]) }], answered: 1, failures: [] });
    expect((await call(url, 'keys/credits', { headers, body: { id, credits: 7 } })).json.credits).toBe(12);
    await call(url, 'keys/quota', { headers, body: { id, monthly_quota: null } });
    expect(await listed()).toMatchObject({ credits: 12, monthly_quota: null });
    expect((await call(url, 'keys/revoke', { headers, body: { id } })).status).toBe(200);
    expect(await listed()).toMatchObject({ state: 'revoked' });
    expect((await service.convert(page, key)).status).toBe(401);
    const out = await call(url, 'session', { method: 'DELETE', headers });
    expect(out.headers['set-cookie']![0]).toMatch(/^pagemark_admin=; Path=\/admin; Max-Age=0;/);
  });

  test('keeps its cookie to https and to its path where the public address has them', async () => {
    const headers = { ...own('https://pages.example'), host: 'pages.example' };
    const answer = await call(published.url, 'session', { headers, body: { token: TOKEN } });
    expect(answer.headers['set-cookie']![0]).toMatch(/; Path=\/md\/admin; .*; Secure$/);
  });

  test('a session of one process is one of every process with the token, and of no other', async () => {
    const headers = own(other.url, await newCookie(service.url));
    expect((await call(other.url, 'keys', { method: 'GET', headers })).status).toBe(200);
    const stranger = createAdminGate('another token', NO_LIMITS, Date.now);
    expect(await service.access.admin!.read(stranger.open().sealed)).toBeNull();
  });

  test('signing out ends the session in every process of the store, and no other session', async () => {
    const [cookie, older, another] = await Promise.all(
      [service, twin, twin].map(({ url }) => newCookie(url)),
    );
    const keys = async ({ url }: TestService, of?: string) =>
      (await call(url, 'keys', { method: 'GET', headers: own(url, of) })).status;
    expect([await keys(service, cookie), await keys(twin, cookie)]).toEqual([200, 200]);
    expect(
      (await call(twin.url, 'session', { method: 'DELETE', headers: own(twin.url, `${older}; ${cookie}`) }))
        .status,
    ).toBe(200);
    for (const one of [cookie, older])
      expect([await keys(service, one), await keys(twin, one)]).toEqual([401, 401]);
    expect(await keys(service, another)).toBe(200);
    const { json } = await call(service.url, 'session', { method: 'GET', headers: own(service.url, cookie) });
    expect(json.expires_at).toBeNull();
    for (const [method, path] of GUARDED)
      if (method === 'POST')
        expect(
          (await call(service.url, path, { headers: own(service.url, cookie), body: NEW_KEY })).status,
        ).toBe(401);
  });
});

describe('attacks', () => {
  test.each(GUARDED)('%s %s without a session is refused', async (method, path) => {
    const { url } = service;
    const headers = own(url);
    expect(outcome(await call(url, path, { method, headers, body: NEW_KEY }))).toEqual([401, 'unauthorized']);
    const bearer = { ...headers, authorization: `Bearer ${TOKEN}x` };
    expect(outcome(await call(url, path, { method, headers: bearer }))).toEqual([401, 'unauthorized']);
  });

  test.each(GUARDED)('%s %s with a stolen cookie from elsewhere is refused', async (method, path) => {
    const { url } = service;
    const good = own(url, await newCookie(url));
    const { origin: _origin, ...noOrigin } = good;
    const { 'x-pagemark-admin': _page, ...noField } = good;
    const origins = ['https://evil.example', 'null', `${url}.evil.example`, url.replace(/\d+$/, '1')];
    const attacks = [noField, ...origins.map((origin) => ({ ...good, origin }))];
    if (method !== 'GET') attacks.push(noOrigin as never);
    for (const headers of attacks)
      expect(outcome(await call(url, path, { method, headers, body: NEW_KEY }))).toEqual([
        403,
        'blocked_target',
      ]);
  });

  test('a sign-in from another site is refused before its token is looked at', async () => {
    const { url } = service;
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { ...own(url), origin };
      expect((await call(url, 'session', { headers, body: { token: TOKEN } })).status).toBe(403);
    }
    const named = { ...own('https://evil.example'), host: 'evil.example' };
    expect((await call(published.url, 'session', { headers: named, body: { token: TOKEN } })).status).toBe(
      403,
    );
    const tunnel = await signIn(published.url);
    expect(tunnel.status).toBe(200);
  });

  test.each([
    ['evil.example', 403],
    ['evil.example:8787', 403],
    ['127.0.0.1.evil.example', 403],
    ['nas', 403],
    ['pages.example', 200],
    ['localhost:8787', 200],
    ['[::1]:8787', 200],
    ['192.0.2.7', 200],
  ])(
    'a page that was loaded as %j: %i, on the page, at the sign-in and with the token',
    async (host, status) => {
      const { url } = published;
      const page = await new Promise<number>((resolve, reject) =>
        httpRequest(`${url}/admin`, { headers: { host } }, (answer) =>
          resolve(answer.resume().statusCode ?? 0),
        )
          .on('error', reject)
          .end(),
      );
      expect(page).toBe(status);
      const headers = { ...own(host === 'pages.example' ? 'https://pages.example' : `http://${host}`), host };
      const isOpen = status === 200 && !/^192/.test(host);
      expect((await call(url, 'session', { headers, body: { token: TOKEN } })).status).toBe(
        isOpen ? 200 : 403,
      );
      const bearer = { host, authorization: `Bearer ${TOKEN}` };
      expect((await call(url, 'running', { method: 'GET', headers: bearer })).status).toBe(status);
    },
  );

  test('a name that was bound to this address by somebody else opens nothing without a public address', async () => {
    const { port } = new URL(service.url);
    const cookie = await newCookie(service.url);
    const headers = { ...own(`http://evil.example:${port}`, cookie), host: `evil.example:${port}` };
    for (const [method, path] of GUARDED)
      expect(outcome(await call(service.url, path, { method, headers, body: NEW_KEY }))).toEqual([
        403,
        'blocked_target',
      ]);
    expect((await call(service.url, 'session', { headers, body: { token: TOKEN } })).status).toBe(403);
  });

  test('a form of another site cannot say JSON', async () => {
    const { url } = service;
    const headers = { ...own(url, await newCookie(url)), 'content-type': 'text/plain' };
    expect(outcome(await call(url, 'keys', { headers, body: NEW_KEY }))).toEqual([
      415,
      'unsupported_content_type',
    ]);
  });

  test('cookies that are over, ahead, forged, cut or longer open nothing', async () => {
    const { url } = service;
    const gateAt = (ms: number) => createAdminGate(TOKEN, NO_LIMITS, () => ms).open().sealed;
    const [id = '', code = ''] = gateAt(Date.now()).split('.');
    const weak = createHmac('sha256', TOKEN).update(id).digest('base64url');
    const wrongUse = Buffer.from(hkdfSync('sha256', TOKEN, '', '', 32));
    const flipped = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`;
    const bad = {
      over: gateAt(Date.now() - SESSION_MS),
      ahead: gateAt(Date.now() + 3_600_000),
      'without its code': id,
      'with an empty code': `${id}.`,
      'code by the token itself': `${id}.${weak}`,
      'code by another key': `${id}.${createHmac('sha256', wrongUse).update(id).digest('base64url')}`,
      'other id': `${flipped}.${code}`,
      cut: `${id}.${code.slice(0, -1)}`,
      longer: `${id}.${code}A`,
      'not the same text': `${id}.${code}=`,
      'no text': '',
    };
    for (const [what, sealed] of Object.entries(bad)) {
      const headers = own(url, `pagemark_admin=${sealed}`);
      expect((await call(url, 'keys', { method: 'GET', headers })).status, what).toBe(401);
    }
    const headers = own(url, `pagemark_admin=${gateAt(Date.now() - SESSION_MS + 60_000)}`);
    expect((await call(url, 'keys', { method: 'GET', headers })).status).toBe(200);
  });

  test(`${GUESSES} guesses are refused and slowed down; the token works all the same, wherever it comes from`, async () => {
    const { url } = other;
    const from = '127.0.0.2';
    const told = new Map<string, number>();
    const guess = async (i: number) => {
      const answer = await signIn(url, i % 2 === 0 ? `guess-${i}` : TOKEN.slice(0, i % TOKEN.length), {
        from,
      });
      const { reason, message } = answer.json.error!;
      const key = reason === 'rate_limited' ? reason : `${reason} ${message}`;
      told.set(key, (told.get(key) ?? 0) + 1);
      if (reason === 'rate_limited') expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    };
    for (let i = 0; i < GUESSES; i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, j) => guess(i + j)));
    const [wrong = 0, limited = 0] = [
      told.get('unauthorized Give the value of PAGEMARK_ADMIN_TOKEN; this one is another.'),
      told.get('rate_limited'),
    ];
    expect(wrong + limited).toBe(GUESSES);
    expect(wrong).toBeGreaterThanOrEqual(10);
    // A minute of guesses, and the next one where the machine is slow.
    expect(wrong).toBeLessThanOrEqual(20);
    const startedAt = performance.now();
    expect(outcome(await signIn(url, 'wrong', { from }))).toEqual([429, 'rate_limited']);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1000);
    for (const address of [from, '127.0.0.3']) {
      expect((await signIn(url, TOKEN, { from: address })).status).toBe(200);
      const headers = { authorization: `Bearer ${TOKEN}` };
      expect((await call(url, 'running', { method: 'GET', headers, from: address })).status).toBe(200);
    }
  });

  test('guesses from everywhere at once do not lock the token out either', async () => {
    const { url } = published;
    const addresses = Array.from({ length: 12 }, (_, i) => `127.0.1.${i + 1}`);
    const guesses = addresses.flatMap((from) =>
      Array.from({ length: 10 }, () => signIn(url, 'wrong', { from })),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await signIn(url, TOKEN, { from: '127.0.2.1' })).status).toBe(200);
    expect((await signIn(url, TOKEN, { from: addresses[0]! })).status).toBe(200);
  });

  test('what an operator does is told with address and session, never with a secret', async () => {
    const told: object[] = [];
    const { keys, licenses, reports, admin: gate } = service.access;
    const fake = await startFakeHttp(() => Promise.reject(new Error('unused')), {
      admin: {
        gate: gate!,
        keys,
        licenses,
        reports,
        runChecks: async () => [],
        onAction: (action) => told.push(action),
      },
    });
    try {
      const { url } = fake;
      await signIn(url, 'wrong');
      const cookie = await newCookie(url);
      const sessionId = cookie.slice('pagemark_admin='.length).split('.')[0];
      const headers = own(url, cookie);
      const { json } = await call(url, 'keys', { headers, body: NEW_KEY });
      await call(url, 'checks', { headers });
      await call(url, 'keys/revoke', { headers, body: { id: json.id } });
      await call(url, 'session', { method: 'DELETE', headers });
      const by = { address: '127.0.0.1', sessionId };
      expect(told).toEqual([
        { action: 'wrong token', address: '127.0.0.1' },
        { action: 'sign in', ...by },
        { action: 'create key', ...by, id: json.id },
        { action: 'run checks', ...by },
        { action: 'revoke key', ...by, id: json.id },
        { action: 'sign out', ...by },
      ]);
    } finally {
      await fake.close();
    }
  });
});
