import { expect, test } from 'vitest';
import { fail } from '../contract/failure.ts';
import { createAdminGate } from './admin-gate.ts';

const away = () => Promise.reject(fail('store_unavailable', 'Try again: the store does not answer.'));

test('without an answer of the store the right token opens, and a wrong one does not', async () => {
  const gate = createAdminGate('right', { admit: away, giveBack: away }, Date.now);
  await gate.check('right', '192.0.2.1');
  await expect(gate.check('wrong', '192.0.2.1')).rejects.toMatchObject({
    failure: { reason: 'store_unavailable' },
  });
});
