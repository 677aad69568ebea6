import { expect, test } from 'vitest';
import { runOn } from './planted-project.ts';

const structureOf = (files: Readonly<Record<string, string>>) => runOn('./structure.mjs', files);
/** Faults of the files that a test planted: those of the listed files, which it has not, are apart. */
const planted = (output: string) =>
  output
    .split('\n')
    .filter((line) => /^structure: (?:warning: )?src\/(?:a|core\/markdown\/c\.ts)/.test(line));

const lines = (count: number, line: string) => `${line}\n`.repeat(count);
const body = (count: number) => lines(count, '  call();');

const SOUND = {
  'src/a/main.ts':
    "import { factory } from './factory.ts';\nimport { one } from './one.ts';\none(factory);\n",
  'src/a/one.ts': `import { CALLS } from './calls.table.ts';\nexport function one() {\n${body(43)}}\nconst call = () => CALLS;\n`,
  'src/a/calls.table.ts': `export const CALLS = [\n${lines(300, '  1,')}];\n`,
  'src/a/factory.ts': `export function factory() {\n${body(20)}  return () => {\n  ${body(30)}  };\n}\n`,
  'src/a/long.test.ts': lines(300, 'test();'),
};

test('structure passes tables, tests, and functions that are short without those in them', () => {
  const { output } = structureOf(SOUND);
  expect(planted(output)).toEqual([]);
});

const FAULTS: readonly (readonly [what: string, files: Readonly<Record<string, string>>, fault: string])[] = [
  [
    'a circle by types alone',
    {
      'src/a/x.ts': "import type { Y } from './y.ts';\nexport type X = Y | 1;\n",
      'src/a/y.ts': "import type { X } from './x.ts';\nexport type Y = X | 2;\n",
    },
    'x.ts src/a/y.ts: break this circle of imports',
  ],
  [
    'an export that its own file alone uses',
    { 'src/a/o.ts': 'export const only = 1;\nconsole.log(only);\n' },
    'o.ts only: remove this export',
  ],
  [
    'a class that is read outside of page/',
    { 'src/core/markdown/c.ts': "console.log(attr(node, 'class'));\n" },
    'markdown/c.ts: ask page/roles.ts',
  ],
  [
    'a type that nothing takes',
    { 'src/a/t.ts': 'export interface Only {}\n' },
    't.ts Only: remove this export',
  ],
  [
    'what its own test alone keeps alive',
    {
      'src/a/dead.ts': 'export function dead() {}\n',
      'src/a/dead.test.ts': "import { dead } from './dead.ts';\ndead();\n",
    },
    'dead.ts dead: remove this export',
  ],
];

test('structure names each fault, once', () => {
  const { status, output } = structureOf(Object.assign({ ...SOUND }, ...FAULTS.map(([, files]) => files)));
  const found = planted(output);
  for (const [what, , fault] of FAULTS)
    expect(
      found.filter((line) => line.includes(fault)),
      what,
    ).toHaveLength(1);
  expect(found).toHaveLength(FAULTS.length);
  expect(status).toBe(1);
});

test('structure wants the table of exceptions to shrink with what it lists', () => {
  const { status, output } = structureOf(SOUND);
  expect(output).toContain('take it out of structure.table.mjs');
  expect(status).toBe(1);
});

test.each([
  ['a file of 251 lines', { 'src/a/long.ts': lines(251, 'call();') }, 'long.ts: a file of 251 lines'],
  [
    'a function of 46 lines',
    { 'src/a/f.ts': `const f = () => {\n${body(44)}};\nf();\n` },
    'f.ts f: a function of 46 lines',
  ],
  [
    'a method of 46 lines',
    { 'src/a/m.ts': `new (class {\n  run() {\n${body(44)}  }\n})();\n` },
    'm.ts run: a function of 46 lines',
  ],
])('structure warns of %s', (_, files, warning) => {
  expect(planted(structureOf({ ...SOUND, ...files }).output)).toEqual([
    expect.stringContaining(`warning: src/a/${warning}`),
  ]);
});

test('structure reports how often the core asks again', () => {
  const asks = [
    '/** Whether an element is a box. */',
    "export const isBox = (node: HtmlNode): boolean => attr(node, 'class') === 'box' || roles.has(node, 1);",
    'for (const node of nodes) isBox(node);',
    'for (let i = 0; i < doc.nodes.length; i++) /a+/.test(styleOf(doc.nodes[i]!));',
    '/** A name. */',
    "export const nameOf = (node: HtmlNode): string => attr(node, 'id') ?? '';",
  ].join('\n');
  const files = { 'src/core/select/a.ts': `${asks}\n`, 'src/core/units/b.ts': `${asks}\n` };
  const { output } = runOn('./structure.mjs', files, '--report');
  const counts = output.split('\n').map((line) => line.trim().split(' ', 1)[0]);
  // Lines; loops; predicates, reads and expressions of select/ alone; comments that ask.
  expect(counts).toEqual(['12', '4', '1', '3', '1', '50', '']);
});
