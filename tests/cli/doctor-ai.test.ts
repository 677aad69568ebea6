import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  endEvents,
  startEvents,
  startTestProvider,
  type TestProvider,
  textEvent,
} from '../../src/ai/test-provider.fixture.ts';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
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
afterAll(async () => {
  await provider.close();
  remove();
});

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
  const { out, code } = await doctor(settings);
  expect(out).toMatch(told);
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
