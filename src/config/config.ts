import { availableParallelism } from 'node:os';
import { type Config, LOG_LEVELS } from './config-types.ts';
import { type IsInstalled, isInstalled } from './optional-packages.ts';
import { parsePlans } from './plans-setting.ts';
import { ConfigError, ProblemList } from './problems.ts';
import { type Environment, readEnv } from './read-env.ts';
import { readAi, readBrowser, readFetching, readKept, readServer } from './sections.ts';
import { SettingReader } from './setting-reader.ts';
import { readStorage, readStoreLimits } from './storage-section.ts';

export type * from './config-types.ts';

/**
 * Environment → typed config: read flat, give defaults and check across, keep secrets apart. Throws
 * `ConfigError` that lists all problems at once; of files only those of secrets are read, and the browser is looked for.
 * `isThere`: which of the optional packages are installed.
 */
export function loadConfig(env: Environment, isThere: IsInstalled = isInstalled): Config {
  const problems = new ProblemList();
  const raw = readEnv(env, problems);
  const read = new SettingReader(raw.values, problems);
  const { storage, dataDir, postgresUrl, redisUrl } = readStorage(read, isThere);
  const { metricsToken, adminToken, warnings, ...server } = readServer(read);
  const queueMax = read.integer('PAGEMARK_QUEUE_MAX', 1, 100_000);
  const timeoutMs = read.integer('PAGEMARK_TIMEOUT_MS', 100, 600_000);
  const fetching = readFetching(read, server.baseUrl, timeoutMs);
  const ai = readAi(read, isThere);
  const config: Config = {
    production: read.text('NODE_ENV') === 'production',
    logLevel: read.choice('PAGEMARK_LOG_LEVEL', LOG_LEVELS),
    server,
    conversion: {
      workers: read.integer('PAGEMARK_WORKERS', 1, 256, availableParallelism()),
      queueMax,
      concurrencyMax: read.integer('PAGEMARK_CONCURRENCY_MAX', 1, 100_000, Math.ceil(queueMax / 2)),
      cpuMs: read.integer('PAGEMARK_CPU_MS', 100, 600_000),
      timeoutMs,
    },
    fetching: fetching.config,
    ...readKept(read),
    browser: readBrowser(read),
    ai: ai.config,
    storage,
    stores: readStoreLimits(read),
    usageDays: read.integer('PAGEMARK_USAGE_DAYS', 1, 36_500),
    dataDir,
    plans: parsePlans(read.text('PAGEMARK_PLANS'), problems),
    secrets: {
      postgresUrl,
      redisUrl,
      egressProxyUrl: fetching.egressProxyUrl,
      aiApiKey: ai.apiKey,
      metricsToken,
      adminToken,
    },
    warnings: [...raw.warnings, ...warnings],
  };
  if (problems.found.length > 0) throw new ConfigError(problems.found, config.warnings);
  return config;
}
