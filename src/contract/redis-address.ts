interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** What an address of Redis names; `tls` and the credentials are those of the data servers. */
type RedisAddress = {
  readonly tls: boolean;
  readonly username: string;
  readonly password: string;
} & (
  | { readonly kind: 'server'; readonly url: string }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly RedisNode[];
      /** Name of the primary at the sentinels. */
      readonly primary: string;
    }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] }
);

const SEVERAL = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([^/?#]*))?$/;
const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6379 } as const;

/**
 * Reads `redis://…`, `redis+sentinel://[user:password@]host:port,host:port/primary` or
 * `redis+cluster://[user:password@]host:port,host:port`; with `rediss` in place of `redis` over TLS. Null when it is none of them.
 */
export function parseRedisAddress(text: string): RedisAddress | null {
  const several = SEVERAL.exec(text);
  if (several === null) return parseServer(text);
  const [, scheme, kind, credentials = '', hosts = '', name = ''] = several;
  const nodes = hosts
    .split(',')
    .map((host) => parseNode(host, DEFAULT_PORTS[kind as 'sentinel' | 'cluster']));
  if (nodes.some((node) => node === null)) return null;
  const [username = '', ...password] = credentials.split(':');
  const common = {
    tls: scheme === 'rediss',
    username: decoded(username),
    password: decoded(password.join(':')),
  };
  if (kind === 'cluster') return name === '' ? { ...common, kind, nodes: nodes as RedisNode[] } : null;
  return name === ''
    ? null
    : { ...common, kind: 'sentinel', sentinels: nodes as RedisNode[], primary: decoded(name) };
}

function parseServer(text: string): RedisAddress | null {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hostname === '' || hash !== '') return null;
  return {
    kind: 'server',
    url: text,
    tls: protocol === 'rediss:',
    username: decoded(username),
    password: decoded(password),
  };
}

/** `host`, `host:port` or `[v6]:port`. */
function parseNode(text: string, defaultPort: number): RedisNode | null {
  const match = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(match?.[3] ?? defaultPort);
  return match === null || port < 1 || port > 65_535 ? null : { host: (match[1] ?? match[2])!, port };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
