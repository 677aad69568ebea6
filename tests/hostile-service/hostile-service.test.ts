import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHARSET_SAMPLES } from '../../src/core/html/charset-samples.fixture.ts';
import { inForm } from '../support/full-form.ts';
import { issueKey } from '../support/issue-key.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { DNS_CASES } from './dns-cases.ts';
import { MARKUP_CASES } from './markup-cases.ts';
import { REQUEST_CASES } from './request-cases.ts';
import { type HostileSites, runCases, startHostileSites } from './run-cases.ts';
import { converted, type ServiceCase } from './service-case.ts';
import { UPSTREAM_CASES, URL_CASES } from './url-cases.ts';

const ASCII = 'A sentence in plain letters stands here, so that the page has something to say.';

/** A page in the bytes of a sample; `meta` stands at its head, after `ahead` bytes of comment. */
function pageOf(hex: string, isWide: boolean, meta = '', ahead = 0): Buffer {
  const text = (ascii: string) => {
    const bytes = Buffer.from(ascii, isWide ? 'utf16le' : 'latin1');
    return bytes;
  };
  const comment = ahead > 0 ? `<!--${'x'.repeat(ahead)}-->` : '';
  return Buffer.concat([
    text(`<!doctype html>${comment}${meta}<article><p>`),
    Buffer.from(hex, 'hex'),
    text(`</p><p>${ASCII}</p></article>`),
  ]);
}

const says = (sample: string) =>
  converted((content) => (content.includes(sample) ? null : `not as written: ${content.slice(0, 100)}`));
/** Nobody can know the encoding: the answer may be wrong, but there is one. */
const answers = converted((content) => (content === '' ? 'nothing' : null));

/** One page per encoding and place of its declaration. UTF-16 is tried by header and byte order mark alone. */
const narrow: readonly ServiceCase[] = CHARSET_SAMPLES.filter(
  ({ encoding }) => !encoding.startsWith('utf-16'),
).flatMap(({ encoding, label, text, hex }, index) => {
  const sample = text.split('\n')[0]!;
  const places: Readonly<Record<string, readonly [string | null, Buffer, ServiceCase['judge']]>> = {
    header: [`text/html; charset=${label}`, pageOf(hex, false), says(sample)],
    'quoted-header': [`text/html; charset="${label.toUpperCase()}"`, pageOf(hex, false), says(sample)],
    meta: ['text/html', pageOf(hex, false, `<meta charset=${label}>`), says(sample)],
    pragma: [
      'text/html',
      pageOf(hex, false, `<meta http-equiv=content-type content="text/html; charset=${label}">`),
      says(sample),
    ],
    'header-over-meta': [
      `text/html; charset=${label}`,
      pageOf(hex, false, '<meta charset=koi8-u>'),
      says(sample),
    ],
    'late-meta': ['text/html', pageOf(hex, false, `<meta charset=${label}>`, 2000), answers],
    none: ['text/html', pageOf(hex, false), answers],
    'unknown-label': ['text/html; charset=klingon', pageOf(hex, false), answers],
  };
  return Object.entries(places).map(([place, [contentType, bytes, judge]]) => {
    const id = `charset-${index}-${encoding}-${place}`;
    return {
      id,
      page: { contentType, bytes },
      convert: ({ site }: { site: string }) => ({ url: `${site}/${id}`, scope: 'full', strict: false }),
      judge,
    };
  });
});

function utf16(mark: 'le' | 'be' | 'none', header: string): ServiceCase {
  const id = `charset-utf16-${mark}-${header}`;
  const text = `<!doctype html><article><p>你好 😀 €</p><p>${ASCII}</p></article>`;
  const isBig = mark === 'be' || (mark === 'none' && header.endsWith('be'));
  const bytes = Buffer.from((mark === 'none' ? '' : '\ufeff') + text, 'utf16le');
  return {
    id,
    page: { contentType: `text/html${header}`, bytes: isBig ? bytes.swap16() : bytes },
    convert: ({ site }) => ({ url: `${site}/${encodeURIComponent(id)}`, scope: 'full', strict: false }),
    judge: says('你好 😀 €'),
  };
}

const CHARSET_CASES: readonly ServiceCase[] = [
  ...narrow,
  utf16('le', ''),
  utf16('be', ''),
  utf16('le', '; charset=utf-8'),
  utf16('be', '; charset=windows-1252'),
  utf16('none', '; charset=utf-16le'),
  utf16('none', '; charset=utf-16be'),
];

/** Cases by what they are of; the short form has every sixth of the pages, which take a conversion each. */
const GROUPS: Readonly<Record<string, readonly ServiceCase[]>> = {
  addresses: URL_CASES,
  names: DNS_CASES,
  upstreams: UPSTREAM_CASES,
  charsets: inForm(CHARSET_CASES, 6),
  markup: inForm(MARKUP_CASES, 6),
  requests: REQUEST_CASES,
};
const ALL = Object.values(GROUPS).flat();
const POLL_MS = 10;

let sites: HostileSites;
let folder: string;
let service: ServiceProcess;
let key: string;
let readyMiB: number;
let readyDescriptors: number;
let peakMiB = 0;
/** Milliseconds that `/health` took, and a bare server of this process beside it. */
const healthMs: number[] = [];
const bareMs: number[] = [];
let stopWatching: () => Promise<void>;

beforeAll(async () => {
  sites = await startHostileSites(ALL);
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-hostile-'));
  const env = testEnv(folder, {
    ...sites.env,
    PAGEMARK_WORKERS: '2',
    NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('../support/tls/ca.pem', import.meta.url)),
  });
  key = await issueKey(env, 'suite');
  service = await startServiceProcess(env);
  readyMiB = residentMiB();
  readyDescriptors = descriptors();
  stopWatching = watch();
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await sites?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a service among hostile callers and pages', () => {
  it('has cases enough, each with a name of its own', () => {
    expect(ALL.length).toBeGreaterThanOrEqual(800);
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  });

  for (const [name, cases] of Object.entries(GROUPS)) {
    it(`answers all ${cases.length} of ${name} as it should`, async () => {
      expect(await runCases(cases, { url: service.url, key }, sites)).toEqual([]);
    }, 1_200_000);
  }

  it('reached no canary', () => {
    expect(sites.canaryHits()).toBe(0);
  });

  it('answered /health all the while, and kept its memory bounded', async () => {
    await stopWatching();
    expect(healthMs.length).toBeGreaterThan(50);
    // Of one or two hundred answers the hundredth part is one or two: chance, of which the largest has a bound of its own.
    expect(quantile(healthMs, 0.95)).toBeLessThanOrEqual(
      Math.max(onThisMachine(50), 3 * quantile(bareMs, 0.95)),
    );
    expect(Math.max(...healthMs)).toBeLessThanOrEqual(Math.max(onThisMachine(2000), 3 * Math.max(...bareMs)));
    expect(peakMiB).toBeLessThanOrEqual(1024);
  });

  it('is as it was before: no socket, descriptor or worker more, memory given back', async () => {
    await expect.poll(() => sites.upstream.openSockets()).toBe(0);
    await expect.poll(residentMiB, { interval: 500 }).toBeLessThanOrEqual(readyMiB + 256);
    // Keep-alive connections of the callers may linger.
    await expect.poll(descriptors).toBeLessThanOrEqual(readyDescriptors + 16);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('pagemark_conversions_in_flight 0');
    await expect.poll(async () => (await fetch(`${service.url}/ready`)).status).toBe(200);
  });
});

/** Polls `/health` and a bare server in turn, and the memory of the service; returns what stops it. */
function watch(): () => Promise<void> {
  const bare = createServer((_request, response) => response.end('ok'));
  let isOver = false;
  const done = (async () => {
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
    while (!isOver) {
      bareMs.push(await timed(bareUrl));
      healthMs.push(await timed(`${service.url}/health`));
      peakMiB = Math.max(peakMiB, residentMiB());
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    bare.close();
    bare.closeAllConnections();
  })();
  return () => {
    isOver = true;
    return done;
  };
}

async function timed(url: string): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(url)).text();
  return performance.now() - startedAt;
}

/** Resident memory of the service in MiB; its workers are threads of the one process. */
function residentMiB(): number {
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

const descriptors = () => readdirSync(`/proc/${service.child.pid}/fd`).length;

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;
}
