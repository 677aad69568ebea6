import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snippetsOf } from '../../src/playground/snippets.ts';
import { launchBrowser } from '../support/browser.ts';
import { inForm } from '../support/full-form.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import {
  ARTICLE_PAGE,
  cleanEnv,
  PROJECT,
  type RunningService,
  startPagemark,
  startSite,
  temporaryFolder,
} from '../support/run-pagemark.ts';

const TWO_MINUTES_MS = 120_000;
const run = promisify(execFile);
const browser = await launchBrowser();
const { dir, remove } = temporaryFolder();
let site: Awaited<ReturnType<typeof startSite>>;
let service: RunningService;
let env: NodeJS.ProcessEnv;
let startedAt: number;

beforeAll(async () => {
  site = await startSite(ARTICLE_PAGE);
  env = cleanEnv(dir, { PAGEMARK_FETCH_ALLOW: site.allow });
  startedAt = performance.now();
  service = await startPagemark(env);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await site?.close();
  remove();
});

test.skipIf(browser === null)(
  'in three actions (start, open the printed address, type an address and press Enter) a page is converted',
  async () => {
    const page = await browser!.newPage();
    page.setDefaultTimeout(0);
    const printed = /(http:\/\/\S+\/#key=pmk_\S+)/.exec(service.printed)![1]!;
    await page.goto(printed);
    await page.fill('#ask-url', site.url);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel-preview >> text=The second river is longer');
    console.log(`from the start to a converted page: ${Math.round(performance.now() - startedAt)} ms`);
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(TWO_MINUTES_MS));
    await page.close();
  },
);

describe('code of the playground, executed as written', () => {
  const key = () => /pmk_\w+/.exec(service.printed)![0];
  const has = (command: string) => spawnSync(command, ['--version']).status === 0;
  const code = (title: string, html: boolean) => {
    const input = {
      url: site.url,
      links: 'none' as const,
      strict: true,
      exclude_selectors: ["p:not([data-x='true'])"],
      ...(html ? { html: ARTICLE_PAGE } : {}),
    };
    return snippetsOf(service.url, input).find((snippet) => snippet.title === title)!.code;
  };
  const execute = async (command: string, args: readonly string[], cwd = dir) => {
    writeFileSync(path.join(dir, 'page.html'), ARTICLE_PAGE);
    const { stdout } = await run(command, args, { cwd, env: { ...env, PAGEMARK_KEY: key() } });
    expect(stdout).toContain('# Rivers of the north');
    expect(stdout).not.toContain('The first river runs');
  };

  test.each(inForm([false, true], 2))('curl (HTML: %s)', async (html) => {
    if (html && !has('jq')) return leftOut('curl with HTML', 'apt-get install jq');
    await execute('sh', ['-c', code('curl', html)]);
  });

  test.each(inForm([false, true], 2))('Python (HTML: %s)', async (html) => {
    if (!has('python3')) return leftOut('Python code', 'apt-get install python3');
    await execute('python3', ['-c', code('Python', html)]);
  });

  test.each(inForm([true, false], 2))('TypeScript (HTML: %s)', async (html) => {
    const file = path.join(PROJECT, 'dist', `playground-example-${process.pid}.mjs`);
    writeFileSync(file, code('TypeScript', html));
    try {
      await execute(process.execPath, [file]);
    } finally {
      rmSync(file);
    }
  });

  test.each(inForm([true, false], 2))('command line (HTML: %s)', async (html) => {
    const main = path.join(PROJECT, 'dist', 'cli', 'main.js');
    await execute('sh', [
      '-c',
      code('Command line, in a clone', html).replace(
        /^node dist\/cli\/main\.js(?= )/,
        `"${process.execPath}" "${main}"`,
      ),
    ]);
  });

  test('MCP configuration: its address answers its header', async () => {
    const { mcpServers } = JSON.parse(code('MCP', false)) as {
      mcpServers: { pagemark: { url: string; headers: Record<string, string> } };
    };
    const { url, headers } = mcpServers.pagemark;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: headers.Authorization!.replace('YOUR_API_KEY', key()),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('webpage_to_markdown');
  });
});
