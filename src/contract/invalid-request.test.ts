import { expect, test } from 'vitest';
import { adminNewKey } from './admin.ts';
import { parseRequest } from './invalid-request.ts';

test.each([
  [
    { expires_at: '2027-02-30T00:00:00Z' },
    'Set "expires_at" to an RFC 3339 time such as 2027-01-31T00:00:00Z; it is',
  ],
  [{ plam: 'x', nane: 'y' }, 'Remove "plam": it is not a field.'],
])('what is wrong with %j is said in a sentence', (fields, message) => {
  expect(() => parseRequest(adminNewKey, { plan: 'free', ...fields })).toThrow(message);
});
