import { expect, test } from 'vitest';
import { adviceOn, explainFailure, ProviderTimeoutError, providerError } from './provider-failure.ts';

const SETTINGS = { provider: 'openai', baseUrl: null, model: 'm', timeoutMs: 100, hasKey: true } as const;

/** The error of the SDK for an answer with a status. */
const answered = (statusCode: number, responseBody = '') =>
  new Error('refused', {
    cause: Object.assign(new Error('call'), { name: 'AI_APICallError', statusCode, responseBody }),
  });
const unconnected = (code: string) =>
  new Error('refused', {
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }),
  });

test.each([
  [answered(401), 'Check PAGEMARK_AI_API_KEY: openai refused the key (401).'],
  [answered(400, 'API key not valid'), 'Check PAGEMARK_AI_API_KEY: openai refused the key (400).'],
  [answered(404, 'model: m'), 'Check PAGEMARK_AI_MODEL: openai does not know "m" (404).'],
  [
    answered(404, '<html>'),
    'Check PAGEMARK_AI_BASE_URL: there is no such API at openai (404); most end in /v1.',
  ],
  [
    answered(429),
    'Wait, or raise the limit of the account of PAGEMARK_AI_API_KEY: openai takes no more requests (429).',
  ],
  [answered(500), 'Ask whoever runs openai: it failed (500).'],
  [
    unconnected('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'Check PAGEMARK_AI_BASE_URL, or set NODE_EXTRA_CA_CERTS: the certificate of openai is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ],
  [
    unconnected('ETIMEDOUT'),
    'Check PAGEMARK_AI_BASE_URL and the network: openai cannot be reached (ETIMEDOUT).',
  ],
  [
    new Error('late', { cause: new ProviderTimeoutError('no text within 100 ms') }),
    'Raise PAGEMARK_AI_TIMEOUT_MS or choose a faster model: no text within 100 ms.',
  ],
  [
    new Error('odd', { cause: new Error('the answer broke off') }),
    'Check PAGEMARK_AI_BASE_URL: what answers at openai is no such API (the answer broke off).',
  ],
])('explainFailure says first what to change: %#', (thrown, told) => {
  expect(explainFailure(thrown, SETTINGS)).toBe(told);
});

test('adviceOn speaks of a provider that refuses the service, and of nothing else', () => {
  const refused = providerError('refused_service', answered(403).cause);
  expect(adviceOn(refused, SETTINGS)).toBe('Check PAGEMARK_AI_API_KEY: openai refused the key (403).');
  for (const other of [
    providerError('busy', answered(429).cause),
    answered(401),
    new Error('defect'),
    undefined,
  ])
    expect(adviceOn(other, SETTINGS)).toBeUndefined();
});

test('explainFailure tells a missing key from a wrong one', () => {
  expect(explainFailure(answered(401), { ...SETTINGS, hasKey: false })).toBe(
    'Set PAGEMARK_AI_API_KEY: openai wants a key (401).',
  );
});
