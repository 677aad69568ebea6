import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type HostileUpstream, startHostileUpstream } from '../hostile-upstream/hostile-upstream.ts';
import { type Canary, startCanaries } from '../support/canary.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { HOSTILE_ZONE } from './dns-cases.ts';
import type { ServiceAnswer, ServiceCase, SuiteContext } from './service-case.ts';

/** The cap on bytes of a page that the service under test is set to. */
export const MAX_RESPONSE_BYTES = 256 * 1024;
/** Longest that a case may take on a quiet machine before it counts as unanswered, in milliseconds. */
const GIVE_UP_MS = 45_000;
/** Cases under way at a time. */
const CONCURRENCY = 12;

/** The sites that the cases ask for, and the canaries that nobody may reach. */
export interface HostileSites extends SuiteContext {
  readonly upstream: HostileUpstream;
  /** What a service must be set to, to reach the sites and nothing else. */
  readonly env: Readonly<Record<string, string>>;
  /** Connections that reached a canary. */
  canaryHits(): number;
  close(): Promise<void>;
}

/** Starts everything that the cases speak to. */
export async function startHostileSites(cases: readonly ServiceCase[]): Promise<HostileSites> {
  const upstream = await startHostileUpstream({ maxBytes: MAX_RESPONSE_BYTES });
  const pages = new Map(cases.flatMap(({ id, page }) => (page === undefined ? [] : [[id, page] as const])));
  const site = createServer((asked, response) => {
    const page = pages.get(decodeURIComponent((asked.url ?? '/').slice(1).split('?', 1)[0]!));
    if (page === undefined) return response.writeHead(404).end();
    response.writeHead(200, page.contentType === null ? {} : { 'content-type': page.contentType });
    return response.end(page.bytes);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const canaries: readonly Canary[] = await startCanaries([upstream.plain.port, port]);
  const lone = canaries.at(-1)!;
  const dns = await startDnsServer(HOSTILE_ZONE);
  return {
    upstream,
    plain: upstream.plain.origin,
    tls: upstream.tls.origin,
    site: `http://127.0.0.1:${port}`,
    canaryPort: lone.port,
    env: {
      PAGEMARK_FETCH_ALLOW: [upstream.plain.port, upstream.tls.port, port]
        .map((each) => `127.0.0.1:${each}`)
        .join(','),
      PAGEMARK_MAX_RESPONSE_BYTES: String(MAX_RESPONSE_BYTES),
      PAGEMARK_SNAPSHOT_TTL_S: '0',
      PAGEMARK_DNS_SERVERS: dns.server,
      PAGEMARK_PLANS: '{"suite":{"perMinute":1000000,"perHour":1000000}}',
    },
    canaryHits: () => canaries.reduce((sum, canary) => sum + canary.hits(), 0),
    async close() {
      site.close();
      site.closeAllConnections();
      await Promise.all([upstream.close(), dns.close(), ...canaries.map((canary) => canary.close())]);
    },
  };
}

/** Runs the cases, a dozen at a time; one line for each that is not answered as it should be. */
export async function runCases(
  cases: readonly ServiceCase[],
  service: { readonly url: string; readonly key: string },
  sites: SuiteContext,
): Promise<readonly string[]> {
  const failures: string[] = [];
  const queue = [...cases];
  const work = async () => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
      const problem = await runCase(each, service, sites).catch((error: unknown) => `unanswered: ${error}`);
      if (problem !== null) failures.push(`${each.id}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return failures.sort();
}

async function runCase(
  { convert, raw, judge }: ServiceCase,
  { url, key }: { readonly url: string; readonly key: string },
  sites: SuiteContext,
): Promise<string | null> {
  const ask = (attempt: number) =>
    raw === undefined
      ? post(`${url}/v1/convert`, key, JSON.stringify(convert?.(sites, attempt)))
      : sendRaw(url, raw({ ...sites, key }));
  // A dozen bombs at a time may well fill the queue: what is refused as busy is asked again, as a client would.
  for (let attempt = 0; ; attempt++) {
    const answer = await ask(attempt);
    if (!isBusy(answer)) return judge(answer);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Also when it is a later one of pipelined requests that was refused. */
const isBusy = ({ status, body }: ServiceAnswer) => status === 429 || /HTTP\/1\.1 429 /.test(body);

function post(url: string, key: string, body: string): Promise<ServiceAnswer> {
  const startedAt = performance.now();
  const giveUpMs = onThisMachine(GIVE_UP_MS);
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        timeout: giveUpMs,
      },
      (answer: IncomingMessage) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - startedAt,
          }),
        );
      },
    );
    call.on('timeout', () => call.destroy(new Error(`no answer within ${giveUpMs} ms`)));
    call.on('error', reject);
    call.end(body);
  });
}

/** Writes bytes and reads until the service closes, or says nothing more for what is a second on a quiet machine. */
function sendRaw(url: string, parts: readonly (string | Buffer)[]): Promise<ServiceAnswer> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  const quietMs = onThisMachine(1000);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    let quiet: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(giveUp);
      clearTimeout(quiet);
      socket.destroy();
      resolve(readAnswer(Buffer.concat(chunks).toString('utf8'), performance.now() - startedAt));
    };
    const giveUp = setTimeout(finish, 15 * quietMs);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(finish, quietMs);
    });
    socket.on('close', finish).on('error', () => undefined);
    for (const part of parts) socket.write(part);
  });
}

function readAnswer(text: string, ms: number): ServiceAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: text.slice(end + 4),
    ms,
  };
}
