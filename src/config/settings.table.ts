/** One environment variable, as the documentation shows it. */
export interface Setting {
  readonly name: string;
  /** Text of the default; null when there is none. */
  readonly default: string | null;
  readonly unit: string | null;
  readonly description: string;
  /** Its value is never quoted in messages or shown, and can stand in a file that `NAME_FILE` names (`read-env.ts`). */
  readonly secret?: boolean;
}

/** Every variable the service reads. The table in the docs is generated from it. */
export const SETTINGS = [
  {
    name: 'HOST',
    default: '127.0.0.1',
    unit: null,
    description: 'Address to listen on. `0.0.0.0` or `::` for all interfaces.',
  },
  { name: 'PORT', default: '8787', unit: null, description: 'Port to listen on; `0` takes a free one.' },
  {
    name: 'NODE_ENV',
    default: null,
    unit: null,
    description: '`production` never creates or prints a first key; else a first start in a terminal does.',
  },
  {
    name: 'PAGEMARK_DATABASE_URL',
    default: 'file:./data/pagemark.db',
    unit: null,
    description:
      'Where keys, licences, credits and quotas live: `file:PATH`, `postgres://…` (needs `PAGEMARK_REDIS_URL`), or `memory:` (kept only while the process runs).',
    secret: true,
  },
  {
    name: 'PAGEMARK_REDIS_URL',
    default: null,
    unit: null,
    description:
      'Redis or Valkey for the request windows, snapshots and results, `redis://…`; `redis+sentinel://HOST:PORT,HOST:PORT/PRIMARY`; `redis+cluster://HOST:PORT,HOST:PORT`; over TLS with `rediss`. Unset: they live in files, shared by all processes of the machine.',
    secret: true,
  },
  {
    name: 'PAGEMARK_DATABASE_POOL_MAX',
    default: '10',
    unit: 'connections',
    description:
      'Connections of this process to PostgreSQL, 1 to 1000; all processes share what the server allows.',
  },
  {
    name: 'PAGEMARK_STORE_TIMEOUT_MS',
    default: '2000',
    unit: 'ms',
    description:
      'Longest wait for an answer of PostgreSQL or Redis, or for another process that writes the database file. When a server answers nothing for so long, calls that need it get 503 at once until it answers.',
  },
  {
    name: 'PAGEMARK_WORKERS',
    default: 'cores',
    unit: 'threads',
    description: 'Conversion threads, 1 to 256. Default: the cores this process may use.',
  },
  {
    name: 'PAGEMARK_QUEUE_MAX',
    default: '256',
    unit: 'calls',
    description: 'Calls in flight, fetching included; more are answered 429 `busy`.',
  },
  {
    name: 'PAGEMARK_CONCURRENCY_MAX',
    default: 'half of PAGEMARK_QUEUE_MAX',
    unit: 'calls',
    description: 'Calls of one key in flight; more are answered 429 `concurrency_limited`.',
  },
  {
    name: 'PAGEMARK_CPU_MS',
    default: '15000',
    unit: 'ms',
    description:
      'Most CPU of one conversion; each has 2 s and 1 s for every 100 KB of its page, up to this. 408 when it is spent.',
  },
  {
    name: 'PAGEMARK_TIMEOUT_MS',
    default: '30000',
    unit: 'ms',
    description: 'Deadline of a whole conversion; 408 when it passes.',
  },
  {
    name: 'PAGEMARK_FETCH_TIMEOUT_MS',
    default: '15000',
    unit: 'ms',
    description: 'Deadline of fetching a page to its last byte, over all redirects.',
  },
  {
    name: 'PAGEMARK_MAX_RESPONSE_BYTES',
    default: '10485760',
    unit: 'bytes',
    description:
      'Largest page, on the wire and after decompression, and largest file of `/v1/convert/file`; 413 above.',
  },
  {
    name: 'PAGEMARK_MAX_BODY_BYTES',
    default: '4194304',
    unit: 'bytes',
    description: 'Largest request body of `/v1/convert` and `/mcp`; 413 above.',
  },
  {
    name: 'PAGEMARK_SNAPSHOT_TTL_S',
    default: '3600',
    unit: 's',
    description:
      'How long a fetched page answers further requests for the same URL; `0` switches snapshots off.',
  },
  {
    name: 'PAGEMARK_SNAPSHOT_MAX_BYTES',
    default: '536870912',
    unit: 'bytes',
    description: 'Room for snapshots; the least recently used make way.',
  },
  {
    name: 'PAGEMARK_RESULT_MAX_BYTES',
    default: '67108864',
    unit: 'bytes',
    description:
      'Room for results of conversions, in the memory of each process or in Redis; the least recently used make way. A page asked for again is answered from them as long as its snapshot is fresh. `0`, and a `PAGEMARK_SNAPSHOT_TTL_S` of 0, switch them off.',
  },
  {
    name: 'PAGEMARK_USAGE_DAYS',
    default: '400',
    unit: 'days',
    description:
      'How long the daily totals of keys and licences are kept, 1 to 36500; calls of a month until it is over, since quotas count them.',
  },
  {
    name: 'PAGEMARK_DATA_DIR',
    default: "the database file's folder, else ./data",
    unit: null,
    description: 'Folder for snapshots and other files of this process.',
  },
  {
    name: 'PAGEMARK_FETCH_ALLOW',
    default: null,
    unit: null,
    description:
      'Comma list of `address:port`, `name:port` or CIDR that may be fetched although the address or port rules forbid it. Link-local and metadata addresses can never be opened.',
  },
  {
    name: 'PAGEMARK_FETCH_PORTS',
    default: '80,443,8080,8443',
    unit: null,
    description: 'Ports that pages may be fetched from, comma list.',
  },
  {
    name: 'PAGEMARK_DNS_SERVERS',
    default: null,
    unit: null,
    description: "Comma list of resolvers, `address` or `address:port`. Unset: the system's.",
  },
  {
    name: 'PAGEMARK_EGRESS_PROXY',
    default: null,
    unit: null,
    description:
      'HTTP CONNECT proxy that resolves names and makes all outgoing connections, `http://host:port`.',
    secret: true,
  },
  {
    name: 'PAGEMARK_USER_AGENT',
    default: 'pagemark/<version> (+<base URL>)',
    unit: null,
    description:
      '`User-Agent` of page fetches, which are HTTP/1.1; the part in brackets where `PAGEMARK_BASE_URL` is set. A browser has it behind its own.',
  },
  {
    name: 'PAGEMARK_ROBOTS',
    default: 'off',
    unit: null,
    description: '`on`: pages that robots.txt disallows are refused with 403.',
  },
  {
    name: 'PAGEMARK_BROWSER',
    default: 'auto',
    unit: null,
    description:
      'Chromium for pages that need JavaScript: `auto` finds one, `off`, or the path of an executable.',
  },
  {
    name: 'PAGEMARK_AI_PROVIDER',
    default: 'extractive',
    unit: null,
    description:
      '`extractive` (built in, no model: selects from the page, refuses what wants writing), `openai-compatible`, `openai`, `anthropic` or `google`; the last two need a package (`npm install @ai-sdk/anthropic@3`, `@ai-sdk/google@3`).',
  },
  {
    name: 'PAGEMARK_AI_BASE_URL',
    default: null,
    unit: null,
    description:
      'Address of the AI endpoint; required for `openai-compatible`, such as `http://127.0.0.1:11434/v1`.',
  },
  {
    name: 'PAGEMARK_AI_API_KEY',
    default: null,
    unit: null,
    description: 'Key of the AI provider; required for `openai`, `anthropic` and `google`.',
    secret: true,
  },
  {
    name: 'PAGEMARK_AI_MODEL',
    default: null,
    unit: null,
    description: "The provider's model; required with every provider but `extractive`.",
  },
  {
    name: 'PAGEMARK_AI_TIMEOUT_MS',
    default: '45000',
    unit: 'ms',
    description: 'Longest wait for the first chunk, and between chunks.',
  },
  {
    name: 'PAGEMARK_AI_CONCURRENCY',
    default: '4',
    unit: 'calls',
    description:
      'AI calls of one licence in work, over all processes; more are answered 429 `concurrency_limited`.',
  },
  {
    name: 'PAGEMARK_DOORS',
    default: 'all',
    unit: null,
    description:
      "Other products' interfaces that are served beside ours: `all`, `off`, or a comma list of `firecrawl`, `jina` and `openwebui`.",
  },
  {
    name: 'PAGEMARK_PLANS',
    default: null,
    unit: null,
    description:
      'Further plans, JSON: `{"team":{"perMinute":100,"perHour":1000}}`. `free`, `discovery` and `growth` stay as they are.',
  },
  {
    name: 'PAGEMARK_BASE_URL',
    default: 'http://HOST:PORT',
    unit: null,
    description: 'Public address: OpenAPI `servers`, docs, and the MCP Host and Origin check.',
  },
  {
    name: 'PAGEMARK_CORS_ORIGINS',
    default: null,
    unit: null,
    description: 'Comma list of origins whose pages may call the API, or `*`. Unset: none.',
  },
  {
    name: 'PAGEMARK_TRUST_PROXY',
    default: 'off',
    unit: null,
    description:
      'Whose `X-Forwarded-*` is believed: `off`, the number of proxies in front (1 to 10), or a comma list of their addresses, CIDRs or `loopback`.',
  },
  {
    name: 'PAGEMARK_METRICS_TOKEN',
    default: null,
    unit: null,
    description:
      'Bearer token of `/metrics`. Unset: direct loopback peers only, and nobody once `PAGEMARK_BASE_URL` or `PAGEMARK_TRUST_PROXY` is set.',
    secret: true,
  },
  {
    name: 'PAGEMARK_ADMIN_TOKEN',
    default: null,
    unit: null,
    description:
      'Opens the admin page at `/admin`, and `/admin/api/running` as a bearer, which `pagemark top` shows. Unset: neither is there.',
    secret: true,
  },
  {
    name: 'PAGEMARK_DRAIN_DELAY_MS',
    default: '0',
    unit: 'ms',
    description:
      'How long a process that was sent SIGTERM goes on serving while `/ready` answers 503, so that a load balancer leaves it before it refuses; up to 600,000. Give it what a balancer needs to see that: interval times failures, and a second.',
  },
  {
    name: 'PAGEMARK_LOG_LEVEL',
    default: 'info',
    unit: null,
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]['name'];
