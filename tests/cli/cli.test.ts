import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { convertHtml } from 'pagemark';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { ServiceError, toFailure } from '../../src/contract/failure.ts';
import { inForm, isFull } from '../support/full-form.ts';
import {
  ARTICLE_PAGE,
  BIN,
  cleanEnv,
  type RunningService,
  runHere,
  runPagemark,
  startPagemark,
  startSite,
  temporaryFolder,
} from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
const FILE = path.join(dir, 'page.html');
let site: Awaited<ReturnType<typeof startSite>>;
let env: NodeJS.ProcessEnv;
/** Started on an empty store. */
let service: RunningService;

beforeAll(async () => {
  site = await startSite(ARTICLE_PAGE);
  env = cleanEnv(dir, { PAGEMARK_FETCH_ALLOW: site.allow });
  writeFileSync(FILE, ARTICLE_PAGE);
  service = await startPagemark(env);
});
afterAll(async () => {
  await service?.stop();
  await site.close();
  remove();
});

describe('pagemark convert', () => {
  test.runIf(process.platform === 'linux')('tells in one line that its output has no room', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [BIN, 'convert', FILE], { env, stdio: ['ignore', full, 'pipe'] });
    const said = text(child.stderr!);
    const [code] = await once(child, 'exit');
    closeSync(full);
    expect(await said).toMatch(/^pagemark: Make room for the output, or send it elsewhere: ENOSPC.*\n$/);
    expect(code).toBe(EXIT.internal);
  });

  test('hands no terminal a raw escape: of a page, its metadata, a file name or a message', async () => {
    const bad = '\u001b]0;owned\u0007\u001b[31m\u009b2J';
    writeFileSync(path.join(dir, 'bad.html'), ARTICLE_PAGE.replaceAll('north', `north${bad}`));
    writeFileSync(
      path.join(dir, 'bad.txt'),
      'A log\u001b[31m in\u009b colours.\n\nSecond\u001b[0m paragraph of it.\n',
    );
    const runs = [
      ['convert', 'bad.txt'],
      ['convert', `no${bad}file.html`, '--json'],
      ['convert', 'bad.html', '--metadata', '--diagnostics', '--json'],
      ['batch', `no${bad}list`, '--out', dir],
    ];
    const more = [
      ['convert', 'bad.html'],
      ['convert', 'bad.txt', '--frontmatter'],
      ['convert', `no${bad}file.html`],
      ['explain', 'bad.html', '--text', `north${bad}`],
      ['convert', 'bad.html', `--no-such${bad}`],
    ];
    const ended = await Promise.all([...runs, ...(isFull ? more : [])].map((args) => runPagemark(args, env)));
    for (const { out, err } of ended) {
      expect(out + err).not.toBe('');
      expect(out + err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }
    const [document, missing] = ended;
    expect(document!.out).toBe('A log in colours.\n\nSecond paragraph of it.\n');
    expect(JSON.parse(missing!.err).error.message).toMatch(/\\u001b\[31m\u009b2Jfile\.html.*no such file/);
  });

  test('gives the same bytes for an address, a file, standard input, the library and the service', async () => {
    const { markdown } = convertHtml(ARTICLE_PAGE, { url: site.url });
    expect(markdown).toContain('| Second | 310 km |');
    const fromAddress = await runHere(['convert', site.url], env);
    expect(fromAddress).toMatchObject({ code: 0, err: '' });
    expect(fromAddress.out.trimEnd()).toBe(markdown.trimEnd());
    const fromFile = await runHere(['convert', FILE, '--url', site.url], env);
    expect(fromFile.out).toBe(fromAddress.out);
    const fromInput = await runPagemark(['convert', '-', '--url', site.url], env, ARTICLE_PAGE);
    expect(fromInput.out).toBe(fromAddress.out);
    const asJson = await runHere(['convert', site.url, '--json'], env);
    expect(JSON.parse(asJson.out)).toMatchObject({
      content: markdown,
      metadata: { title: 'Rivers of the north' },
    });
    const answer = await fetch(`${service.url}/v1/convert`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${/pmk_\w+/.exec(service.printed)?.[0]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ url: site.url }),
    });
    expect(await answer.json()).toEqual({ status: 'success', data: { content: markdown } });
  });

  test('the metadata of a file without an address say about:blank', async () => {
    const { out } = await runHere(['convert', FILE, '--json'], env);
    expect(JSON.parse(out).metadata.url).toBe('about:blank');
    const given = await runHere(['convert', FILE, '--json', '--url', 'https://a.example/'], env);
    expect(JSON.parse(given.out).metadata.url).toBe('https://a.example/');
  });

  test('a saved page that names its own address is converted under that, unless another one is given', async () => {
    const saved = path.join(dir, 'saved.html');
    const named = '<head><link rel="canonical" href="https://a.example/rivers/north">';
    writeFileSync(saved, ARTICLE_PAGE.replace('<head>', named));
    const own = (await runHere(['convert', saved, '--frontmatter'], env)).out;
    expect(own).toMatch(/^url: "?https:\/\/a\.example\/rivers\/north"?$/m);
    expect(own).toContain('](https://a.example/towns)');
    const given = (await runHere(['convert', saved, '--frontmatter', '--url', site.url], env)).out;
    expect(given).toMatch(new RegExp(`^url: "?${site.url}"?$`, 'm'));
    expect(given).not.toContain('](https://a.example/');
  });

  test.each([
    ['what its cards and its structured data say', '<meta property="og:url" content="https://a.example/">'],
    [
      'a link in what a reader wrote',
      '<title>T</title><p>x <link rel="canonical" href="https://b.example/q">',
    ],
  ])('%s is not the address of a saved page', async (_, markup) => {
    const saved = path.join(dir, 'unnamed.html');
    const structured =
      '<script type="application/ld+json">{"@type":"Article","url":"https://a.example/"}</script>';
    writeFileSync(
      saved,
      `<!doctype html>${structured}${markup}<p>${'Rivers have bridges. '.repeat(20)}<a href="/x">x</a>`,
    );
    const { out } = await runHere(['convert', saved], env);
    expect(out).toContain('[x](/x)');
  });

  test('--text prints no markup', async () => {
    const { out } = await runHere(['convert', FILE, '--text'], env);
    expect(out).toContain('Second\t310 km');
    expect(out).not.toMatch(/[|#`]|\]\(/);
  });

  test('the parts of a file joined are the whole, and standard error names the next', async () => {
    const whole = (await runHere(['convert', FILE], env)).out;
    const parts: string[] = [];
    let cursor: string | undefined;
    do {
      const more = cursor === undefined ? ['--max-tokens', '50'] : ['--cursor', cursor];
      const { code, out, err } = await runHere(['convert', FILE, ...more], env);
      expect(code).toBe(0);
      parts.push(out.trimEnd());
      cursor = /^There is more: add --cursor (\S+)\n$/.exec(err)?.[1];
    } while (cursor !== undefined);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join('\n\n')).toBe(whole.trimEnd());
    const [, first] = /--cursor (\S+)/.exec(
      (await runHere(['convert', FILE, '--max-tokens', '50'], env)).err,
    )!;
    const another = path.join(dir, 'another.html');
    writeFileSync(another, '<p>Another page.</p>'.repeat(9));
    const other = await runHere(['convert', another, '--cursor', first!], env);
    expect(other).toMatchObject({ code: 2, out: '', err: expect.stringContaining('cursor_expired') });
  });

  test.each([
    [['--include', 'p:has('], 'It is in --include.', 2],
    [['--cursor', 'nonsense'], 'Set --cursor to the cursor that the part before it named', 2],
    [['--timeout', '1'], 'Set --timeout to', 2],
    [['--render', 'never', '--wait-for-selector', 'p'], 'Remove --wait-for-selector, or set --render', 2],
  ])('a failure with %j speaks of flags, not of fields', async (flags, said, code) => {
    const run = await runHere(['convert', site.url, ...flags], env);
    expect(run).toMatchObject({ code, out: '', err: expect.stringContaining(said) });
  });

  test('records of a batch speak of flags, not of fields', async () => {
    const [list, out] = [path.join(dir, 'urls.txt'), path.join(dir, 'batch')];
    writeFileSync(list, site.url);
    await runHere(['batch', list, '--out', out, '--include', '.nothing'], env);
    const [record] = readFileSync(path.join(out, 'results.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(record!).message).toContain('what the selectors, --images or --text leave of it');
  });

  test('a page without content is told with the flag that gives what was found', async () => {
    const blank = path.join(dir, 'blank.html');
    writeFileSync(blank, '<title>Blank</title><p></p>');
    const { code, err } = await runHere(['convert', blank], env);
    expect([code, err]).toEqual([
      3,
      'pagemark: Check the address, or add --no-strict to get what was found: the page has no content. (empty_content)\n',
    ]);
  });

  test.each([
    [['convert', path.join(dir, 'missing.html')], 2, 'there is no such file'],
    [['convert', 'example'], 2, 'an address that begins with https://'],
    [['convert', FILE, '--include', 'a['], 2, 'Correct the selector "a["'],
    [['convert', FILE, '--url', 'example.com/a'], 2, 'Set --url to an http or https address'],
    [['convert', FILE, '--render', 'always'], 2, 'never rendered'],
    [['convert', FILE, '--wait-for-selector', 'h1'], 2, 'never rendered'],
    [['convert', FILE, '--cursor', 'nonsense'], 2, 'cursor'],
    [['convert', FILE, '--max-tokens', '1'], 2, '--max-tokens'],
    [['convert', 'ftp://example.com/'], 2, 'invalid_url'],
    [['convert', 'http://127.0.0.1:1/'], 5, 'blocked_target'],
    [['convert'], 2, "pagemark: missing required argument 'source'"],
    [['convert', FILE, '--scope', 'half'], 2, 'Allowed choices are main, full'],
    [['konvert'], 2, 'Did you mean convert?'],
  ])('%j ends with code %i and says why', async (args, code, message) => {
    const run = await runHere(args, env);
    expect(run.err).toContain(message);
    expect(run).toMatchObject({ code, out: '' });
  });

  test('an empty page is a failure with its reason, and its content with --no-strict', async () => {
    const empty = path.join(dir, 'empty.html');
    writeFileSync(empty, '<html><body><div id="app"></div></body></html>');
    const strict = await runHere(['convert', empty, '--json'], env);
    expect(strict.code).toBe(3);
    expect(JSON.parse(strict.err).error.reason).toMatch(/^(empty_content|js_required)$/);
    const loose = await runHere(['convert', empty, '--json', '--no-strict'], env);
    expect(loose.code).toBe(0);
    expect(JSON.parse(loose.out)).toMatchObject({ outcome: JSON.parse(strict.err).error.reason });
  });
});

describe('pagemark keys and licenses', () => {
  test('create shows the secret once, list never, revoke refuses it', async () => {
    const made = JSON.parse(
      (await runHere(['keys', 'create', '--plan', 'free', '--name', 'a', '--json'], env)).out,
    );
    expect(made).toMatchObject({ plan: 'free', name: 'a', state: 'active', expires_at: null });
    expect(made.key).toMatch(/^pmk_[0-9A-Za-z]{38}$/);
    const listed = await runHere(['keys', 'list', '--json'], env);
    expect(listed.out).toContain(made.id);
    expect(listed.out).not.toContain(made.key);
    const revoked = await runHere(['keys', 'revoke', made.id], env);
    expect(revoked).toMatchObject({ code: 0, out: `Revoked ${made.id}.\n` });
    const after = JSON.parse((await runHere(['keys', 'list', '--json'], env)).out);
    expect(after.find((key: { id: string }) => key.id === made.id).state).toBe('revoked');
  });

  test('create accepts a past --expires, refuses an unknown plan and a bad time', async () => {
    const past = await runHere(
      ['keys', 'create', '--plan', 'growth', '--expires', '2020-01-01T00:00:00Z', '--json'],
      env,
    );
    expect(JSON.parse(past.out)).toMatchObject({ state: 'expired', expires_at: '2020-01-01T00:00:00Z' });
    const plan = await runHere(['keys', 'create', '--plan', 'gold'], env);
    expect(plan.code).toBe(2);
    expect(plan.err).toContain('free, discovery, growth');
    for (const time of [
      'tomorrow',
      '2027-02-29T00:00:00Z',
      '2027-04-31T12:00:00+02:00',
      '2027-01-31T24:00:00Z',
    ]) {
      const wrong = await runHere(['keys', 'create', '--plan', 'free', '--expires', time], env);
      expect(wrong.code, time).toBe(2);
      expect(wrong.err).toContain('RFC 3339');
    }
    const leap = await runHere(
      ['keys', 'create', '--plan', 'free', '--expires', '2028-02-29 23:30:00.5-01:00', '--json'],
      env,
    );
    expect(JSON.parse(leap.out).expires_at).toBe('2028-03-01T00:30:00.500Z');
  });

  test('a key is of the plan free unless told otherwise, credit adds up, and an unknown id is named', async () => {
    const made = JSON.parse((await runHere(['keys', 'create', '--credits', '5', '--json'], env)).out);
    expect(made.plan).toBe('free');
    const more = await runHere(['keys', 'credit', made.id, '7', '--json'], env);
    expect(JSON.parse(more.out)).toEqual({ id: made.id, credits: 12 });
    const unknown = await runHere(['keys', 'revoke', 'key_nobody'], env);
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('"key_nobody"');
  });

  test('licenses create, list and revoke', async () => {
    const made = JSON.parse((await runHere(['licenses', 'create', '--ai-calls', '50', '--json'], env)).out);
    expect(made).toMatchObject({ tier: 'pro', ai_calls_limit: 50, state: 'active' });
    expect(made.key).toMatch(/^pml_[0-9A-Za-z]{38}$/);
    expect((await runHere(['licenses', 'revoke', made.id], env)).code).toBe(0);
    expect((await runHere(['licenses', 'list'], env)).out).toMatch(new RegExp(`${made.id}.*revoked`));
  });

  test('commands name their store, and one that makes nothing refuses a folder without one, and leaves it so', async () => {
    const file = path.join(dir, 'elsewhere', 'pagemark.db');
    const other = { ...env, PAGEMARK_DATABASE_URL: `file:${file}` };
    for (const args of [
      ['keys', 'list'],
      ['keys', 'revoke', 'key_a'],
      ['licenses', 'list'],
      ['usage'],
      ['export', '-'],
    ]) {
      const missing = await runHere(args, other);
      expect(missing, args.join(' ')).toMatchObject({ code: 2, out: '' });
      expect(missing.err).toContain(`this user sees no ${JSON.stringify(file)}`);
      expect(existsSync(path.dirname(file))).toBe(false);
    }
    const made = await runHere(['keys', 'create'], other);
    expect(made.err).toMatch(/^Store: .*elsewhere.pagemark\.db\nKey key_/);
    expect((await runHere(['keys', 'list'], other)).err).toBe(`Store: ${file}\n`);
    expect((await runHere(['keys', 'list', '--json'], other)).err).toBe('');
  });

  test('bad settings are all listed before anything starts', async () => {
    const run = await runHere(['serve'], { ...env, PORT: '99999', PAGEMARK_WORKERS: 'many' });
    expect(run.code).toBe(2);
    expect(run.err).toContain('PORT');
    expect(run.err).toContain('PAGEMARK_WORKERS');
  });

  test('bad settings are an error envelope with --json', async () => {
    const run = await runHere(['keys', 'list', '--json'], { ...env, PORT: '99999' });
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(run.err)).toMatchObject({
      error: { reason: 'invalid_request', message: expect.stringContaining('Set PORT') },
    });
  });

  test('an address that cannot be had names the setting', async () => {
    const { port } = new URL(site.url);
    const taken = await runPagemark(['serve'], { ...env, HOST: '127.0.0.1', PORT: port });
    expect(taken.code).toBe(2);
    expect(taken.err).toContain(
      `Set PORT to a free port, or end the program that listens on it; it is "${port}"`,
    );
    const foreign = await runPagemark(['serve'], { ...env, HOST: '192.0.2.1', PORT: '0' });
    expect(foreign.code).toBe(2);
    expect(foreign.err).toContain('Set HOST to an address of this machine; it is "192.0.2.1"');
  });
});

describe('first start', () => {
  test('prints a key with a request on an empty store only, to a terminal only, and never in production', async () => {
    // A warning of the log comes after what a person looks for.
    expect(service.printed).toMatch(/^pagemark listens on /);
    expect(service.printed).toMatch(/pmk_\w{38}/);
    expect(service.printed).toContain('curl -s');
    expect(await service.stop()).toBe(0);
    const second = await startPagemark(env);
    expect(second.printed).not.toContain('pmk_');
    await second.stop();
    const production = temporaryFolder();
    try {
      const store = path.join(production.dir, "$HOME's `id`", 'pagemark.db');
      const more = {
        PAGEMARK_DATABASE_URL: `file:${store}`,
        PAGEMARK_BASE_URL: 'https://md.example',
        PAGEMARK_ADMIN_TOKEN: 'a'.repeat(32),
      };
      const unseen = await startPagemark(cleanEnv(production.dir, more), BIN, 'no terminal');
      expect(unseen.printed).not.toMatch(/pm[kl]_/);
      expect(unseen.printed).toMatch(
        /^Playground: https:\/\/md\.example\/\nAPI docs: .*\nAdmin page: https:\/\/md\.example\/admin$/m,
      );
      expect(unseen.logged).toBe('');
      await unseen.stop();
      const seen = await startPagemark(cleanEnv(production.dir));
      expect(seen.printed).toMatch(/pmk_\w{38}/);
      await seen.stop();
      const made = /^To make one: (.* keys create --plan free)$/m.exec(unseen.printed)![1]!;
      const { PAGEMARK_DATABASE_URL: _, ...another } = cleanEnv(production.dir);
      const run = spawnSync('sh', ['-c', made], { env: another, cwd: dir, encoding: 'utf8' });
      expect(run.stdout).toMatch(/^pmk_\w{38}\n$/);
      expect(run.stderr).toContain(`Store: ${store}\n`);

      const other = await startPagemark(cleanEnv(production.dir, { NODE_ENV: 'production' }));
      expect(other.printed).not.toContain('pmk_');
      await other.stop();
    } finally {
      production.remove();
    }
  });
});

describe('serve', () => {
  const ways: readonly (readonly [string, (serving: ChildProcess) => unknown])[] = [
    [
      'and that of its errors too',
      (serving) => {
        serving.stdout!.destroy();
        serving.stderr!.destroy();
      },
    ],
    ['before it prints', (serving) => serving.stdout!.destroy()],
    [
      'after it has printed',
      async (serving) => {
        await once(serving.stderr!, 'data');
        serving.stdout!.destroy();
        serving.stderr!.destroy();
      },
    ],
  ];

  test.each(inForm(ways, 3))('goes on when the reader of its output goes, %s', async (_, leave) => {
    const own = temporaryFolder();
    const port = await freePort();
    const serving = spawn(process.execPath, [BIN, 'serve'], {
      env: cleanEnv(own.dir, { PORT: String(port), PAGEMARK_BROWSER: 'off' }),
    });
    try {
      await leave(serving);
      const health = () =>
        fetch(`http://127.0.0.1:${port}/health`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(health).toBe(200);
      // Every answer is a line of the log.
      for (let i = 0; i < 20; i++) expect(await health()).toBe(200);
      serving.kill('SIGTERM');
      expect(await once(serving, 'exit')).toEqual([0, null]);
    } finally {
      serving.kill('SIGKILL');
      own.remove();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('a defect is told by its cause: a command has no request to send again', async () => {
  let told = '';
  const cause = new Error('the pool has no thread');
  const out = () => {
    throw new ServiceError(toFailure(cause), { cause });
  };
  const err = (text: string) => {
    told += text;
  };
  const terminal = {
    out,
    err,
    progress: () => undefined,
    interactive: false,
    columns: () => 79,
    screen: null,
  };
  expect(await runCli(['--version'], terminal, {}, [])).toBe(EXIT.internal);
  expect(told).toBe('pagemark: Report this defect of pagemark: the pool has no thread (internal)\n');
});
