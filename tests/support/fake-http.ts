import type { AddressInfo } from 'node:net';
import type { Caller } from '../../src/access/authenticator.ts';
import { createPlanTable } from '../../src/access/plans.ts';
import type { ConvertedPage } from '../../src/conversion/converter.ts';
import { createHeldBytes } from '../../src/conversion/held-bytes.ts';
import { createRunningCalls } from '../../src/conversion/running-calls.ts';
import type { HttpDeps } from '../../src/http/deps.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { WindowStates } from '../../src/storage/ports.ts';
import type { CallOutcome } from '../../src/storage/usage-store.ts';

const WINDOWS: WindowStates = {
  minute: { limit: 10, remaining: 9, resetMs: 60_000 },
  hour: { limit: 100, remaining: 99, resetMs: 3_600_000 },
};

/** A caller of plan `free`. */
export const FREE_CALLER: Caller = {
  keyId: 'key_1',
  plan: createPlanTable({}).get('free')!,
  subject: 'key_1',
  monthlyQuota: null,
};

const unused = () => Promise.reject(new Error('this test replaces no such part'));

/** What a fake HTTP room saw. */
export interface Seen {
  givenBack: number;
  /** What became of each; undefined: it was answered. */
  settled: (CallOutcome | undefined)[];
  defects: unknown[];
}

/** The HTTP room alone over a socket; every part below it can be replaced. Any key `good…` is accepted. */
export async function startFakeHttp(
  convert: () => Promise<ConvertedPage>,
  own: Partial<HttpDeps> = {},
): Promise<{ readonly url: string; readonly seen: Seen; close(): Promise<void> }> {
  const seen: Seen = { givenBack: 0, settled: [], defects: [] };
  const authenticator: HttpDeps['authenticator'] = {
    authenticate: async (key) => (key.startsWith('good') ? FREE_CALLER : null),
    recall: () => null,
    byId: async () => FREE_CALLER,
  };
  const meter: HttpDeps['meter'] = {
    windows: async () => WINDOWS,
    seen: () => null,
    usage: async () => ({ windows: WINDOWS, credits: 0, month: null }),
    admit: async () => ({
      admitted: true,
      ticket: {
        windows: WINDOWS,
        settle: async (reason) => void seen.settled.push(reason),
        giveBack: async () => {
          seen.givenBack++;
          return WINDOWS;
        },
      },
    }),
  };
  const app = await createHttpServer({
    authenticator,
    meter,
    converter: {
      convert,
      refusal: () => null,
      hold: createHeldBytes().hold,
      enter: unused as never,
      charge: unused,
    },
    licenses: { authenticate: unused, admitValidation: unused, validate: unused },
    aiQuota: { reserve: unused },
    usage: { add: () => undefined },
    fetcher: { fetch: unused },
    jobs: {} as HttpDeps['jobs'],
    userAgent: 'unused',
    ai: { model: 'unused', open: unused },
    mcp: { answer: unused },
    baseUrl: null,
    corsOrigins: [],
    trustProxy: false,
    doors: [],
    maxBodyBytes: 1024 * 1024,
    maxFileBytes: 1024 * 1024,
    plans: {},
    isLeaving: () => false,
    isDraining: () => false,
    beginWork: () => () => undefined,
    readiness: async () => ({ status: 'ready', store: true, workers: true, draining: false }),
    metrics: unused,
    metricsToken: null,
    runningCalls: createRunningCalls(),
    running: unused,
    admin: null,
    openSpan: (_headers, _method, next) => {
      next();
      return { end: () => undefined, traceId: undefined };
    },
    onAnswer: () => undefined,
    onFault: (error) => seen.defects.push(error),
    ...own,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, close: () => app.close() };
}
