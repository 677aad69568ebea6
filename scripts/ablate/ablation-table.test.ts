import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RULES } from '../../src/core/select/rules/rules.ts';
import { effectOf } from './bootstrap.ts';
import { engineDigest } from './engine-digest.ts';
import { REASONS } from './reasons.table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const table = readFileSync(`${root}docs/ablation.md`, 'utf8');

test('the table of figures is that of these rules and weights', () => {
  expect(table, 'run npm run train and npm run ablate').toContain(`Engine: \`${engineDigest(root)}\``);
});

test('every rule has a row, and every row a reason', () => {
  for (const { apply } of RULES) expect(table).toMatch(new RegExp(`^\\| \`${apply.name}\` \\|`, 'm'));
  expect(table).not.toContain('**nothing**');
  expect(RULES.map(({ apply }) => apply.name)).toEqual(expect.arrayContaining(Object.keys(REASONS)));
});

test('an effect is sure where nearly every draw of the domains shows it', () => {
  const sure = new Map([...Array(20).keys()].map((i) => [`site${i}`, [0.01, 0.02]] as const));
  expect(effectOf(sure).mean).toBeCloseTo(0.015, 9);
  expect(effectOf(sure).positive).toBe(1);
  const unsure = new Map([
    ['one', [0.3]],
    ['two', [-0.28]],
  ]);
  expect(effectOf(unsure).positive).toBeLessThan(0.9);
  expect(effectOf(new Map([['one', [0]]])).positive).toBe(0);
});
