import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { loadConfig } from '../../src/config/config.ts';
import { convertRequest } from '../../src/contract/convert.ts';
import { FAILURE_STATUS } from '../../src/http/failure-status.ts';
import { asInClone, type DocumentBlock, documentBlocks, localised } from '../support/document-blocks.ts';
import { isFull } from '../support/full-form.ts';
import { leftOut } from '../support/left-out.ts';
import {
  ARTICLE_PAGE,
  cleanEnv,
  PROJECT,
  type RunningService,
  runPagemark,
  startPagemark,
  startSite,
  temporaryFolder,
} from '../support/run-pagemark.ts';

const run = promisify(execFile);
const FILES = readdirSync(path.join(PROJECT, 'docs')).filter((file) => file.endsWith('.md'));
const { dir, remove } = temporaryFolder();
let site: Awaited<ReturnType<typeof startSite>>;
let service: RunningService;
let env: NodeJS.ProcessEnv;

/** Stands for Claude Code: `claude mcp add --transport http NAME URL --header FIELD` asks that server for its tools. */
const CLAUDE = `#!/bin/sh
test "$1 $2 $3 $4 $7" = "mcp add --transport http --header" || exit 1
curl -sf "$6" -H "$8" -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
`;

beforeAll(async () => {
  site = await startSite(ARTICLE_PAGE);
  env = asInClone(dir, cleanEnv(dir, { PAGEMARK_FETCH_ALLOW: site.allow, PAGEMARK_BROWSER: 'off' }));
  writeFileSync(path.join(dir, 'page.html'), ARTICLE_PAGE);
  mkdirSync(path.join(dir, 'bin'));
  writeFileSync(path.join(dir, 'bin', 'claude'), CLAUDE, { mode: 0o755 });
  env.PATH = [path.join(dir, 'bin'), env.PATH].join(path.delimiter);
  copyFileSync(path.join(PROJECT, 'fixtures/made/pdf/pdfkit.pdf'), path.join(dir, 'report.pdf'));
  service = await startPagemark(env);
  const { printed } = service;
  env = {
    ...env,
    PAGEMARK_KEY: /pmk_\w+/.exec(printed)?.[0],
    PAGEMARK_LICENSE: /pml_\w+/.exec(printed)?.[0],
  };
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
  remove();
});

const local = (code: string) => localised(code, site.url, service.url);

/** Runs a block; each language is run as its reader would. Returns what it printed. */
const RUNNERS: Readonly<Record<string, (code: string) => Promise<string>>> = {
  sh: async (code) => (await run('sh', ['-ec', local(code)], { env, cwd: dir })).stdout,
  // Without a file: one in dist/ was there for the tests that copy it.
  js: async (code) =>
    (await run(process.execPath, ['--input-type=module', '--eval', local(code)], { env, cwd: PROJECT }))
      .stdout,
  /** A command, and what it prints. */
  text: async (code) => {
    const [, command, shown] = /^\$ (.+)\n([\s\S]*)$/.exec(code) ?? [];
    const { stdout } = await run('sh', ['-ec', command!], { env, cwd: PROJECT });
    expect(stdout).toBe(shown);
    return stdout;
  },
  /** `tests/storage/regions.test.ts` runs it. */
  sql: async (code) => code,
  python: async (code) => (await run('python3', ['-c', local(code)], { env, cwd: dir })).stdout,
  json: async (code) => {
    const value = JSON.parse(code) as Record<string, unknown>;
    const servers = value.mcpServers ?? value.servers ?? value.context_servers;
    if (servers === undefined) return code;
    const answers = await Promise.all(Object.values(servers as object).map(listTools));
    return answers.join('\n');
  },
  ini: async (code) => {
    const settings = code
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2));
    const { warnings } = loadConfig(Object.fromEntries(settings));
    expect(warnings).toEqual([]);
    return code;
  },
};

interface McpServerConfig {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly serverUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the server of a client's configuration for its tools. */
async function listTools({ command, args, url, serverUrl, headers }: McpServerConfig): Promise<string> {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  if (command !== undefined) return listToolsOverStdio(command, args ?? [], list);
  const authorization = headers?.Authorization?.replaceAll(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of the clients
    '${env:PAGEMARK_KEY}',
    env.PAGEMARK_KEY ?? '',
  );
  const answer = await fetch(local(url ?? serverUrl ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: authorization ?? '' },
    body: JSON.stringify(list),
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain('webpage_to_markdown');
  return text;
}

async function listToolsOverStdio(command: string, args: readonly string[], list: object): Promise<string> {
  const child = spawn(
    command,
    args.map((arg) => arg.replace('/path/to/pagemark', PROJECT)),
    { env, cwd: dir },
  );
  try {
    const initialize = {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'docs', version: '1' },
      },
    };
    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const message of [initialize, ready, list]) child.stdin.write(`${JSON.stringify(message)}\n`);
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (text.includes('webpage_to_markdown')) break;
    }
    expect(text).toContain('webpage_to_markdown');
    return text;
  } finally {
    child.kill();
  }
}

const hasPython = (process.env.PATH ?? '')
  .split(':')
  .some((folder) => existsSync(path.join(folder, 'python3')));
if (!hasPython) leftOut('the Python blocks of docs/', 'apt-get install python3');

function canRun({ lang }: DocumentBlock): boolean {
  return lang !== 'python' || hasPython;
}

/** Whether the form plays a block: of those that start a program, the short form plays each other one of a document. */
function isPlayed([number, { lang, code }]: readonly [number, DocumentBlock]): boolean {
  const startsProgram = lang === 'js' || lang === 'python' || code.includes('dist/cli/main.js');
  return isFull || !startsProgram || number % 2 === 1;
}

/** Fragments of the headings of a guide, as GitHub makes them. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(FILES)('docs/%s', (file) => {
  // The examples of constructs are pages and what becomes of them: tests/constructs.
  const blocks = file === 'constructs.md' ? [] : documentBlocks(path.join('docs', file)).filter(canRun);
  const named = blocks.map((block, index) => [index + 1, block] as const).filter(isPlayed);

  it.runIf(named.length > 0).each(named)(
    'block %d runs and prints something',
    async (_number, { lang, code }) => {
      const runner = RUNNERS[lang];
      expect(runner, `no way to run a block of "${lang}"`).toBeDefined();
      const printed = await runner!(code);
      expect(printed).not.toBe('');
      if (lang === 'sh') expect(printed).not.toContain('"status":"error"');
    },
  );

  it('links to files and headings that exist', () => {
    const text = readFileSync(path.join(PROJECT, 'docs', file), 'utf8');
    for (const [, target = '', heading] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const linked = path.join(PROJECT, 'docs', target || file);
      expect(existsSync(linked), target).toBe(true);
      if (heading !== undefined) expect(anchorsOf(readFileSync(linked, 'utf8')), target).toContain(heading);
    }
  });
});

/** A file of the repository, as text names it. */
const FILE_NAMED =
  /(?<![\w./-])(?:src|tests|scripts|tools|bench|deploy|decisions|docs)\/[\w./-]+\.(?:ts|mjs|md|yaml|json|cfg|conf|service)\b/g;

interface Scripts {
  readonly scripts: Readonly<Record<string, string>>;
}

describe('docs', () => {
  it('name every field of a conversion request', () => {
    const text = readFileSync(path.join(PROJECT, 'docs/api.md'), 'utf8');
    for (const field of Object.keys(convertRequest.shape)) expect(text).toContain(`| \`${field}\` |`);
  });

  it('give every reason its status and what to do', () => {
    const text = readFileSync(path.join(PROJECT, 'docs/reasons.md'), 'utf8');
    for (const [reason, status] of Object.entries(FAILURE_STATUS)) {
      expect(text).toMatch(
        new RegExp(`^\\| \`${reason}\` \\| ${status} \\|.*\\]\\([a-z-]+\\.md#[a-z-]+\\) \\|$`, 'm'),
      );
    }
  });

  it('name every command and exit code', async () => {
    const text = readFileSync(path.join(PROJECT, 'docs/command-line.md'), 'utf8');
    const { out } = await runPagemark(['--help'], env);
    const commands = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    expect(commands).toContain('convert');
    for (const name of commands.filter((each) => each !== 'help'))
      expect(text).toMatch(new RegExp(`^\\| .*\`${name}[ \`]`, 'm'));
    for (const code of Object.values(EXIT)) expect(text).toContain(`| ${code} |`);
  });

  // Until there is a release, what needs one is said once, beside what works from a clone.
  it('and hints of the program name the published package nowhere but once in the README', () => {
    const ofProgram = readdirSync(path.join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('own-command'))
      .map((file) => `src/${file}`);
    const files = ['README.md', 'SECURITY.md', ...FILES.map((file) => `docs/${file}`), ...ofProgram];
    const named = files.filter((file) =>
      /npx (?:-y )?pagemark|"npx"|npm (?:i|install) pagemark/.test(
        readFileSync(path.join(PROJECT, file), 'utf8'),
      ),
    );
    expect(named).toEqual(['README.md']);
    const readme = readFileSync(path.join(PROJECT, 'README.md'), 'utf8');
    expect(readme.match(/npx pagemark/g)).toHaveLength(1);
  });

  it('and the pages beside them name files and scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as Scripts;
    const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'];
    for (const file of [...pages, ...FILES.map((name) => `docs/${name}`)]) {
      const text = readFileSync(path.join(PROJECT, file), 'utf8');
      for (const [named] of text.matchAll(FILE_NAMED))
        expect(existsSync(path.join(PROJECT, named)), named).toBe(true);
      for (const [, script] of text.matchAll(/npm run ([a-z:]+)/g)) expect(scripts).toHaveProperty([script!]);
    }
  });

  it('are all listed in their index', () => {
    const text = readFileSync(path.join(PROJECT, 'docs/README.md'), 'utf8');
    for (const file of FILES.filter((each) => each !== 'README.md')) expect(text).toContain(`](${file})`);
  });
});
