import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heardFilter } from './unheard-events.ts';

const LOG = '{"method":"Runtime.consoleAPICalled","params":{"args":["{\\"method\\":"]},"sessionId":"A"}';
const ANSWER = '{"id":7,"result":{"text":"Runtime.consoleAPICalled"}}';
const EVENT = '{"method":"Runtime.executionContextCreated","params":{}}';

test('messages of the console are dropped and all others kept, wherever the pieces end', () => {
  const message = fc.constantFrom(LOG, ANSWER, EVENT, '{}', '{"method":"Log.entryAdded"}');
  fc.assert(
    fc.property(fc.array(message), fc.integer({ min: 1, max: 200 }), (messages, size) => {
      const heard = heardFilter(2 ** 20);
      const bytes = Buffer.from(messages.map((text) => `${text}\0`).join(''));
      let rest = '';
      for (let at = 0; at < bytes.length; at += size) rest += heard(bytes.subarray(at, at + size));
      const wanted = messages.filter((text) => [ANSWER, EVENT, '{}'].includes(text));
      expect(rest).toBe(wanted.map((text) => `${text}\0`).join(''));
    }),
  );
});

test('messages that no page needs to send are dropped, and what follows them is kept', () => {
  const heard = heardFilter(2 ** 20);
  const long = (start: string, bytes: number) => Buffer.from(`${start}${'x'.repeat(bytes)}\0`);
  const mib = 1024 ** 2;
  expect(heard(long('{"method":"Network.requestWillBeSent', 5 * mib))).toHaveLength(0);
  for (let at = 0; at < 5; at++) expect(heard(Buffer.from('{"method":"Page.x'[at]!))).toHaveLength(0);
  expect(heard(long('', 5 * mib))).toHaveLength(0);
  const answer = long('{"id":7,', 6 * mib);
  expect(heard(answer)).toHaveLength(answer.length);
  expect(heard(long('{"id":8,', 7 * mib))).toHaveLength(0);
  const paused = long('{"method":"Fetch.requestPaused"', 9 * mib);
  expect(heard(paused)).toHaveLength(paused.length);
  expect(heard(Buffer.from(`${EVENT}\0`)).toString()).toBe(`${EVENT}\0`);
});
