import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SAMPLES, warmUp } from './warm-up.ts';

const SUITE = new URL('../../tests/constructs/', import.meta.url);

test('warmUp converts every construct that the construct suite has', async () => {
  const files = readdirSync(SUITE).filter((name) => name.endsWith('.cases'));
  expect(Object.keys(SAMPLES).map((name) => `${name}.cases`)).toEqual(files.sort());
  await warmUp();
});
