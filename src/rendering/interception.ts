import type { CDPSession } from 'playwright-core';
import type { EgressGate } from './egress-gate.ts';

/** Kinds of request, by the names of the DevTools protocol, whose answers nobody sees. */
const UNSEEN: ReadonlySet<string> = new Set([
  'Media',
  'Font',
  'TextTrack',
  'Ping',
  'Prefetch',
  'CSPViolationReport',
]);
const EMPTY_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** What of a gate is needed here. */
type RenderGate = Pick<EgressGate, 'server' | 'username' | 'password' | 'countRequest'>;

/**
 * Intercepts all requests of a browser, its workers and frames included, for as long as it runs. What is only looked at is not
 * loaded; images come all the same, empty, because pages wait for them. The function that it resolves to names the gate which
 * counts them and to which its credentials are given from then on. A challenge of another proxy or of a site is given up, and its page is read: a browser with windows would ask
 * a person for the password, and wait.
 */
export async function interceptRequests(session: CDPSession): Promise<(gate: RenderGate) => void> {
  let gate: RenderGate | undefined;
  // A request that was given up meanwhile needs no answer.
  const ignore = (): void => undefined;
  session.on('Fetch.requestPaused', ({ requestId, resourceType, request }) => {
    gate?.countRequest();
    const answer =
      resourceType === 'Image'
        ? session.send('Fetch.fulfillRequest', { requestId, ...emptyImageFor(request.headers) })
        : UNSEEN.has(resourceType)
          ? session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
          : session.send('Fetch.continueRequest', { requestId });
    answer.catch(ignore);
  });
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const authChallengeResponse =
      authChallenge.source === 'Proxy' && authChallenge.origin === gate?.server
        ? ({ response: 'ProvideCredentials', username: gate.username, password: gate.password } as const)
        : ({ response: 'CancelAuth' } as const);
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignore);
  });
  // Every request: only of those that are paused does the protocol tell the challenges.
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: '*' }] });
  return (next) => {
    gate = next;
  };
}

/** An empty picture, which a page of any origin may read. */
function emptyImageFor(headers: Readonly<Record<string, string>>) {
  const origin = headers.Origin ?? '*';
  return {
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: 'image/gif' },
      { name: 'Access-Control-Allow-Origin', value: origin },
      { name: 'Access-Control-Allow-Credentials', value: 'true' },
    ],
    body: EMPTY_GIF,
  };
}
