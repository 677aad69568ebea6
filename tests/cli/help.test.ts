import { expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.table.ts';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
const help = async (...path: readonly string[]) => (await runHere([...path, '--help'], cleanEnv(dir))).out;

/** Names of the commands that a help lists, but for `help` itself. */
const commandsIn = (text: string) =>
  [...(text.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}(\w+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');

test('the help of every command has examples, whose options are its own', async () => {
  const seen: string[] = [];
  const look = async (path: readonly string[]): Promise<void> => {
    const text = await help(...path);
    for (const name of commandsIn(text)) await look([...path, name]);
    if (path.length === 0) return;
    seen.push(path.join(' '));
    const [before = '', examples] = text.split('\nExamples:\n');
    expect(examples, path.join(' ')).toBeDefined();
    for (const [line] of EXAMPLES[path.join(' ')] ?? []) {
      expect(examples).toContain(line);
      const words = line.split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/);
      const own = line.startsWith(`${path.join(' ')} `) && commandsIn(text).length === 0;
      for (const option of own ? words.filter((word) => /^--?\w/.test(word)) : [])
        expect(before, line).toMatch(new RegExp(`(?:^| )${option}(?:,| |$)`, 'm'));
    }
  };
  await look([]);
  expect(seen.sort()).toEqual(Object.keys(EXAMPLES).sort());
  remove();
});
