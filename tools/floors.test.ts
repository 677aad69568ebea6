import { expect, test } from 'vitest';
import { runOn } from './planted-project.ts';

const floorsOf = (files: Readonly<Record<string, string>>) => runOn('./floors.mjs', files);

const sound = {
  'src/contract/plans.ts': 'export const plans = 1;\n',
  'src/core/parse.ts': "import { plans } from '../contract/plans.ts';\nexport const parse = plans;\n",
  'src/storage/ports.ts': 'export interface Store { a: 1 }\n',
  'src/storage/sqlite/store.ts':
    "import type { Store } from '../ports.ts';\nexport const store: Store = { a: 1 };\n",
  'src/core/select/rules/rule.ts': 'export const rule = 1;\n',
  'src/app.ts': "import { store } from './storage/sqlite/store.ts';\nexport const app = store;\n",
};

test('floors passes a sound house and counts every module', () => {
  const { status, output } = floorsOf(sound);
  expect(output).toContain('6 modules, 0 violations');
  expect(status).toBe(0);
});

const VIOLATIONS: readonly (readonly [what: string, file: string, text: string, rule: string])[] = [
  ['a lower room importing a higher one', 'core/a.ts', "import '../storage/ports.ts';\n", 'may not import'],
  ['node builtins in core', 'core/b.ts', "import 'node:fs';\n", 'no node builtins'],
  [
    'an import in core that is computed at run time',
    'core/c.ts',
    'export const load = (name: string) => import(name);\n',
    'names the modules that it imports',
  ],
  [
    'a type asked for where it is used',
    'core/d.ts',
    "export type S = import('../storage/ports.ts').Store;\n",
    'may not import',
  ],
  [
    'a type-only import upward',
    'core/e.ts',
    "import type { Store } from '../storage/ports.ts';\nexport type S = Store;\n",
    'may not import',
  ],
  ['an export from a higher room', 'core/f.ts', "export * from '../storage/ports.ts';\n", 'may not import'],
  [
    'a flow that runs back',
    'core/select/features/a.ts',
    "import '../rules/rule.ts';\n",
    'core/select/features/ comes before rules/',
  ],
  [
    'an adapter named outside the composition root',
    'http/a.ts',
    "import '../storage/sqlite/store.ts';\n",
    'only app.ts and',
  ],
  [
    'a package in the client',
    'client/a.ts',
    "import { z } from 'zod';\nz.string();\n",
    'only these packages',
  ],
  [
    'more than types of the contract in the client',
    'client/b.ts',
    "import { plans } from '../contract/plans.ts';\nexport const p = plans;\n",
    'takes types alone',
  ],
  ['a file in no room', 'utils.ts', 'export const a = 1;\n', 'is in no room'],
];

test('floors names each violation, once', () => {
  const planted = VIOLATIONS.map(([, file, text]) => [`src/${file}`, text] as const);
  const { status, output } = floorsOf({ ...sound, ...Object.fromEntries(planted) });
  expect(status).toBe(1);
  for (const [what, file, , rule] of VIOLATIONS)
    expect(
      output.split('\n').filter((line) => line.startsWith(`floors: src/${file}`)),
      what,
    ).toEqual([expect.stringContaining(rule)]);
  expect(output).toContain(`${VIOLATIONS.length} violations`);
});
