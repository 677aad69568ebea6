import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  endEvents,
  type ReceivedCall,
  startEvents,
  startTestProvider,
  textEvent,
} from '../../src/ai/test-provider.fixture.ts';
import { answerOf, type DnsReply, startDnsServer } from '../support/dns-server.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { quoted } from '../support/secrets-in.ts';
import { ARTICLE, startUpstream } from '../support/upstream.ts';
import type { Outside, OutsideFault } from './fault-case.ts';
import { PLANTED } from './fault-ground.ts';

type Answer = (response: ServerResponse) => unknown;
/** Of the AI provider, which sees the key. */
type ProviderAnswer = (response: ServerResponse, call: ReceivedCall) => unknown;

const answered: Answer = (response) => {
  startEvents(response);
  response.end(textEvent('Bridges carry people.') + endEvents());
};
/** The deadline where running into it is the point; elsewhere a busy machine must not meet it. */
const SHORT_MS = String(onThisMachine(500));
const SHORT_FETCH = { PAGEMARK_FETCH_TIMEOUT_MS: SHORT_MS };
const SHORT_AI = { PAGEMARK_AI_TIMEOUT_MS: SHORT_MS };

/** An AI provider that answers well, and as `broken` while it is struck; 'down': it is not there. */
const provider = (broken: ProviderAnswer | 'down') => async (): Promise<Outside> => {
  let answer: ProviderAnswer = answered;
  const respond: ProviderAnswer = (response, call) => answer(response, call);
  let server = await startTestProvider(respond);
  const { port } = new URL(server.baseUrl);
  return {
    env: {
      PAGEMARK_AI_PROVIDER: 'openai-compatible',
      PAGEMARK_AI_BASE_URL: server.baseUrl,
      PAGEMARK_AI_API_KEY: PLANTED.aiKey,
      PAGEMARK_AI_MODEL: 'test-model',
    },
    strike: async () => {
      if (broken === 'down') await server.close();
      else answer = broken;
      return async () => {
        if (broken === 'down') server = await startTestProvider(respond, Number(port));
        answer = answered;
      };
    },
    close: () => server.close(),
  };
};

const begun: Answer = (response) => {
  startEvents(response);
  response.write(textEvent('Bridges'));
};

const NO_COPIES = { PAGEMARK_SNAPSHOT_TTL_S: '0' };

/** A name server that knows the page's host, and answers as `broken` while it is struck. */
const nameServer = (broken: DnsReply) => async (): Promise<Outside> => {
  const site = await startUpstream({ '/': ARTICLE });
  const { port } = new URL(site.url);
  let isStruck = false;
  const names = await startDnsServer({
    'site.example': (question) => (isStruck ? broken : answerOf(['127.0.0.1'], question)),
  });
  return {
    env: {
      ...NO_COPIES,
      PAGEMARK_DNS_SERVERS: names.server,
      PAGEMARK_FETCH_ALLOW: `127.0.0.1:${port},site.example:${port}`,
    },
    page: `http://site.example:${port}/`,
    strike: async () => {
      isStruck = true;
      return async () => {
        isStruck = false;
      };
    },
    close: async () => {
      await Promise.all([site.close(), names.close()]);
    },
  };
};

/** A site that answers as `broken` while it is struck. */
const site = (broken: Answer) => async (): Promise<Outside> => {
  let isStruck = false;
  const upstream = await startUpstream({
    '/': (_request, response) => {
      if (isStruck) broken(response);
      else response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
    },
  });
  return {
    env: { ...NO_COPIES, PAGEMARK_FETCH_ALLOW: upstream.address },
    page: `${upstream.url}/`,
    strike: async () => {
      isStruck = true;
      return async () => {
        isStruck = false;
      };
    },
    close: () => upstream.close(),
  };
};

/** Snapshots in a folder of their own, which is taken away. */
const snapshotFolder = async (): Promise<Outside> => {
  const upstream = await startUpstream({ '/': ARTICLE });
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-snapshots-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return {
    env: {
      PAGEMARK_SNAPSHOT_TTL_S: '1',
      PAGEMARK_DATA_DIR: folder,
      PAGEMARK_FETCH_ALLOW: upstream.address,
    },
    page: `${upstream.url}/`,
    strike: async () => {
      remove();
      return async () => undefined;
    },
    close: async () => {
      await upstream.close();
      remove();
    },
  };
};

/** Faults of the AI provider, the name server, the site and the folder of copies. */
export const OUTSIDE_FAULTS: readonly OutsideFault[] = [
  // A call that is with the provider when it goes down is cut: it answered with nothing.
  { name: 'the AI provider is down', reasons: ['ai_provider_error'], open: provider('down') },
  // No call has succeeded before: the circuit opens.
  {
    name: 'the AI provider is down at the start',
    atStart: true,
    lastsMs: 2600,
    open: provider('down'),
  },
  {
    name: 'the AI provider does not answer',
    env: SHORT_AI,
    lastsMs: 1500,
    open: provider(() => undefined),
  },
  {
    name: 'the AI provider answers 500',
    reasons: ['ai_provider_error'],
    open: provider((response) => response.writeHead(500).end('{}')),
  },
  {
    name: 'the AI provider refuses the key and quotes it',
    reasons: ['ai_provider_error'],
    open: provider((response, { authorization = '' }) => {
      const message = `Incorrect API key provided: ${quoted(authorization.replace('Bearer ', ''))} (${authorization})`;
      response.writeHead(401).end(JSON.stringify({ error: { message } }));
    }),
  },
  {
    name: 'the AI provider answers that it is asked too often',
    reasons: ['ai_provider_error'],
    open: provider((response) => response.writeHead(429, { 'retry-after': '60' }).end('{}')),
  },
  {
    name: 'the AI provider answers with garbage in mid-stream',
    reasons: ['ai_provider_error'],
    open: provider((response) => {
      begun(response);
      response.end('data: {garbage\n\n');
    }),
  },
  {
    name: 'the AI provider hangs up in mid-stream',
    reasons: ['ai_provider_error'],
    open: provider((response) => {
      begun(response);
      setTimeout(() => response.destroy(), 20);
    }),
  },
  {
    name: 'the AI provider falls silent in mid-stream',
    env: SHORT_AI,
    lastsMs: 1500,
    reasons: ['ai_unavailable', 'ai_provider_error'],
    open: provider(begun),
  },
  {
    name: 'the name server does not answer',
    env: SHORT_FETCH,
    lastsMs: 1500,
    reasons: ['fetch_timeout'],
    open: nameServer({ drop: true }),
  },
  {
    name: 'the name server fails',
    reasons: ['upstream_unreachable'],
    open: nameServer({ code: 'SERVFAIL' }),
  },
  {
    name: 'the name server refuses to answer',
    reasons: ['upstream_unreachable'],
    open: nameServer({ code: 'REFUSED' }),
  },
  {
    name: 'the site answers 503',
    reasons: ['upstream_unavailable'],
    open: site((response) => response.writeHead(503, { 'retry-after': '60' }).end('later')),
  },
  { name: 'the site cuts connections', reasons: ['upstream_unreachable'], open: site((r) => r.destroy()) },
  {
    name: 'the site does not answer',
    env: SHORT_FETCH,
    lastsMs: 1500,
    reasons: ['fetch_timeout'],
    open: site(() => undefined),
  },
  {
    // Pages are copies: without the folder they are fetched again.
    name: 'the folder of snapshots is removed',
    isFelt: false,
    lastsMs: 1500,
    open: snapshotFolder,
  },
];
