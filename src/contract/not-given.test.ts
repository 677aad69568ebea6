import { describe, expect, test } from 'vitest';
import { aiRequest } from './ai.ts';
import { convertRequest } from './convert.ts';
import { parseRequest } from './invalid-request.ts';

const URL = 'https://a.example/';
const bare = parseRequest(convertRequest, { url: URL });

describe('what counts as not given', () => {
  const fields = Object.keys(convertRequest.shape).filter(
    (field) => !['url', 'response_format', 'include_metadata'].includes(field),
  );
  test.each<[string, unknown]>([
    ...fields.map((field): [string, null] => [field, null]),
    ...['language', 'cursor', 'wait_for_selector'].map((field): [string, string] => [field, '']),
    ...['max_tokens', 'timeout_ms'].map((field): [string, number] => [field, 0]),
  ])('%s: %j', (field, value) => {
    expect(parseRequest(convertRequest, { url: URL, [field]: value })).toEqual(bare);
  });

  test.each([{ template: null }, { custom_prompt: null }, { template: null, custom_prompt: '' }])(
    'of an AI request: %j',
    (given) => {
      expect(parseRequest(aiRequest, { markdown: 'a', ...given })).toEqual({ markdown: 'a' });
    },
  );
});

test.each([
  [{ url: null }, 'Set "url" to a string; it is null.'],
  [{ response_format: null }, 'Set "response_format" to "markdown" or "text"; it is null.'],
  [{ include_metadata: null }, 'Set "include_metadata" to true or false; it is null.'],
  [{ html: '' }, 'Set "html" to a string of at least 1 character; it is "".'],
  [{ html: 0 }, 'Set "html" to a string; it is 0.'],
  [{ scope: '' }, 'Set "scope" to "main" or "full"; it is "".'],
  [{ strict: 0 }, 'Set "strict" to true or false; it is 0.'],
  [{ language: 0 }, 'Set "language" to a string; it is 0.'],
  [{ language: ' ' }, 'Set "language" to a BCP 47 language tag such as "en" or "pt-BR"; it is " ".'],
  [{ max_tokens: 49 }, 'Set "max_tokens" to a number of at least 50; it is 49.'],
  [{ max_tokens: '' }, 'Set "max_tokens" to a whole number from 50 to 1000000; it is "".'],
  [{ timeout_ms: false }, 'Set "timeout_ms" to a whole number from 100 to 300000; it is false.'],
  [{ timeout_ms: 300_001 }, 'Set "timeout_ms" to a number of at most 300000; it is 300001.'],
  [{ include_selectors: [null] }, 'Set "include_selectors[0]" to a string; it is null.'],
  [{ include_selectors: [''] }, 'Set "include_selectors[0]" to a string of at least 1 character; it is "".'],
])('%j is refused', (given, message) => {
  expect(() => parseRequest(convertRequest, { url: URL, ...given })).toThrow(message);
});
