import type { DoorName } from '../contract/doors.ts';
import type { PlanLimits } from '../contract/plans.ts';
import type { FetchAllowEntry } from './fetch-allow.ts';
import type { Secret } from './secret.ts';

/** Whose forwarding headers are believed: nobody's, the last `n` hops', or the listed peers'. */
export type TrustProxy = false | number | readonly string[];

export const AI_PROVIDERS = ['extractive', 'openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type AiProviderName = (typeof AI_PROVIDERS)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything that a setting decides, typed, with defaults. Meanings: `settings.table.ts`. */
export interface Config {
  /** `NODE_ENV=production`. */
  readonly production: boolean;
  readonly logLevel: LogLevel;
  readonly server: ServerConfig;
  readonly conversion: ConversionConfig;
  readonly fetching: FetchingConfig;
  /** `ttlMs` 0: snapshots are off. */
  readonly snapshots: { readonly ttlMs: number; readonly maxBytes: number };
  /** `maxBytes` 0: results are not kept. */
  readonly results: { readonly maxBytes: number };
  readonly browser: BrowserConfig;
  readonly ai: AiConfig;
  readonly storage: StorageConfig;
  /** Connections to PostgreSQL; longest wait for an answer of it and of Redis. */
  readonly stores: { readonly poolMax: number; readonly timeoutMs: number };
  /** Days for which daily totals are kept. */
  readonly usageDays: number;
  /** Absolute folder for files of this process. */
  readonly dataDir: string;
  /** Plans added to the contract's three. */
  readonly plans: Readonly<Record<string, PlanLimits>>;
  readonly secrets: Secrets;
  /** For the log at start: settings that work but are probably not what was meant. */
  readonly warnings: readonly string[];
}

interface ConversionConfig {
  readonly workers: number;
  /** Calls in flight, over all callers and of one key. */
  readonly queueMax: number;
  readonly concurrencyMax: number;
  /** Most CPU of one conversion. */
  readonly cpuMs: number;
  readonly timeoutMs: number;
}

export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** Public address without trailing slash; null: `http://host:port` as listened on. */
  readonly baseUrl: string | null;
  /** Origins (`https://example.org`), or `*` alone. */
  readonly corsOrigins: readonly string[];
  readonly trustProxy: TrustProxy;
  readonly doors: readonly DoorName[];
  readonly maxBodyBytes: number;
  /** Between `/ready` saying no and new work being refused. */
  readonly drainDelayMs: number;
}

export interface FetchingConfig {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly allow: readonly FetchAllowEntry[];
  readonly ports: readonly number[];
  /** As `dns.Resolver.setServers` takes them, `address:port` or `[v6]:port`; empty: the system's. */
  readonly dnsServers: readonly string[];
  readonly userAgent: string;
  readonly robots: boolean;
}

export type BrowserConfig =
  | { readonly mode: 'auto' | 'off' }
  | { readonly mode: 'path'; readonly executablePath: string };

export interface AiConfig {
  readonly provider: AiProviderName;
  readonly baseUrl: string | null;
  readonly model: string | null;
  readonly timeoutMs: number;
  /** Calls of one licence under way, over all processes. */
  readonly concurrency: number;
}

/** `file` is absolute. The address of PostgreSQL is in the secrets. */
export type StorageConfig =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres' };

/** Third step: what must not be logged, apart from the rest. */
export interface Secrets {
  readonly postgresUrl: Secret | null;
  readonly redisUrl: Secret | null;
  /** `http://[user:password@]host:port`. */
  readonly egressProxyUrl: Secret | null;
  readonly aiApiKey: Secret | null;
  readonly metricsToken: Secret | null;
  readonly adminToken: Secret | null;
}
