import type { FastifyRequest } from 'fastify';
import type { AdminGate, AdminSession } from '../access/admin-gate.ts';
import { ADMIN_HEADER } from '../contract/admin.ts';
import { fail, toFailure } from '../contract/failure.ts';
import type { AdminDoor, HttpDeps } from './deps.ts';
import { requireKnownHost } from './known-host.ts';
import { bearerToken, hostNameOf, isLoopback, wrongToken } from './request-headers.ts';

const COOKIE = 'pagemark_admin';

/** The first session that a request proves; null without one. `read` is asked of each cookie, so that signing out ends all. */
export async function sessionOf(
  { headers }: FastifyRequest,
  read: AdminGate['read'],
): Promise<AdminSession | null> {
  let session: AdminSession | null = null;
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, ...value] = pair.trim().split('=');
    const proved = name === COOKIE ? await read(value.join('=')) : null;
    session ??= proved;
  }
  return session;
}

/** `Set-Cookie` for a session; without one the cookie is taken back. */
export function sessionCookie(
  sealed: string,
  maxAgeS: number,
  { baseUrl }: Pick<HttpDeps, 'baseUrl'>,
): string {
  const { protocol, pathname } = new URL(baseUrl ?? 'http://localhost/');
  const path = `${pathname.replace(/\/$/, '')}/admin`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${COOKIE}=${sealed}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}

/** Accepts the admin token alone, and logs a wrong one. Throws what the gate throws. */
export async function checkToken(
  { ip }: FastifyRequest,
  { gate, onAction }: AdminDoor,
  token: string,
): Promise<void> {
  try {
    await gate.check(token, ip);
  } catch (error) {
    if (toFailure(error).reason === 'unauthorized') onAction({ action: 'wrong token', address: ip });
    throw error;
  }
}

/** Accepts the admin token as a bearer, or a session of the admin page. Throws `unauthorized` and what both throw. */
export async function requireAdmin(request: FastifyRequest, door: AdminDoor, deps: HttpDeps): Promise<void> {
  requireKnownHost(request, deps);
  const token = bearerToken(request.headers);
  if (token !== undefined) return checkToken(request, door, token);
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined || cookie === undefined)
    throw wrongToken(authorization, 'PAGEMARK_ADMIN_TOKEN');
  await requireSession(request, door.gate.read, deps);
}

/**
 * The session of a call of the admin page, by what its gate makes of it. Throws `unauthorized` without one, `blocked_target` without
 * the header field of the page or from another origin than its own, and what `read` throws.
 */
export async function requireSession(
  request: FastifyRequest,
  read: AdminGate['read'],
  deps: HttpDeps,
): Promise<AdminSession> {
  requireOwnPage(request, deps);
  const session = await sessionOf(request, read);
  if (session !== null) return session;
  throw fail('unauthorized', 'Sign in at "/admin": there is no session, or it is over.');
}

/**
 * Throws `blocked_target` unless the request comes to a known Host and from our own page: with its header field, and with its Origin
 * where one is sent; what is no GET has to send one (Fetch standard, 3.2).
 */
export function requireOwnPage(request: FastifyRequest, deps: HttpDeps): void {
  requireKnownHost(request, deps);
  const { headers, method } = request;
  const { baseUrl } = deps;
  const { origin, host = '' } = headers;
  const isOwn = origin === undefined ? method === 'GET' : isOwnOrigin(origin, host, baseUrl);
  if (isOwn && headers[ADMIN_HEADER] !== undefined) return;
  const page = baseUrl === null ? 'its own address' : JSON.stringify(`${baseUrl}/admin`);
  throw fail(
    'blocked_target',
    `Open the admin page at ${page}: this call comes from another page or from none.`,
  );
}

/**
 * Whether an Origin is ours: that of the public address, or where there is none the one that the request names as its Host, which
 * is a known one. A loopback Host is ours too: a tunnel to a service that has a public address.
 */
function isOwnOrigin(origin: string, host: string, baseUrl: string | null): boolean {
  if (baseUrl !== null && origin === new URL(baseUrl).origin) return true;
  if (origin !== `http://${host}` && origin !== `https://${host}`) return false;
  return baseUrl === null || isLoopback(hostNameOf(origin));
}
