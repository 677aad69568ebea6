import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);
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
