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
      const heard = heardFilter();
      const bytes = Buffer.from(messages.map((text) => `${text}\0`).join(''));
      let rest = '';
      for (let at = 0; at < bytes.length; at += size) rest += heard(bytes.subarray(at, at + size));
      const wanted = messages.filter((text) => [ANSWER, EVENT, '{}'].includes(text));
      expect(rest).toBe(wanted.map((text) => `${text}\0`).join(''));
    }),
  );
});
