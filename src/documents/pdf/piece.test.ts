import { expect, it } from 'vitest';
import { greatest, least } from './piece.ts';

it('the extent of more numbers than a call takes arguments is found', () => {
  const numbers = Array.from({ length: 300_000 }, (_, i) => i);
  expect([least(numbers), greatest(numbers)]).toEqual([0, 299_999]);
});
