// The suites of tests: one project of Vitest each, in this order. `budgetS`: seconds that the files of a suite may take
// in their short form, summed as if they ran one after the other, on an otherwise idle machine of two cores. Each stands at
// about one and a half of what was measured there, three files at a time; lower it when a suite gets shorter. `.ci/run`
// fails on a suite over its budget. The full form (PAGEMARK_FULL=1) has no budget.
export const SUITES = [
  // Beside the code: threads without isolation, because they keep no globals.
  { name: 'unit', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'], threads: true, budgetS: 170 },
  // What goes in and what comes out of the core, as readable cases.
  {
    name: 'cases',
    include: ['tests/{constructs,outcomes,round-trip}/**/*.test.ts', 'tests/documents/pdf-makers.test.ts'],
    threads: true,
    budgetS: 40,
  },
  {
    name: 'service',
    include: [
      'tests/{ai,client,contract,conversion,determinism,fetching,http,mcp}/**/*.test.ts',
      'tests/documents/{hostile,service}.test.ts',
      'tests/hostile-service/{planted-weaknesses,secrets}.test.ts',
    ],
    budgetS: 750,
  },
  // The programs of the gate.
  { name: 'tools', include: ['tools/**/*.test.ts'], threads: true, budgetS: 20 },
  {
    name: 'programs',
    include: ['tests/{bench,cli,deploy,docs,package,readme}/**/*.test.ts'],
    budgetS: 700,
  },
  { name: 'browser', include: ['tests/{playground,rendering}/**/*.test.ts'], budgetS: 560 },
  { name: 'stores', include: ['tests/{faults,scaled,storage}/**/*.test.ts'], budgetS: 860 },
  // Measures the latency, the memory and the fairness of a service: after all others, alone.
  {
    name: 'hostile',
    include: ['tests/fairness/**/*.test.ts', 'tests/hostile-service/hostile-service.test.ts'],
    budgetS: 330,
    isAlone: true,
  },
];

/** The suites that need nothing but the sources: part of the gate of a change. */
export const OF_THE_GATE = ['unit', 'cases'];
