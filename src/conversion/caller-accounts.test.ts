import { expect, test } from 'vitest';
import { createCallerAccounts } from './caller-accounts.ts';

const KIB = 1024;

function open() {
  const time = { ms: 0 };
  return { time, accounts: createCallerAccounts(() => time.ms) };
}

test('usedMs adds what was charged, and halves it every ten seconds', () => {
  const { time, accounts } = open();
  accounts.charge('a', 300);
  accounts.charge('a', 100);
  expect(accounts.usedMs('a')).toBe(400);
  expect(accounts.usedMs('b')).toBe(0);
  time.ms = 10_000;
  expect(accounts.usedMs('a')).toBeCloseTo(200);
});

test('expectedMs learns what pages of a caller cost, for that caller alone, and forgets it', () => {
  const { time, accounts } = open();
  const before = accounts.expectedMs('a', 100 * KIB);
  for (let i = 0; i < 50; i++) accounts.learn('a', 100 * KIB, 502);
  expect(accounts.expectedMs('a', 100 * KIB)).toBeGreaterThan(450);
  expect(accounts.expectedMs('a', 100 * KIB)).toBeLessThan(550);
  expect(accounts.expectedMs('a')).toBeGreaterThan(450);
  expect(accounts.expectedMs('b', 100 * KIB)).toBe(before);
  time.ms = 200_000;
  expect(accounts.expectedMs('a', 100 * KIB)).toBeCloseTo(before, 0);
});

test('accounts that say nothing any more make way', () => {
  const { time, accounts } = open();
  accounts.charge('old', 10);
  time.ms = 100_000;
  for (let i = 0; i < 1000; i++) accounts.charge(`new ${i}`, 5000);
  expect(accounts.usedMs('old')).toBe(0);
  expect(accounts.usedMs('new 0')).toBe(5000);
});
