import { expect, test } from 'vitest';
import { wantedAnswer } from './wanted-answer.ts';

/** What is sent for a field: `json`, or the format that is sent where none is named and its type. */
const sentFor = (accept: string | undefined, usual: 'json' | 'bare') => {
  const { isJson, format, typeOf } = wantedAnswer(accept, usual);
  return isJson ? 'json' : `${format} as ${typeOf(format)}`;
};
const MARKDOWN = 'markdown as text/markdown';
const TEXT = 'text as text/plain';

test.each([
  [undefined, 'json', MARKDOWN],
  ['', 'json', MARKDOWN],
  ['*/*', 'json', MARKDOWN],
  ['text/html', 'json', MARKDOWN],
  ['application/json', 'json', 'json'],
  ['text/markdown', MARKDOWN, MARKDOWN],
  ['text/plain', TEXT, TEXT],
  ['TEXT/PLAIN; charset=utf-8', TEXT, TEXT],
  ['text/plain, text/markdown', MARKDOWN, MARKDOWN],
  ['text/plain, text/markdown;q=0.5', TEXT, TEXT],
  ['text/*', MARKDOWN, MARKDOWN],
  ['text/markdown, application/json;q=0.5', MARKDOWN, MARKDOWN],
  ['text/markdown;q=0.5, application/json', 'json', 'json'],
  ['text/markdown, application/json', 'json', MARKDOWN],
  ['text/markdown, */*;q=0.1', MARKDOWN, MARKDOWN],
  ['text/markdown, */*', 'json', MARKDOWN],
  ['text/plain, */*;q=0.1', TEXT, TEXT],
  ['application/json, */*', 'json', 'json'],
  ['application/json, text/plain, */*', 'json', MARKDOWN],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'json', MARKDOWN],
  ['text/markdown;q=0, text/plain', TEXT, TEXT],
  ['text/markdown;q=0, */*', 'json', TEXT],
  ['text/markdown;q=0, text/*;q=0.2', TEXT, TEXT],
  ['application/json;q=0', MARKDOWN, MARKDOWN],
  ['application/json;q=0, */*', MARKDOWN, MARKDOWN],
  ['text/markdown;q=0, application/json;q=0', TEXT, TEXT],
])('Accept: %j is %s by POST and %s by GET', (accept, posted, got) => {
  expect([sentFor(accept, 'json'), sentFor(accept, 'bare')]).toEqual([posted, got]);
});

test.each([
  ['text/plain', 'markdown', 'text/plain'],
  ['text/markdown', 'text', 'text/markdown'],
  ['text/plain, text/markdown;q=0.1', 'markdown', 'text/markdown'],
  ['text/markdown;q=0', 'markdown', 'text/plain'],
  ['text/html', 'text', 'text/plain'],
] as const)('Accept: %s with the format %s is sent as %s', (accept, format, type) => {
  expect(wantedAnswer(accept, 'bare').typeOf(format)).toBe(type);
});
