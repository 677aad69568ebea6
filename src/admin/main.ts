import type { AdminSessionInfo } from '../contract/admin.ts';
import { byId } from '../site/browser/dom.ts';
import { call, SignedOut } from './api.ts';
import { showKeys, wireKeys } from './keys-section.ts';
import { runChecks, showNow } from './now-section.ts';
import { showUsage } from './usage-section.ts';

/** How often the figures of now are asked for while the page is seen, in milliseconds; `pagemark top` does the same. */
const NOW_EVERY_MS = 2000;
/** How often usage is, in milliseconds: totals are written once a second, and change slowly. */
const USAGE_EVERY_MS = 30_000;

const form = byId('sign-in', HTMLFormElement);
const token = byId('token', HTMLInputElement);
const problem = byId('problem', HTMLElement);
let isSignedIn = false;
/** When usage was asked for last; 0: not yet. */
let usageAt = 0;
/** What failed last, whose message is shown. */
let failed: (() => Promise<void>) | null = null;

/** Shows the page of a session, or the form without one. */
function show({ expires_at: until }: AdminSessionInfo): void {
  isSignedIn = until !== null;
  form.hidden = isSignedIn;
  byId('work', HTMLElement).hidden = !isSignedIn;
  byId('signed', HTMLElement).hidden = !isSignedIn;
  problem.hidden = true;
  if (until === null) {
    byId('made-key', HTMLElement).replaceChildren();
    byId('made-licence', HTMLElement).replaceChildren();
    byId('dialog', HTMLDialogElement).close();
    token.focus();
    return;
  }
  const time = new Date(until).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  byId('until', HTMLElement).textContent = `Signed in until ${time}`;
  usageAt = 0;
  void guard(showKeys).then(refresh);
}

/** Runs what may fail: what it says is shown until it succeeds; a session that is over leads to the form. */
async function guard(action: () => Promise<void>): Promise<void> {
  try {
    await action();
    if (failed === action) problem.hidden = true;
  } catch (error) {
    if (error instanceof SignedOut) return show({ expires_at: null });
    failed = action;
    problem.textContent = (error as Error).message;
    problem.hidden = false;
  }
}

async function refresh(): Promise<void> {
  if (isSignedIn && !document.hidden) await guard(showFigures);
}

async function showFigures(): Promise<void> {
  await showNow();
  if (usageAt !== 0 && performance.now() - usageAt < USAGE_EVERY_MS) return;
  await showUsage();
  usageAt = performance.now();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const [said, send] = [byId('sign-in-problem', HTMLElement), byId('sign-in-send', HTMLButtonElement)];
  send.disabled = true;
  said.textContent = '';
  try {
    const session = await call<AdminSessionInfo>('POST', 'session', { token: token.value });
    token.value = '';
    show(session);
  } catch (error) {
    said.textContent = (error as Error).message;
  } finally {
    send.disabled = false;
  }
});
byId('sign-out', HTMLButtonElement).addEventListener('click', () =>
  guard(async () => show(await call<AdminSessionInfo>('DELETE', 'session'))),
);
byId('run-checks', HTMLButtonElement).addEventListener('click', () => guard(runChecks));
document.addEventListener('visibilitychange', () => void refresh());
wireKeys(() => void guard(showKeys));
await guard(async () => show(await call<AdminSessionInfo>('GET', 'session')));

/** One after the other: a slow service is not asked again before it answered. */
async function refreshForEver(): Promise<never> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, NOW_EVERY_MS));
    await refresh();
  }
}
void refreshForEver();
