import { createPlanTable, describeUnknownPlans } from '../access/plans.ts';
import { explainFailure } from '../ai/provider-failure.ts';
import type { Config } from '../config/config.ts';
import { redact } from '../config/redact.ts';
import type { Check } from '../contract/admin.ts';
import { counted } from '../contract/counted.ts';
import { toFailure } from '../contract/failure.ts';
import { startWorkerPool } from '../conversion/worker-pool.ts';
import {
  fetcherSettings,
  openAi,
  openFetcher,
  openRenderer,
  openSnapshots,
  openStores,
} from '../open-from-config.ts';
import type { Snapshot } from '../storage/snapshot-store.ts';
import { operatorMessage } from '../storage/store-fault.ts';
import { runBrowserProof } from './proof/browser-proof.ts';
import { type ProofResult, runEgressProof } from './proof/egress-proof.ts';

/** The checks of this machine with these settings, in order. Nothing leaves this host but the AI provider's check. */
const CHECKS = {
  settings: async ({ warnings }) =>
    warnings.map((detail) => ({ name: 'settings', state: 'warning', detail }) as const),
  egress: async (config) => summariseProof(await runEgressProof(fetcherSettings(config))),
  store: checkStore,
  snapshots: checkSnapshots,
  workers: checkWorkers,
  browser: checkBrowser,
  AI: checkAi,
} as const satisfies Record<string, (config: Config) => Promise<readonly Check[]>>;
type CheckName = keyof typeof CHECKS;

/** Who hears of checks as they go. */
export interface CheckListener {
  /** A check begins. */
  readonly begins: (name: CheckName) => void;
  readonly found: (check: Check) => void;
}

/** Runs all checks, or one; a check that throws failed, told by its reason. No detail tells a secret. */
export async function runChecks(
  config: Config,
  { begins, found }: Partial<CheckListener> = {},
  names: readonly CheckName[] = Object.keys(CHECKS) as CheckName[],
): Promise<readonly Check[]> {
  const all: Check[] = [];
  for (const name of names) {
    begins?.(name);
    const checks = await CHECKS[name](config).catch((thrown): readonly Check[] => [
      { name, state: 'failed', detail: told(thrown) },
    ]);
    for (const check of checks) {
      const shown = { ...check, detail: redact(check.detail) };
      all.push(shown);
      found?.(shown);
    }
  }
  return all;
}

/** A failure with its reason, as whoever runs the service needs it. */
function told(thrown: unknown): string {
  const { reason, message } = toFailure(thrown);
  return `${operatorMessage(thrown) ?? message} (${reason})`;
}

/** The attempts of the egress proof, a line per group. */
export function summariseProof(results: readonly ProofResult[]): readonly Check[] {
  const groups = new Map<string, ProofResult[]>();
  for (const result of results) groups.set(result.group, [...(groups.get(result.group) ?? []), result]);
  return [...groups].map(([group, all]) => {
    const broken = all.filter((result) => result.verdict === 'broken');
    const proxied = all.filter((result) => result.verdict === 'left_to_proxy').length;
    const name = `egress: ${group}`;
    if (broken.length > 0) {
      const shown = broken
        .slice(0, 3)
        .map(({ url, expected, outcome }) => `${url} gave ${outcome}, not ${expected}`);
      return {
        name,
        state: 'failed',
        detail: `${broken.length} of ${all.length} not held: ${shown.join('; ')}`,
      };
    }
    if (proxied > 0)
      return {
        name,
        state: 'warning',
        detail: `${proxied} of ${counted(all.length, 'name')} are left to the egress proxy`,
      };
    return { name, state: 'ok', detail: `${counted(all.length, 'attempt')} held` };
  });
}

async function checkStore(config: Config): Promise<readonly Check[]> {
  const stores = await openStores(config);
  try {
    await stores.ping();
    await stores.leases.renew('doctor', 1);
    const unplanned = describeUnknownPlans(createPlanTable(config.plans), await stores.apiKeys.list());
    const warnings = [...(await stores.warnings()), ...unplanned];
    const { storage } = config;
    const detail = `${storage.kind === 'sqlite' ? storage.file : storage.kind} answers and can be written`;
    return [
      { name: 'store', state: 'ok', detail },
      ...warnings.map((warning): Check => ({ name: 'store', state: 'warning', detail: warning })),
    ];
  } finally {
    await stores.close();
  }
}

/** A page of no site, which is kept and removed. */
const SAMPLE: Snapshot = {
  meta: {
    url: 'doctor:',
    finalUrl: 'doctor:',
    status: 200,
    contentType: null,
    etag: null,
    lastModified: null,
    fetchedAtMs: 0,
    digest: 'doctor',
    privateToKeyId: null,
    extra: null,
  },
  bytes: new Uint8Array(1),
};

/** A store of pages that fails costs time, never an answer, so it is a warning. */
async function checkSnapshots(config: Config): Promise<readonly Check[]> {
  const name = 'snapshots';
  const { ttlMs } = config.snapshots;
  if (ttlMs === 0) return [{ name, state: 'ok', detail: 'off: every request fetches its page' }];
  try {
    const store = await openSnapshots(config);
    try {
      await store.put('doctor', SAMPLE);
      await store.delete('doctor');
      const isOwn = config.storage.kind === 'memory' && config.secrets.redisUrl === null;
      const who = isOwn ? 'by each process for itself' : 'and shared';
      return [{ name, state: 'ok', detail: `pages are kept for ${ttlMs / 1000} s ${who}` }];
    } finally {
      await store.close();
    }
  } catch (thrown) {
    return [{ name, state: 'warning', detail: `every request fetches its page: ${told(thrown)}` }];
  }
}

/** One thread tells as much as all that a service starts, which are alike. */
async function checkWorkers({ conversion: { workers, cpuMs } }: Config): Promise<readonly Check[]> {
  const pool = await startWorkerPool({ threads: 1, cpuMs });
  await pool.close();
  const detail = `one converted the sample page (PAGEMARK_WORKERS is ${workers})`;
  return [{ name: 'workers', state: 'ok', detail }];
}

/** Without a browser the service works: pages that need one say so. With one, it is tried as a hostile page would. */
async function checkBrowser(config: Config): Promise<readonly Check[]> {
  const state = await openRenderer(config, openFetcher(config)).state();
  if (!state.found) {
    const detail = `none: pages that need JavaScript answer js_required. ${state.detail}`;
    return [{ name: 'browser', state: 'warning', detail }];
  }
  const { rendered, attempts, connections } = await runBrowserProof(fetcherSettings(config), config.browser);
  const sandbox = 'runs without its sandbox, because it runs as root: run as another user';
  return [
    rendered
      ? { name: 'browser', state: 'ok', detail: `the one of ${state.from} renders a page` }
      : { name: 'browser', state: 'failed', detail: `the one of ${state.from} runs no scripts` },
    ...(state.sandbox ? [] : [{ name: 'browser', state: 'warning', detail: sandbox } as const]),
    connections === 0
      ? { name: 'egress: browser', state: 'ok', detail: `${counted(attempts, 'attempt')} held` }
      : {
          name: 'egress: browser',
          state: 'failed',
          detail: `${connections} of ${counted(attempts, 'connection')} got through`,
        },
  ];
}

const PAGE = '# Check\n\nThis sentence checks the provider.\n';

/**
 * Asks the configured provider for a tiny answer: who answers and after how many milliseconds the first text came, or what to
 * change so that one does.
 */
async function checkAi(config: Config): Promise<readonly Check[]> {
  const { provider, model, baseUrl } = config.ai;
  const startedAt = performance.now();
  try {
    const answer = await openAi(config).open({ markdown: PAGE }, new AbortController().signal);
    const firstMs = Math.round(performance.now() - startedAt);
    answer.cancel();
    const who =
      provider === 'extractive'
        ? 'extractive (built in: selects from the page, asks no model; PAGEMARK_AI_PROVIDER connects one)'
        : `${provider} answers with model "${model}"${baseUrl === null ? '' : ` at ${baseUrl}`}`;
    return [{ name: 'AI', state: 'ok', detail: `${who}: first text after ${firstMs} ms` }];
  } catch (thrown) {
    const detail = explainFailure(thrown, { ...config.ai, hasKey: config.secrets.aiApiKey !== null });
    return [{ name: 'AI', state: 'failed', detail: `${provider}, model "${model}": ${detail}` }];
  }
}
