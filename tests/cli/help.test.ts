import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.table.ts';
import { cleanEnv, PROJECT, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
const help = async (...path: readonly string[]) => (await runHere([...path, '--help'], cleanEnv(dir))).out;

/** Names of the commands that a help lists, but for `help` itself. */
const commandsIn = (text: string) =>
  [
    ...text
      .split('\nExamples:\n')[0]!
      .replace(/\nArguments:\n[\s\S]*?\n\n/, '\n')
      .matchAll(/^ {2}([a-z]+)/gm),
  ]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');

test('the help lists the commands in groups', async () => {
  const text = await help();
  const groups = text.split(/\n\n(?=[A-Z].*:\n)/).map((block) => [block.split(':')[0], commandsIn(block)[0]]);
  expect(groups).toEqual(
    expect.arrayContaining([
      ['Pages', 'convert'],
      ['The service', 'serve'],
      ['Who may use it', 'keys'],
      ['The store', 'backup'],
    ]),
  );
});

test('the man page has every command and every option of the help', async () => {
  const page = readFileSync(path.join(PROJECT, 'dist/pagemark.1'), 'utf8').replaceAll('\\-', '-');
  for (const command of Object.keys(EXAMPLES)) {
    const options = (await help(...command.split(' '))).matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm);
    for (const [, option = ''] of options) if (option !== '--help') expect(page, command).toContain(option);
    if (commandsIn(await help(...command.split(' '))).length === 0)
      expect(page).toContain(`.SS pagemark ${command}`);
  }
  expect(page).not.toMatch(/^[.'](?!TH|SH|SS|TP|B |I )/m);
});

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
