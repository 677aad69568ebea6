import { startDnsServer } from '../../support/dns-server.ts';
import { onThisMachine } from '../../support/machine-speed.ts';
import { startTestService } from '../../support/test-service.ts';
import { ARTICLE, startUpstream } from '../../support/upstream.ts';
import type { Description } from './description.ts';
import { type Door, keptConnections } from './send.ts';

/** A service that requests of all sorts are sent to, and the document that it serves. */
export interface GeneratedService extends Door {
  readonly description: Description;
  close(): Promise<void>;
}

/** Longest time of one request on a quiet machine. */
const DEADLINE_MS = 10_000;
/** One plan that no search uses up, and one that every search does, however long it takes. */
const PLANS = {
  generated: { perMinute: 1_000_000, perHour: 10_000_000 },
  few: { perMinute: 1, perHour: 1 },
};

const startSite = () =>
  startUpstream({
    '/article': ARTICLE,
    '/odd|path^{}`': ARTICLE,
    '/odd%7Cpath%5E%7B%7D%60': ARTICLE,
    '/empty': '',
    '/text': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Boats\n\nFish'),
    '/json': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":[1,2,{"b":null}]}'),
    '/redirect': (_request, response) => response.writeHead(302, { location: '/article?a=|^{}#x y' }).end(),
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/broken': (_request, response) => response.writeHead(500).end('<h1>Broken</h1>'),
    '/busy': (_request, response) => response.writeHead(429, { 'retry-after': '99' }).end(),
    '/reset': (request) => request.socket.destroy(),
  });

/** Starts a service on loopback, with a site beside it and a name server that knows no name. */
export async function startGeneratedService(): Promise<GeneratedService> {
  const site = await startSite();
  const names = await startDnsServer();
  const service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_DNS_SERVERS: names.server,
    PAGEMARK_PLANS: JSON.stringify(PLANS),
    PAGEMARK_MAX_BODY_BYTES: '131072',
    PAGEMARK_MAX_RESPONSE_BYTES: '131072',
    // Whatever is limited by address is limited by the one that a request names.
    PAGEMARK_TRUST_PROXY: '1',
  });
  const { keys, licenses } = service.access;
  const revokedKey = await service.issue('generated');
  await keys.revoke(revokedKey.id);
  const license = async (more: object) => licenses.issue({ tier: 'pro', ...more });
  const revokedLicense = await license({});
  await licenses.revoke(revokedLicense.info.id);
  const texts: Readonly<Record<string, string>> = {
    site: site.url,
    apiKey: await service.newKey('generated'),
    fewKey: await service.newKey('few'),
    expiredKey: await service.newKey('generated', 1),
    revokedKey: revokedKey.key,
    licenseKey: (await license({ aiCalls: 1_000_000 })).key,
    usedLicense: (await license({ aiCalls: 1 })).key,
    expiredLicense: (await license({ expiresAtMs: 1 })).key,
    revokedLicense: revokedLicense.key,
  };
  const agent = keptConnections();
  const answer = await fetch(`${service.url}/openapi.json`);
  return {
    url: service.url,
    agent,
    deadlineMs: onThisMachine(DEADLINE_MS),
    fill: (text) => text.replace(/\{(\w+)\}/g, (whole, name: string) => texts[name] ?? whole),
    description: (await answer.json()) as Description,
    async close() {
      agent.destroy();
      await service.close();
      await names.close();
      await site.close();
    },
  };
}
