import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRunningCalls } from './running-calls.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

test('lists what is known of each call in flight, the oldest first, and no more of an address than its host', () => {
  let now = 1000;
  const running = createRunningCalls(() => now);
  const first = running.begin('/v1/convert');
  now = 1100;
  const second = running.begin('/mcp');
  first.by('key_1');
  first.asks('https://user:word@example.com:8443/private?token=1#a');
  first.at('fetch');
  expect([first.page(), second.page()]).toEqual([
    { host: 'example.com:8443', urlDigest: sha256('https://example.com:8443/private?token=1') },
    undefined,
  ]);
  now = 1250;
  expect(running.list()).toEqual({
    calls_total: 2,
    calls: [
      {
        age_ms: 250,
        stage: 'fetch',
        stage_ms: 150,
        key_id: 'key_1',
        host: 'example.com',
        route: '/v1/convert',
      },
      { age_ms: 150, stage: 'admit', stage_ms: 150, key_id: null, host: null, route: '/mcp' },
    ],
  });
  second.by('key_1');
  expect(running.of('key_1')).toEqual([{ host: 'example.com', stage: 'fetch', age_ms: 250 }]);
  expect(running.of('key_2')).toEqual([]);
  second.end();
  second.end();
  expect(running.list().calls.map(({ key_id }) => key_id)).toEqual(['key_1']);
});

test.each(['about:blank', 'data:text/html,a', 'mailto:a@example.com', 'no address'])(
  '%s has no host to tell of',
  (url) => {
    const running = createRunningCalls(() => 0);
    const call = running.begin('/v1/convert');
    call.asks(url);
    expect([call.page(), running.list().calls[0]!.host]).toEqual([undefined, null]);
  },
);

test('lists a thousand of very many', () => {
  const running = createRunningCalls(() => 0);
  for (let i = 0; i < 1001; i++) running.begin('/v1/convert');
  expect(running.list().calls).toHaveLength(1000);
  expect(running.list().calls_total).toBe(1001);
});
