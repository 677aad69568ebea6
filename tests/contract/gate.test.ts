import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MANIFEST } from './manifest.ts';
import { KNOWN_GAPS } from './verifies.ts';

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
const CITATION = /\bverifies\(\s*'([^']+)'/g;

/** Ids cited in test sources, with the number of times each is. */
function citations(sources: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const source of sources) {
    for (const [, id = ''] of source.matchAll(CITATION)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** What is wrong between a manifest, its gaps and the citations. */
function faults(
  manifest: readonly string[],
  gaps: readonly string[],
  cited: ReadonlyMap<string, number>,
): string[] {
  return [
    ...manifest.filter((id) => !cited.has(id)).map((id) => `no test: ${id}`),
    ...[...cited.keys()].filter((id) => !manifest.includes(id)).map((id) => `unknown id: ${id}`),
    ...gaps.filter((id) => !manifest.includes(id)).map((id) => `unknown gap: ${id}`),
    ...gaps.filter((id, i) => gaps.indexOf(id) !== i).map((id) => `gap twice: ${id}`),
  ];
}

test('gate finds a promise without test, an unknown id and an unknown gap', () => {
  const cited = citations(["verifies('a', () => {}); verifies(\n  'x', () => {});"]);
  expect(faults(['a', 'b'], ['c', 'a', 'a'], cited)).toEqual([
    'no test: b',
    'unknown id: x',
    'unknown gap: c',
    'gap twice: a',
  ]);
});

test('manifest: every promise has a test and every cited id exists', () => {
  const sources = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.test.ts') && name !== 'gate.test.ts')
    .map((name) => readFileSync(path.join(FOLDER, name), 'utf8'));
  expect(sources.length).toBeGreaterThan(3);
  expect(faults(Object.keys(MANIFEST), KNOWN_GAPS, citations(sources))).toEqual([]);
});
