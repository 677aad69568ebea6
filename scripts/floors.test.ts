import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('./floors.mjs', import.meta.url));
const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Runs the floors program on a small project with these files. */
function floorsOf(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'floors-'));
  made.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const run = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

const sound = {
  'src/contract/plans.ts': 'export const plans = 1;\n',
  'src/core/parse.ts': "import { plans } from '../contract/plans.ts';\nexport const parse = plans;\n",
  'src/storage/ports.ts': 'export interface Store { a: 1 }\n',
  'src/storage/memory/store.ts':
    "import type { Store } from '../ports.ts';\nexport const store: Store = { a: 1 };\n",
  'src/core/extract/rules/rule.ts': 'export const rule = 1;\n',
  'src/app.ts': "import { store } from './storage/memory/store.ts';\nexport const app = store;\n",
};

test('floors passes a sound house and counts every module', () => {
  const { status, output } = floorsOf(sound);
  expect(output).toContain('6 modules, 0 violations');
  expect(status).toBe(0);
});

test.each([
  [
    'a lower room importing a higher one',
    'src/core/bad.ts',
    "import '../storage/ports.ts';\n",
    'may not import',
  ],
  ['node builtins in core', 'src/core/bad.ts', "import 'node:fs';\n", 'no node builtins'],
  [
    'a type-only import upward',
    'src/core/bad.ts',
    "import type { Store } from '../storage/ports.ts';\nexport type S = Store;\n",
    'may not import',
  ],
  [
    'a flow that runs back',
    'src/core/extract/features/bad.ts',
    "import '../rules/rule.ts';\n",
    'core/extract/features/ comes before rules/',
  ],
  [
    'an adapter named outside the composition root',
    'src/http/bad.ts',
    "import '../storage/memory/store.ts';\n",
    'only app.ts and',
  ],
  [
    'a package in the client',
    'src/client/bad.ts',
    "import { z } from 'zod';\nz.string();\n",
    'only these packages',
  ],
  [
    'more than types of the contract in the client',
    'src/client/bad.ts',
    "import { plans } from '../contract/plans.ts';\nexport const p = plans;\n",
    'takes types alone',
  ],
  ['a file in no room', 'src/utils.ts', 'export const a = 1;\n', 'is in no room'],
])('floors refuses %s', (_what, file, text, rule) => {
  const { status, output } = floorsOf({
    ...sound,
    [file]: text,
  });
  expect(status).toBe(1);
  expect(output).toContain(rule);
});
