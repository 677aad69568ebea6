import { expect, test } from 'vitest';
import { fail } from '../contract/failure.ts';
import { createAdminGate } from './admin-gate.ts';

const away = () => Promise.reject(fail('store_unavailable', 'Try again: the store does not answer.'));

test('without an answer of the store the right token opens, a wrong one does not, and every session is over', async () => {
  const stores = { rateLimits: { admit: away, peek: away }, endedSessions: { has: away, add: away } };
  const gate = createAdminGate('right', stores as never, Date.now);
  await gate.check('right', '192.0.2.1');
  await expect(gate.check('wrong', '192.0.2.1')).rejects.toMatchObject({
    failure: { reason: 'store_unavailable' },
  });
  const { sealed } = gate.open();
  expect(await gate.read(sealed)).toBeNull();
  await expect(gate.end(sealed)).rejects.toMatchObject({ failure: { reason: 'store_unavailable' } });
});
