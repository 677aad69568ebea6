#!/usr/bin/env node
// Sums a Vitest JSON report and the exit code of the static checks into one line `N passed, N failed`.
// usage: node scripts/sum-results.mjs <vitest.json> <exit code of check:static> <exit code of npm test>
// Exits 1 when anything failed, or when the report is missing although it must exist.
import { readFileSync } from 'node:fs';

const [file, staticExit, testExit] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed = report.numPassedTests;
  failed =
    report.numFailedTests +
    report.testResults.filter((r) => r.status === 'failed' && r.assertionResults.length === 0).length;
} catch (error) {
  console.error(`No test report at "${file}": ${error.message}`);
  failed = 1;
}
if (staticExit === '0') passed += 1;
else failed += 1;
// A run can fail outside of any test (an unhandled error, a broken build): never report that as green.
if (testExit !== '0' && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
