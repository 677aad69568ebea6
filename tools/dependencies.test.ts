import { expect, test } from 'vitest';
import { runOn } from './planted-project.ts';

const ROWS = [
  '| `pg` | >=8 <9 | MIT | the scaled store |',
  '| `a` | 1.0.0 | MIT | 2 | ~9.9 | reads |',
  '| `b` | 2.0.0 | BSD-2-Clause | 1 | ~0.0 | writes |',
];
const BUDGET = 'at most 4 packages and 1 MB';
const MANIFEST = {
  files: ['dist'],
  dependencies: { a: '1.0.0', b: '2.0.0' },
  devDependencies: { tool: '1.0.0', pg: '8.0.0' },
  peerDependencies: { pg: '>=8 <9' },
  peerDependenciesMeta: { pg: { optional: true } },
};
/** `a` brings one of its own, for this platform; `c` is needed by both, and wants `b` beside it. */
const LOCKED = {
  '': MANIFEST,
  'node_modules/a': {
    version: '1.0.0',
    license: 'MIT',
    dependencies: { c: '1' },
    optionalDependencies: { 'a-linux': '1', 'a-darwin': '1' },
  },
  'node_modules/a-linux': { version: '1.0.0', license: 'MIT', os: ['linux'], cpu: ['x64'] },
  'node_modules/a-darwin': { version: '1.0.0', license: 'MIT', os: ['darwin'] },
  'node_modules/b': { version: '2.0.0', license: 'BSD-2-Clause', dependencies: { c: '2' } },
  'node_modules/b/node_modules/c': { version: '2.0.0', license: 'MIT' },
  'node_modules/c': { version: '1.0.0', license: 'MIT', peerDependencies: { b: '2' } },
  'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true, dependencies: { c: '1' } },
  'node_modules/pg': { version: '8.0.0', license: 'MIT', dev: true },
};

interface Planted {
  readonly rows?: readonly string[];
  readonly budget?: string;
  readonly locked?: Readonly<Record<string, object>>;
  readonly files?: Readonly<Record<string, string>>;
}

const check = ({ rows = ROWS, budget = BUDGET, locked = LOCKED, files = {} }: Planted) =>
  runOn('./dependencies.mjs', {
    'package.json': JSON.stringify(MANIFEST),
    'package-lock.json': JSON.stringify({ packages: locked }),
    'docs/dependencies.md': [budget, ...rows].join('\n'),
    ...files,
  });

const { 'node_modules/b/node_modules/c': _, ...SHARED } = LOCKED;
/** `b` uses the `c` of `a`: it is in the sum, and in the row of neither. */
const SOUND = { ...SHARED, 'node_modules/b': { ...LOCKED['node_modules/b'], dependencies: { c: '1' } } };

test('dependencies passes a sound table, whatever the sizes in its rows', () => {
  const { status, output } = check({ locked: SOUND });
  expect(output).toBe('dependencies: 4 packages, 0.0 MB, 0 faults\n');
  expect(status).toBe(0);
});

test.each<readonly [what: string, planted: Planted, fault: string]>([
  ['a dependency without a row', { rows: ROWS.slice(0, 2) }, '"b" has no row'],
  ['an optional peer without a row', { rows: ROWS.slice(1) }, '"pg" has no row'],
  [
    'a row without a dependency',
    { rows: [...ROWS, '| `gone` | 1.0.0 | MIT | 1 | ~0.0 | was used |'] },
    '"gone" has a row and is no dependency',
  ],
  [
    'a row for a dev dependency',
    { rows: [...ROWS, '| `tool` | 1.0.0 | MIT | 1 | ~0.0 | checks |'] },
    '"tool" has a row and is no dependency',
  ],
  [
    'a row without a reason',
    { rows: [...ROWS.slice(0, 2), ROWS[2]!.replace('writes', '')] },
    '"b" has no reason',
  ],
  ['an old version', { rows: [...ROWS.slice(0, 2), ROWS[2]!.replace('2.0.0', '1.9.0')] }, '"2.0.0 | BSD'],
  ['another licence', { rows: [...ROWS.slice(0, 2), ROWS[2]!.replace('BSD', 'GPL')] }, '"b" has a row with'],
  ['a package more than a row says', { locked: LOCKED }, '"2.0.0 | BSD-2-Clause | 2 | ~0.0"'],
  ['too many packages', { budget: 'at most 3 packages and 1 MB' }, 'at most 3 packages are wanted'],
  [
    'a package that is too large',
    { files: { 'node_modules/a-linux/index.node': '\0'.repeat(2 ** 20) } },
    '1.0 MB: at most 1 MB are wanted',
  ],
  [
    'files of our own that are too large',
    { files: { 'dist/index.js': ' '.repeat(2 ** 20) } },
    'at most 1 MB are wanted',
  ],
  ['no budget', { budget: 'small' }, 'the budget is missing'],
])('dependencies fails on %s', (_what, planted, fault) => {
  const { status, output } = check({ locked: SOUND, ...planted });
  expect(output).toContain(fault);
  expect(status).toBe(1);
});

test('what only tests install, and what lies on other platforms, is in no sum', () => {
  const large = ' '.repeat(2 ** 21);
  const files = { 'node_modules/tool/index.js': large, 'node_modules/a-darwin/index.node': large };
  expect(check({ locked: SOUND, files }).output).toContain('4 packages, 0.0 MB, 0 faults');
});
