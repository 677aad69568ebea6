import { existsSync } from 'node:fs';
import path from 'node:path';

// The suites of tests, in the order in which they run: what has the longest files is begun first. Suites of one `project` of
// Vitest share its workers and their modules. `budgetS`: seconds that the files of a suite may take in their short form,
// summed as if they ran one after the other, on an otherwise idle machine of two cores. Each stands at about one and a half of
// what was measured there, five files at a time; lower it when a suite gets shorter. `.ci/run` fails on a suite over its
// budget. The full form (PAGEMARK_FULL=1) has no budget. `needs`: a folder with a package of its own, without whose modules the
// suite is left out.
export const SUITES = [
  // Beside the code: threads without isolation, because they keep no globals.
  {
    name: 'unit',
    project: 'unit',
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    threads: true,
    budgetS: 220,
  },
  // What goes in and what comes out of the core, as readable cases.
  {
    name: 'cases',
    project: 'unit',
    include: [
      'tests/{constructs,extraction,generators,hidden,outcomes,round-trip}/**/*.test.ts',
      'tests/documents/{docx,office-*,pdf-*}.test.ts',
    ],
    threads: true,
    budgetS: 85,
  },
  // How the time of a pass or a reader grows: it is measured, which is dear.
  {
    name: 'linear',
    project: 'linear',
    include: ['tests/linear-time/**/*.test.ts'],
    threads: true,
    budgetS: 30,
  },
  // The programs of the gate.
  {
    name: 'tools',
    project: 'tools',
    include: ['tools/**/*.test.ts'],
    threads: true,
    budgetS: 30,
    needs: 'tools',
  },
  // Over processes, sockets, databases and browsers, against the built package.
  {
    name: 'stores',
    project: 'system',
    include: ['tests/{faults,scaled,storage}/**/*.test.ts'],
    budgetS: 450,
  },
  {
    name: 'browser',
    project: 'system',
    include: ['tests/{playground,rendering}/**/*.test.ts', 'tests/documents/chromium.test.ts'],
    budgetS: 1200,
  },
  {
    name: 'programs',
    project: 'system',
    include: ['tests/{bench,cli,deploy,docs,package,readme}/**/*.test.ts'],
    budgetS: 620,
  },
  // Releases of clients that people connect with, and clients generated from the description.
  {
    name: 'clients',
    project: 'system',
    include: ['tests/real-clients/*.test.ts'],
    budgetS: 140,
    needs: 'tests/real-clients',
  },
  {
    name: 'service',
    project: 'system',
    include: [
      'tests/{ai,client,contract,conversion,determinism,doors,fetching,http,mcp}/**/*.test.ts',
      'tests/documents/{hostile,service}.test.ts',
      'tests/hostile-service/{heavy-inputs,planted-weaknesses,secrets,unread-answers}.test.ts',
    ],
    budgetS: 900,
  },
  // Measures the latency, the memory and the fairness of a service: after all others, alone.
  {
    name: 'hostile',
    project: 'hostile',
    include: ['tests/fairness/**/*.test.ts', 'tests/hostile-service/hostile-service.test.ts'],
    budgetS: 80,
    isAlone: true,
  },
];

/** Files that mostly wait, for deadlines of their own: begun first, so that none of them runs alone at the end. */
export const BEGUN_FIRST = ['tests/hostile-service/unread-answers.test.ts', 'tests/http/own-surface.test.ts'];

/** The suites that need nothing but the sources: part of the gate of a change. */
export const OF_THE_GATE = ['unit', 'cases'];

/** The suite of a file, by its path in the project; undefined when none names it. */
export function suiteOf(file, suites = SUITES) {
  return suites.find(({ include }) => include.some((pattern) => matches(file, pattern)));
}

/** The suites whose packages are not installed in the project at `root`, and for each the line that says so. */
export function leftOutIn(root) {
  const missing = SUITES.filter(
    ({ needs }) => needs !== undefined && !existsSync(path.join(root, needs, 'node_modules')),
  );
  return new Map(
    missing.map((suite) => [
      suite,
      `LEFT OUT: suite "${suite.name}". To run it: npm install --prefix ${suite.needs} && npm test`,
    ]),
  );
}

/** Whether a path matches a pattern of the table of suites: `**`, `*` and one level of `{a,b}`. */
function matches(file, pattern) {
  const source = pattern
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
    .replace(/\{([^}]*)\}/g, (_, either) => `(?:${either.replaceAll(',', '|')})`);
  return new RegExp(`^${source}$`).test(file);
}
