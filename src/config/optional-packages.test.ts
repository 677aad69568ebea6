import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { isInstalled, OPTIONAL_PACKAGES } from './optional-packages.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'peerDependencies',
  Record<string, string>
> & {
  readonly peerDependenciesMeta: Record<string, { readonly optional?: boolean }>;
};

test('optional packages are optional peers of the release that the tests have', () => {
  for (const [name, release] of Object.entries(OPTIONAL_PACKAGES)) {
    expect(manifest.dependencies, name).not.toHaveProperty([name]);
    expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
    expect(manifest.peerDependencies[name], name).toMatch(new RegExp(`^>=${release.replace('.', '\\.')} `));
    expect(manifest.devDependencies[name], name).toMatch(new RegExp(`^${release.replace('.', '\\.')}\\.`));
  }
});

test('isInstalled tells a package that is there from one that is not', () => {
  expect(isInstalled('pg')).toBe(true);
  expect(isInstalled('@ai-sdk/google')).toBe(true);
  expect(isInstalled('pagemark-none' as never)).toBe(false);
});

test.each([
  [
    { PAGEMARK_AI_PROVIDER: 'anthropic', PAGEMARK_AI_MODEL: 'm', PAGEMARK_AI_API_KEY: 'k' },
    ['Run "npm install @ai-sdk/anthropic@3" where pagemark is installed; PAGEMARK_AI_PROVIDER needs it'],
  ],
  [
    { PAGEMARK_AI_PROVIDER: 'google', PAGEMARK_AI_MODEL: 'm', PAGEMARK_AI_API_KEY: 'k' },
    ['Run "npm install @ai-sdk/google@3" where pagemark is installed; PAGEMARK_AI_PROVIDER needs it'],
  ],
  [
    { PAGEMARK_DATABASE_URL: 'postgres://u:p@h/d', PAGEMARK_REDIS_URL: 'redis://h' },
    [
      'Run "npm install ioredis@6" where pagemark is installed; PAGEMARK_REDIS_URL needs it',
      'Run "npm install pg@8" where pagemark is installed; PAGEMARK_DATABASE_URL needs it',
    ],
  ],
  [{ PAGEMARK_AI_PROVIDER: 'openai', PAGEMARK_AI_MODEL: 'm', PAGEMARK_AI_API_KEY: 'k' }, []],
  [{}, []],
])('a start with %o without the optional packages names what installs them', (env, wanted) => {
  const told = (() => {
    try {
      loadConfig(env, () => false);
      return [];
    } catch (error) {
      return (error as { problems: string[] }).problems;
    }
  })();
  expect(told).toEqual(wanted.map((message) => `${message}, and it is missing.`));
});
