import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const GUIDE = readFileSync(path.join(import.meta.dirname, '../../docs/self-hosting.md'), 'utf8');
/** The settings of each block of `NAME=value` lines. */
const BLOCKS = [...GUIDE.matchAll(/^```ini\n([\s\S]*?)^```/gm)].map(([, lines = '']) =>
  Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s, 2) as [string, string]),
  ),
);

test('the guide connects each kind of model by settings that a start accepts without a warning', () => {
  expect(BLOCKS.map(({ PAGEMARK_AI_PROVIDER: provider }) => provider)).toEqual([
    'openai-compatible',
    'openai',
    'anthropic',
  ]);
  for (const settings of BLOCKS) {
    expect(Object.keys(settings)).toHaveLength(3);
    const { ai, warnings } = loadConfig(settings);
    expect(ai).toMatchObject({ provider: settings.PAGEMARK_AI_PROVIDER, model: settings.PAGEMARK_AI_MODEL });
    expect(warnings).toEqual([]);
  }
});

test('the guide names the package that Anthropic needs as the start does', () => {
  const anthropic = BLOCKS.find(({ PAGEMARK_AI_PROVIDER: provider }) => provider === 'anthropic') ?? {};
  let told = '';
  try {
    loadConfig(anthropic, () => false);
  } catch (error) {
    told = String(error);
  }
  const [command] = /npm install @ai-sdk\/anthropic@\d+/.exec(told) ?? [];
  expect(command).toBeDefined();
  expect(GUIDE).toContain(`\`${command}\``);
});
