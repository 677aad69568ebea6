import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);
const script = async (shell: string) => (await runHere(['completion', shell], cleanEnv(dir))).out;

/** What bash would offer after a command line; its last word is being typed. */
async function offered(line: string): Promise<readonly string[]> {
  const words = line.split(' ');
  const ask = `${await script('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _pagemark
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).split('\n').filter(Boolean);
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
