import type { ErrorEnvelope } from '../contract/error-envelope.ts';

/** The call found no session: it is over, or nobody signed in. */
export class SignedOut extends Error {}

/**
 * Calls the service with the cookie of the session; `path` follows `admin/api/`. Resolves to the JSON of the answer. Throws an
 * `Error` with the message of the service, or `SignedOut`.
 */
export async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const answer = await fetch(`admin/api/${path}`, {
    method,
    // ADMIN_HEADER of contract/admin.ts, whose module would bring the schemas.
    headers: { 'x-pagemark-admin': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The service does not answer. Look whether it runs.');
  });
  const told: unknown = await answer.json();
  if (answer.ok) return told as T;
  const { message } = (told as ErrorEnvelope).error;
  if (answer.status === 401 && path !== 'session') throw new SignedOut(message);
  throw new Error(message);
}
