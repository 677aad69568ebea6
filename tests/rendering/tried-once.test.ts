import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueKey } from '../support/issue-key.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER } from './rendering-harness.ts';

type Page = (request: IncomingMessage, response: ServerResponse) => void;

const REFUSAL = '<title>403 Forbidden</title><center><h1>403 Forbidden</h1></center><hr>nginx';

/** What a browser gets where programs get a 403. */
const TO_BROWSERS: Readonly<Record<string, Page>> = {
  'a page': (_request, response) => void response.end(ARTICLE),
  'the same refusal': (_request, response) => void response.writeHead(403).end(REFUSAL),
  'a challenge': (_request, response) =>
    void response.end('<title>Just a moment...</title><h1>Checking your browser</h1>'),
  'what fails': (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
};

interface Site extends Upstream {
  /** Requests of a browser. */
  tries: number;
}

async function play(toBrowsers: Page): Promise<Site> {
  const page: Page = (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (!/Chrome/.test(request.headers['user-agent'] ?? '')) return void response.writeHead(403).end(REFUSAL);
    site.tries++;
    toBrowsers(request, response);
  };
  const site: Site = { ...(await startUpstream({ '/a': page, '/b': page })), tries: 0 };
  return site;
}

let sites: readonly Site[];
let folder: string;
let processes: readonly ServiceProcess[];
let key: string;
beforeAll(async () => {
  sites = await Promise.all(Object.values(TO_BROWSERS).map(play));
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-twice-'));
  const env = testEnv(folder, {
    PAGEMARK_BROWSER: BROWSER ?? 'off',
    PAGEMARK_FETCH_ALLOW: sites.map(({ address }) => address).join(','),
  });
  key = await issueKey(env, 'growth');
  processes = await Promise.all([startServiceProcess(env), startServiceProcess(env)]);
});
afterAll(async () => {
  await Promise.all((processes ?? []).map((one) => one.end('SIGKILL')));
  await Promise.all(sites.map((site) => site.close()));
  await rm(folder, { recursive: true, force: true });
});

async function convert({ url }: ServiceProcess, page: string): Promise<string> {
  const response = await fetch(`${url}/v1/convert`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ url: page }),
  });
  const { data, error } = (await response.json()) as {
    data?: { content: string };
    error?: { reason: string };
  };
  return error?.reason ?? data!.content;
}

describe.skipIf(BROWSER === null)('two processes on one store try a browser once where it gets', () => {
  test.each(Object.keys(TO_BROWSERS).map((what, at) => [what, at] as const))('%s', async (_what, at) => {
    const site = sites[at]!;
    const [one, other] = [processes[at % 2]!, processes[(at + 1) % 2]!];
    const first = await convert(one, `${site.url}/a`);
    expect(site.tries).toBe(1);
    expect(await convert(other, `${site.url}/a`)).toBe(first);
    expect(await convert(one, `${site.url}/a`)).toBe(first);
    expect(site.tries).toBe(1);
    // Another page of a site that lets browsers in is its own; of one that does not it is not worth a try.
    expect(await convert(other, `${site.url}/b`)).toBe(first);
    expect(site.tries).toBe(at === 0 ? 2 : 1);
  });
});
