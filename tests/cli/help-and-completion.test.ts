import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.table.ts';
import { cleanEnv, PROJECT, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);
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
});

const script = async (shell: string, more = {}) =>
  (await runHere(['completion', shell], cleanEnv(dir, more))).out;

/** What bash would offer after a command line; its last word is being typed. */
async function offered(line: string, more = {}): Promise<readonly string[]> {
  const words = line.split(' ');
  const ask = `${await script('bash', more)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _pagemark
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', ask], { encoding: 'utf8', cwd: dir }).split('\n').filter(Boolean);
}

describe('pagemark completion', () => {
  it('offers commands, subcommands, options and the values of options', async () => {
    expect(await offered('pagemark ')).toEqual(
      expect.arrayContaining(['serve', 'convert', 'keys', 'doctor']),
    );
    expect(await offered('pagemark conv')).toEqual(['convert']);
    expect(await offered('pagemark keys ')).toEqual(expect.arrayContaining(['create', 'list', 'revoke']));
    expect(await offered('pagemark keys create --pl')).toEqual(['--plan']);
    expect(await offered('pagemark convert --links ')).toEqual(['inline', 'reference', 'none']);
    expect(await offered('pagemark convert page.html --sc')).toEqual(['--scope']);
  });

  it('knows the plans of the installation and what kinds of files a command reads', async () => {
    const own = '{"team":{"perMinute":5,"perHour":50}}';
    expect(await offered('pagemark keys create --plan ', { PAGEMARK_PLANS: own })).toEqual(
      expect.arrayContaining(['free', 'discovery', 'growth', 'team']),
    );
    for (const name of [
      'page.html',
      'report.pdf',
      'urls.txt',
      'my Notes.TXT',
      'photo.png',
      'old.jsonl',
      'a.csv',
    ])
      writeFileSync(path.join(dir, name), '');
    mkdirSync(path.join(dir, 'pages'));
    const files = async (command: string) =>
      (await offered(`pagemark ${command} `)).filter((word) => /[.]|^pages$/.test(word)).sort();
    expect(await files('convert')).toEqual([
      'a.csv',
      'my Notes.TXT',
      'old.jsonl',
      'page.html',
      'pages',
      'report.pdf',
      'urls.txt',
    ]);
    expect(await files('batch')).toEqual(['my Notes.TXT', 'pages', 'urls.txt']);
    expect(await files('import')).toEqual(['old.jsonl', 'pages']);
    expect(await offered('pagemark convert --sc')).toEqual(['--scope']);
    expect(await script('fish')).toContain("-ka '(__fish_complete_suffix .txt)'");
  });

  it('writes a script that each shell can read', async () => {
    expect(await script('zsh')).toMatch(/^autoload -Uz bashcompinit && bashcompinit\n/);
    const fish = await script('fish');
    expect(fish).toContain("-n '__fish_seen_subcommand_from keys; and not __fish_seen_subcommand_from");
    expect(fish).toContain("-l links -xa 'inline reference none'");
    for (const line of fish.trim().split('\n')) expect(line).toMatch(/^complete -c pagemark .* -d '.*'$/);
  });

  it('names the shells when asked for another', async () => {
    const { code, err } = await runHere(['completion', 'cmd'], cleanEnv(dir));
    expect(code).toBe(2);
    expect(err).toContain('bash, zsh, fish');
  });
});
