import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  endEvents,
  startEvents,
  startTestProvider,
  type TestProvider,
  textEvent,
} from '../../src/ai/test-provider.fixture.ts';
import { loadConfig } from '../../src/config/config.ts';
import { runChecks, summariseProof } from '../../src/doctor/checks.ts';
import { inForm } from '../support/full-form.ts';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';
import { secretsIn } from '../support/secrets-in.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);

test('pagemark doctor proves the egress rule on this machine and ends with 0', async () => {
  const run = await runHere(['doctor', '--json'], cleanEnv(dir));
  const { checks } = JSON.parse(run.out) as { checks: { name: string; state: string; detail: string }[] };
  expect(checks.filter((check) => check.state === 'failed')).toEqual([]);
  const egress = checks.filter((check) => check.name.startsWith('egress'));
  const attempts = egress.reduce(
    (sum, check) => sum + Number(/^(\d+) attempts? held/.exec(check.detail)?.[1] ?? 0),
    0,
  );
  expect(attempts).toBeGreaterThanOrEqual(150);
  expect(checks.map((check) => check.name)).toEqual(
    expect.arrayContaining(['store', 'workers', 'browser', 'AI']),
  );
  expect(run.code).toBe(0);
});

test.each([
  ['and shared', `file:${path.join(dir, 'shared.db')}`],
  ['by each process for itself', 'memory:'],
])('doctor says of pages that they are kept %s', async (who, PAGEMARK_DATABASE_URL) => {
  const config = loadConfig(cleanEnv(dir, { PAGEMARK_DATABASE_URL }));
  expect(await runChecks(config, {}, ['snapshots'])).toEqual([
    { name: 'snapshots', state: 'ok', detail: `pages are kept for 3600 s ${who}` },
  ]);
});

/** A secret that is in the path of the store. */
const TOKEN = 'planted-metrics-token';

test.each(inForm(['', '--json'], 2))(
  'pagemark doctor %s ends with 1 when something is broken, and tells no secret',
  async (flag) => {
    const notAFolder = path.join(dir, TOKEN);
    writeFileSync(notAFolder, '');
    const { code, out, err } = await runHere(
      ['doctor', flag].filter(Boolean),
      cleanEnv(dir, {
        PAGEMARK_METRICS_TOKEN: TOKEN,
        PAGEMARK_DATABASE_URL: `file:${notAFolder}/pagemark.db`,
        PAGEMARK_BROWSER: 'off',
      }),
    );
    expect(out).toMatch(/store\W+(?:state\W+)?failed\W+\S+/);
    expect(out).toContain('[secret]');
    expect(secretsIn(out + err, [TOKEN])).toEqual([]);
    expect(code).toBe(1);
  },
);

test('pagemark doctor tells each check when it ends, before the next one has begun', async () => {
  const heard: string[] = [];
  const listener = {
    begins: (name: string) => heard.push(`${name} begins`),
    found: ({ name, state }: { name: string; state: string }) => heard.push(`${name} ${state}`),
  };
  const config = loadConfig(cleanEnv(dir, { PAGEMARK_DATABASE_URL: 'memory:' }));
  await runChecks(config, listener, ['store', 'AI']);
  expect(heard).toEqual(['store begins', 'store ok', 'AI begins', 'AI ok']);
});

test('summariseProof calls a broken attempt failed and names it', () => {
  const held = {
    id: 'a',
    group: 'spelling',
    url: 'http://127.1/',
    expected: 'blocked_target',
    connections: 0,
  } as const;
  expect(
    summariseProof([{ ...held, outcome: 'blocked_target', verdict: 'held' }]).map(({ detail }) => detail),
  ).toEqual(['1 attempt held']);
  expect(
    summariseProof([
      { ...held, outcome: 'blocked_target', verdict: 'held' },
      { ...held, id: 'b', outcome: 'page', connections: 1, verdict: 'broken' },
    ]),
  ).toEqual([
    {
      name: 'egress: spelling',
      state: 'failed',
      detail: '1 of 2 not held: http://127.1/ gave page, not blocked_target',
    },
  ]);
});

describe('pagemark doctor --ai', () => {
  /** Answers as a provider does that knows one key and one model. */
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider((response, { authorization, body }) => {
      const isKnown = authorization === 'Bearer sk-the-right-key';
      if (isKnown && body.model === 'small') {
        startEvents(response);
        response.end(textEvent('Checked.') + endEvents());
        return;
      }
      const message = isKnown ? `The model '${body.model}' does not exist` : 'Incorrect API key provided';
      response
        .writeHead(isKnown ? 404 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message } }));
    });
  });
  afterAll(() => provider.close());

  async function doctor(settings: Record<string, string> = {}) {
    const env = cleanEnv(dir, {
      PAGEMARK_AI_PROVIDER: 'openai-compatible',
      PAGEMARK_AI_BASE_URL: provider.baseUrl,
      PAGEMARK_AI_API_KEY: 'sk-the-right-key',
      PAGEMARK_AI_MODEL: 'small',
      ...settings,
    });
    const run = await runHere(['doctor', '--ai'], env);
    expect(`${run.out}${run.err}`).not.toMatch(/sk-the-(?:right|wrong)-key/);
    return run;
  }

  test('pagemark doctor --ai names provider, model and the time to the first text', async () => {
    const { out, code } = await doctor();
    expect(out).toMatch(
      /AI +ok +openai-compatible answers with model "small" at http\S+: first text after \d+ ms/,
    );
    expect(out).not.toContain('egress');
    expect(code).toBe(0);
  });

  test('pagemark doctor --ai says that without a model the answer is selected', async () => {
    const run = await runHere(['doctor', '--ai'], cleanEnv(dir));
    expect(run.out).toMatch(/AI +ok +extractive \(built in: selects from the page, asks no model/);
    expect(run.code).toBe(0);
  });

  test.each([
    [
      'a wrong key',
      { PAGEMARK_AI_API_KEY: 'sk-the-wrong-key' },
      /Check PAGEMARK_AI_API_KEY: http\S+ refused the key \(401\)/,
    ],
    [
      'an unknown model',
      { PAGEMARK_AI_MODEL: 'large' },
      /Check PAGEMARK_AI_MODEL: http\S+ does not know "large" \(404\)/,
    ],
    [
      'an unknown host',
      { PAGEMARK_AI_BASE_URL: 'http://provider.invalid/v1' },
      /Check PAGEMARK_AI_BASE_URL: no address is known/,
    ],
  ])('pagemark doctor --ai tells what to change for %s', async (_, settings, told) => {
    const { out, err, code } = await doctor(settings);
    expect(out).toMatch(told);
    expect(err).toBe('1 check failed.\n');
    expect(code).toBe(1);
  });

  test('pagemark doctor --ai tells to start a provider that is not running', async () => {
    const stopped = await startTestProvider(() => undefined);
    await stopped.close();
    const { out, code } = await doctor({ PAGEMARK_AI_BASE_URL: stopped.baseUrl });
    expect(out).toContain(
      `Start the provider, or check PAGEMARK_AI_BASE_URL: nothing listens at ${stopped.baseUrl}`,
    );
    expect(code).toBe(1);
  });
});
