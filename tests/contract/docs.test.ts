import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOut } from '../storage/servers.ts';
import { launchBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { verifies } from './verifies.ts';

const REDOCLY = fileURLToPath(new URL('../../tools/node_modules/@redocly/cli/bin/cli.js', import.meta.url));
let service: TestService;

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

const description = async () => (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;

verifies('docs:openapi', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const document = (await answer.json()) as OpenApi;
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/v1/convert', '/health']));
  expect(Object.keys(document.paths['/v1/convert']!.post!.responses).sort()).toEqual(
    ['200', '400', '401', '403', '408', '413', '415', '422', '429', '500', '503'].sort(),
  );
  expect(Object.keys(document.components.schemas)).toContain('ConvertRequest');
  expect(Object.keys(document.components.schemas).filter((name) => name.endsWith('Input'))).toEqual([]);
  expect(Object.keys(document.components.schemas.ConvertRequest!.properties)).toEqual(
    expect.arrayContaining(['url', 'response_format', 'include_metadata']),
  );
});

verifies('docs:openapi-version', async () => {
  expect((await description()).info.version).toBe('0.1.0');
});

verifies('docs:openapi-lint', async () => {
  if (!existsSync(REDOCLY)) return leftOut('lint of the OpenAPI description', 'npm ci --prefix tools');
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-lint-'));
  try {
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(await description()));
    await writeFile(path.join(folder, 'redocly.yaml'), 'extends:\n  - recommended\n');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [REDOCLY, 'lint', 'openapi.json', '--format=json'],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: { stdout: string }) => error);
    const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: unknown[] };
    expect(problems.slice(0, 5)).toEqual([]);
    expect(totals.errors).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

verifies('docs:plans', async () => {
  const { info } = await description();
  expect(info.description).toContain('| Discovery | 60 | 600 | 9 USD |');
  expect(info.description).toContain('| Growth | 200 | 2000 | 49 USD |');
});

verifies('docs:page', async () => {
  const answer = await fetch(`${service.url}/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  const html = await answer.text();
  for (const [, link = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(link).not.toMatch(/^(?:https?:)?\/\//);
    const asset = await fetch(new URL(link, `${service.url}/docs/`));
    expect(asset.status, link).toBe(200);
  }
});

const browser = await launchBrowser();

test.skipIf(browser === null)(
  'docs page: shows every operation and the plan table in a browser, offline',
  async () => {
    const page = await browser!.newPage();
    page.setDefaultTimeout(0);
    const outside: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
        outside.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    try {
      await page.goto(`${service.url}/docs`);
      await page.waitForSelector('.opblock-summary-path');
      const paths = await page.locator('.opblock-summary-path').allTextContents();
      const wanted = Object.keys((await description()).paths);
      expect(paths.map((text) => text.replace(/\u200b/g, '').trim()).sort()).toEqual(wanted.sort());
      expect(await page.locator('.information-container table').innerText()).toContain('49 USD');
      expect(outside).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await browser!.close();
    }
  },
);
