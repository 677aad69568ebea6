// Sums reports of Vitest by suite, and finds the suites that went over their budget.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suiteOf } from './suites.table.mjs';

/** How messages of a failed test begin, indented: what was expected, and where. */
function firstLines(messages) {
  const lines = messages.flatMap((message) => message.split('\n').slice(0, 8));
  return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n');
}

/**
 * `files`: JSON reports of Vitest, by path; `root`: folder of the project; `suites`: as in suites.table.mjs; `slower`: how
 * much slower than alone the run was. Gives tests `passed` and `failed`, those that failed with what they said (`failures`), and for
 * each suite that ran its `name`, `files`, `seconds`, `budgetS` and `isOver`. A report that is missing, or a file that failed outside of its tests, is a failure.
 */
export function sumReports(files, { root, suites, slower }) {
  let [passed, failed] = [0, 0];
  const failures = [];
  const spent = new Map();
  for (const file of files) {
    let report;
    try {
      report = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      console.error(`No report of tests at "${file}": ${error.message}`);
      failed += 1;
      continue;
    }
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    for (const { name, status, message, assertionResults, startTime, endTime } of report.testResults) {
      const place = path.relative(root, name).replaceAll(path.sep, '/');
      for (const test of assertionResults)
        if (test.status === 'failed')
          failures.push(`${place}: ${test.fullName}\n${firstLines(test.failureMessages ?? [])}`);
      if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
        failed += 1;
        failures.push(`${place}: outside of its tests\n${firstLines([message ?? ''])}`);
      }
      const suite = suiteOf(place, suites);
      if (suite === undefined)
        throw new Error(`"${place}" is in no suite: name it in tools/suites.table.mjs`);
      const sum = spent.get(suite.name) ?? { files: 0, ms: 0 };
      spent.set(suite.name, { files: sum.files + 1, ms: sum.ms + endTime - startTime });
    }
  }
  const ran = suites.filter(({ name }) => spent.has(name));
  return {
    passed,
    failed,
    failures,
    suites: ran.map(({ name, budgetS }) => {
      const seconds = spent.get(name).ms / 1000;
      return { name, files: spent.get(name).files, seconds, budgetS, isOver: seconds > budgetS * slower };
    }),
  };
}
