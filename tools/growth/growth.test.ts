import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCounting, stopCounting } from './count-blocks.mjs';
import { judge } from './judge.mjs';
import { time } from './time.mjs';

beforeAll(startCounting);
afterAll(stopCounting);

/** An input whose conversion does what `work` does with its text. */
const planted = (work: (text: string) => unknown) => ({
  name: 'planted',
  kind: 'html',
  options: {},
  make: (n: number) => 'word '.repeat(100 * n),
  convert: (text: string) => ({ outcome: 'ok', steps: 0, done: work(text) }),
});

function linear(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i);
  return sum;
}

function quadratic(text: string): number {
  let pairs = 0;
  const words = text.split(' ');
  for (const one of words) for (const other of words) if (one === other) pairs++;
  return pairs;
}

test('the growth gate lets linear work pass and finds a planted quadratic by name', async () => {
  expect(await judge(planted(linear), { doublings: 3 })).toBeNull();
  const found = await judge(planted(quadratic), { doublings: 3 });
  expect(found).toMatchObject({ name: 'html: planted' });
  expect(found?.what).toMatch(/^blocks ×[34]\./);
  expect(found?.place).toContain('quadratic');
});

test('the growth gate takes work that is dear once for what it is', async () => {
  const once = (text: string) => (text.length > 3000 ? linear('x'.repeat(40_000)) : 0) + linear(text);
  expect(await judge(planted(once))).toBeNull();
});

test('the growth gate finds steps of the budget that grow too fast', async () => {
  const stepping = {
    ...planted(linear),
    convert: (text: string) => ({ outcome: 'ok', steps: text.length ** 2 }),
  };
  expect((await judge(stepping, { doublings: 3 }))?.what).toBe('steps ×4.00');
});

test('the growth gate lets steps pass that grow with nesting until it is as deep as it gets', async () => {
  const nesting = {
    ...planted(linear),
    convert: (text: string) => ({ outcome: 'ok', steps: text.length * Math.min(text.length, 200_000) }),
  };
  expect(await judge(nesting, { doublings: 9 })).toBeNull();
});

test('the growth gate judges an input that grows by several parts at once, and takes none that does not grow', async () => {
  const made = (make: (n: number) => string) => ({ ...planted(quadratic), make });
  const stepwise = made((n) => 'word '.repeat(100 * (n >> 3)));
  expect((await judge(stepwise, { doublings: 3 }))?.what).toMatch(/^blocks ×[34]\./);
  await expect(judge(made(() => 'word'))).rejects.toThrow('does not grow');
});

test('the growth gate times what its counts may miss, and ends for an input that grows no more', async () => {
  expect((await time(planted(quadratic), 5))?.what).toMatch(/^CPU ×(?:[3-9]|\d\d)\./);
  expect(
    await time({ ...planted(linear), make: (n: number) => 'word '.repeat(Math.min(n, 100)) }),
  ).toBeNull();
});
