import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';

const request = {
  method: 'POST',
  address: "http://127.0.0.1/v1/convert?a=it's",
  headers: { Authorization: 'Bearer $PAGEMARK_KEY', Accept: 'text/plain' },
  body: `{"html": "<p>it's $5</p>"}`,
  isStream: false,
};

/** What the command would pass to curl. */
const args = (command: string): string[] =>
  execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\0'`)], {
    env: { PAGEMARK_KEY: 'pmk_1' },
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1);

test('curlOf: a shell reads the request out of it, byte for byte, with the key out of its environment', () => {
  expect(args(curlOf(request))).toEqual([
    '-s',
    request.address,
    '-H',
    'Authorization: Bearer pmk_1',
    '-H',
    'Accept: text/plain',
    '-d',
    request.body,
  ]);
});

test('curlOf: a method that the body does not imply is named, a stream is not buffered', () => {
  expect(curlOf({ ...request, headers: {}, body: null })).toBe(
    `curl -s -X POST 'http://127.0.0.1/v1/convert?a=it'\\''s'`,
  );
  expect(curlOf({ ...request, method: 'GET', headers: {}, body: null, isStream: true })).toMatch(
    /^curl -sN 'h/,
  );
});
