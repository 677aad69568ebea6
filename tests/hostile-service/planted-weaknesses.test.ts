import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAR_MS } from '../support/far-deadlines.ts';
import { inForm } from '../support/full-form.ts';
import { issueKey } from '../support/issue-key.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { DNS_CASES } from './dns-cases.ts';
import { MARKUP_CASES } from './markup-cases.ts';
import { REQUEST_CASES } from './request-cases.ts';
import { type HostileSites, runCases, startHostileSites } from './run-cases.ts';
import type { ServiceCase } from './service-case.ts';
import { UPSTREAM_CASES, URL_CASES } from './url-cases.ts';

/**
 * The suite itself is tried: a build with one thing broken is run against the cases that should notice. Each change is
 * of one place in the built code, which must be there.
 */
interface Weakness {
  readonly name: string;
  /** Once in the code under `dist/`. */
  readonly find: string;
  readonly replace: string;
  /** The cases that must notice. */
  readonly cases: RegExp;
  /** Noticed by the sockets or the clock instead of an answer. */
  readonly by?: 'sockets' | 'health';
}

const WEAKNESSES: readonly Weakness[] = [
  {
    name: 'no address rule',
    find: 'if (refusal !== void 0)',
    replace: 'if (false)',
    cases: /^url-127\.0\.0\.1-(dotted|dword|mapped)$/,
  },
  {
    name: 'a name that is resolved again to dial it',
    find: 'dialInTurn(await judgedAddresses(host, port, signal),',
    replace:
      'dialInTurn((await judgedAddresses(host, port, signal), await resolver.resolve(host.name, signal)),',
    cases: /^dns-rebinding$/,
  },
  {
    name: 'a redirect that is dialled unjudged',
    find: 'target = parseRedirectUrl(location, target.url);',
    replace:
      "target = parseRedirectUrl(location, target.url); const net = await import('node:net'); context = { ...context, connect: async (host, port) => net.connect(port, host.address ?? host.name) };",
    cases: /^upstream-redirect-to-loopback(-other|-hex)?$/,
  },
  {
    name: 'no cap on bytes',
    find: 'const maxBytes = settings.maxResponseBytes;',
    replace: 'const maxBytes = 1e9;',
    cases: /^upstream-body-over-cap$/,
  },
  {
    name: 'no cap on decoded bytes',
    find: 'new BodyGatherer(maxBytes, onBytes)',
    replace: 'new BodyGatherer(1e9, onBytes)',
    cases: /^upstream-(gzip|br)-decoded-over-cap$/,
  },
  {
    name: 'another envelope',
    find: 'code: failure.reason === "ai_quota_exceeded"',
    replace: 'number: failure.reason === "ai_quota_exceeded"',
    cases: /^url-scheme-ftp-0$/,
  },
  {
    name: 'live markup',
    find: 'if (!inline && !mayStartBlock(raw, context))',
    replace: 'if (true)',
    cases: /^markup-text-\d-paragraph$/,
  },
  {
    name: 'an event loop that is blocked',
    find: 'let dials = 0;',
    replace: 'let dials = 0; for (const end = performance.now() + 400; performance.now() < end; );',
    cases: /^upstream-hops-[12]$/,
    by: 'health',
  },
  {
    name: 'a stack in the answer',
    find: 'message: failure.message,',
    replace: 'message: failure.message + new Error("x").stack,',
    cases: /^request-body-0$/,
  },
  {
    name: 'a socket that is kept',
    find: 'orAborted(receive(socket, broken, settings), signal)',
    replace:
      'orAborted(receive(socket, broken, settings), signal).finally(() => (socket.destroy = () => socket))',
    cases: /^upstream-length-two$/,
    by: 'sockets',
  },
];

const CASES: readonly ServiceCase[] = [
  ...URL_CASES,
  ...DNS_CASES,
  ...UPSTREAM_CASES,
  ...MARKUP_CASES,
  ...REQUEST_CASES,
];
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = path.join(PROJECT, 'dist');
const CA = fileURLToPath(new URL('../support/tls/ca.pem', import.meta.url));
/** Less than the 4 s after which an idle connection is closed. */
const KEPT_MS = 500;
/** No answer of a healthy loop takes as long, even on a busy machine. */
const BLOCKED_MS = 390;

let sites: HostileSites;
let folder: string;
beforeAll(async () => {
  sites = await startHostileSites(CASES);
  folder = mkdtempSync(path.join(tmpdir(), 'pagemark-weak-'));
  cpSync(path.join(PROJECT, 'package.json'), path.join(folder, 'package.json'));
});
afterAll(async () => {
  await sites?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the hostile cases notice', () => {
  it('nothing in the build as it is', async () => {
    const all = new RegExp(WEAKNESSES.map(({ cases }) => cases.source).join('|'));
    const { failures, healthMs, openSockets } = await runAgainst(BUILT, all, FAR_MS);
    expect(failures).toEqual([]);
    expect(openSockets).toBe(0);
    expect(Math.min(...healthMs)).toBeLessThan(BLOCKED_MS);
  });

  it.each(inForm(WEAKNESSES, 9))('$name', async ({ find, replace, cases, by }) => {
    const { failures, healthMs, openSockets } = await runAgainst(plant(find, replace), cases, KEPT_MS);
    if (by === 'sockets') expect(openSockets).toBeGreaterThan(0);
    else if (by === 'health') expect(Math.max(...healthMs)).toBeGreaterThan(BLOCKED_MS);
    else expect(failures).not.toEqual([]);
  });
});

/** A copy of the build with one change; it stands in the project, so that it finds the packages. */
function plant(find: string, replace: string): string {
  // Named as the build is, because threads are started from `dist/` beside the folder of the code.
  const dist = path.join(mkdtempSync(path.join(PROJECT, '.cache-planted-')), 'dist');
  cpSync(BUILT, dist, { recursive: true });
  const found = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.cjs'))
    .map((file) => path.join(dist, file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(find)
        .slice(1)
        .map(() => file),
    );
  expect(found, find).toHaveLength(1);
  const file = found[0]!;
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(find, () => replace),
  );
  return dist;
}

/** `settleMs`: longest that sockets which are about to close get for it. */
async function runAgainst(dist: string, cases: RegExp, settleMs: number) {
  const data = mkdtempSync(path.join(folder, 'data-'));
  const env = testEnv(data, { ...sites.env, NODE_EXTRA_CA_CERTS: CA });
  const key = await issueKey(env, 'suite');
  const service = await startServiceProcess(env, { dist });
  const healthMs: number[] = [];
  let isOver = false;
  try {
    const watching = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        await (await fetch(`${service.url}/health`)).text();
        healthMs.push(performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const chosen = CASES.filter(({ id }) => cases.test(id));
    expect(chosen.length).toBeGreaterThan(0);
    const failures = await runCases(chosen, { url: service.url, key }, sites);
    isOver = true;
    await watching;
    const until = performance.now() + settleMs;
    while (sites.upstream.openSockets() > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return { failures, healthMs, openSockets: sites.upstream.openSockets() };
  } finally {
    isOver = true;
    await service.end('SIGKILL');
    if (dist !== BUILT) rmSync(path.dirname(dist), { recursive: true, force: true });
  }
}
