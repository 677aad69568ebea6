import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanEnv, runPagemark, startPagemark, temporaryFolder } from '../support/run-pagemark.ts';
import { quoted, secretsIn } from '../support/secrets-in.ts';

const TOKEN = 'planted-metrics-token';
const { dir, remove } = temporaryFolder();
afterAll(remove);

/** Settings of a service that does what a test wants once it has started, which is when it listens to signals. */
function envWith(name: string, what: string): NodeJS.ProcessEnv {
  const file = path.join(dir, `${name}.mjs`);
  writeFileSync(
    file,
    `const timer = setInterval(() => {
      if (process.listenerCount('SIGTERM') === 0) return;
      clearInterval(timer);
      ${what};
    }, 50);`,
  );
  return cleanEnv(dir, {
    PORT: '0',
    NODE_OPTIONS: `--import=${pathToFileURL(file).href}`,
    PAGEMARK_METRICS_TOKEN: TOKEN,
    PAGEMARK_BROWSER: 'off',
  });
}

const said = JSON.stringify(quoted(TOKEN));
const WAYS: Readonly<Record<string, string>> = {
  'a line of a package': `console.error('a package says', ${said})`,
  'a warning of Node': `process.emitWarning('Node says ' + ${said})`,
};
const ENDS: Readonly<Record<string, string>> = {
  'an error that nobody caught': `throw new Error(${said})`,
  'a rejection that nobody handled': `Promise.reject(Object.assign(new Error('x'), { command: [${said}] }))`,
};

describe('standard error of the service holds no secret in', () => {
  test(Object.keys(WAYS).join(' and '), async () => {
    const service = await startPagemark(envWith('ways', Object.values(WAYS).join('; ')));
    try {
      for (const way of ['a package says', 'Warning: Node says'])
        await expect.poll(() => service.printed).toContain(`${way} [secret]`);
    } finally {
      await service.stop();
    }
    expect(secretsIn(service.printed, [TOKEN])).toEqual([]);
  });

  test.each(Object.entries(ENDS))('%s', async (name, what) => {
    const { code, out, err } = await runPagemark(['serve'], envWith(name, what));
    expect({ code, out: secretsIn(out, [TOKEN]), err: secretsIn(err, [TOKEN]) }).toEqual({
      code: 1,
      out: [],
      err: [],
    });
    expect(err).toContain('[secret]');
  });
});

describe('commands print no secret', () => {
  /** A file where a folder has to be, under a name that is a secret too. */
  const file = path.join(dir, TOKEN);
  const env = () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
    return cleanEnv(dir, {
      PAGEMARK_METRICS_TOKEN: TOKEN,
      PAGEMARK_DATABASE_URL: `file:${path.join(file, 'pagemark.db')}`,
      PAGEMARK_BROWSER: 'off',
    });
  };

  // It opens the store; others stop where they see no file of it.
  test.each(['migrate', 'migrate --json'])('pagemark %s', async (line) => {
    const { out, err } = await runPagemark(line.split(' '), env());
    expect(out + err).toContain('[secret]');
    expect(secretsIn(out + err, [TOKEN])).toEqual([]);
  });

  test('a key given by mistake is not repeated', async () => {
    const key = `pmk_${'0aZ'.repeat(12)}xy`;
    const { code, err } = await runPagemark(['keys', key], cleanEnv(dir));
    expect(code).toBe(2);
    expect(secretsIn(err, [key])).toEqual([]);
    expect(err).toContain('[secret]');
  });
});
