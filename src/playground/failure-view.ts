import { PagemarkError } from '../client/index.ts';
import { ADVICE } from './advice.table.ts';
import { h } from './dom.ts';

/** What a failure looks like: what happened, what the service says, what to do, and when. */
export function failureCard(error: unknown, titleId: string, onRetry: (() => void) | null): HTMLElement[] {
  const known = error instanceof PagemarkError ? error : null;
  const advice = ADVICE[known?.reason ?? 'internal'] ?? ADVICE.internal;
  const waitMs = known?.retryAfterMs ?? null;
  return [
    h(
      'p',
      { class: 'reason' },
      known === null ? 'error' : `${known.status ?? 'no answer'} · ${known.reason}`,
    ),
    h('h2', { id: titleId }, advice.title),
    h('p', { class: 'next' }, advice.next),
    h('p', { class: 'message' }, known?.message ?? String(error)),
    known?.resetAt ? h('p', {}, `Until ${new Date(known.resetAt).toLocaleString()}.`) : null,
    onRetry === null ? null : h('p', { class: 'actions' }, retryButton(waitMs, onRetry)),
    known?.requestId ? h('p', { class: 'request' }, 'Request ', h('code', {}, known.requestId)) : null,
  ].filter((element) => element !== null);
}

/** Convert again, at once or when the service said. */
function retryButton(waitMs: number | null, onRetry: () => void): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'primary', click: onRetry }, 'Try again');
  if (waitMs === null) return button;
  const readyAt = Date.now() + waitMs;
  button.disabled = true;
  const tick = () => {
    const leftS = Math.ceil((readyAt - Date.now()) / 1000);
    button.disabled = leftS > 0;
    button.textContent = leftS > 0 ? `Try again in ${leftS} s` : 'Try again';
    if (leftS > 0) setTimeout(tick, 500);
  };
  tick();
  return button;
}
