import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright-core';
import { expect, test } from 'vitest';
import { interceptRequests } from './interception.ts';

const GATE = {
  server: 'http://127.0.0.1:4000',
  username: 'render',
  password: 'secret',
  countRequest: () => undefined,
};
const CANCEL = { response: 'CancelAuth' };

test.each([
  [
    'the gate',
    'Proxy',
    GATE.server,
    { response: 'ProvideCredentials', username: 'render', password: 'secret' },
  ],
  ['another proxy', 'Proxy', 'http://127.0.0.1:4001', CANCEL],
  ['a site at the address of the gate', 'Server', GATE.server, CANCEL],
])('interceptRequests answers a challenge of %s', async (_, source, origin, authChallengeResponse) => {
  const sent: unknown[] = [];
  const session = Object.assign(new EventEmitter(), {
    send: async (...message: unknown[]) => void sent.push(message),
  });
  const useGate = await interceptRequests(session as unknown as CDPSession);
  useGate(GATE);
  session.emit('Fetch.authRequired', { requestId: '1', authChallenge: { source, origin } });
  expect(sent.at(-1)).toEqual(['Fetch.continueWithAuth', { requestId: '1', authChallengeResponse }]);
});
