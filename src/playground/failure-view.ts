import { PagemarkError } from '../client/index.ts';
import { h } from '../site/browser/dom.ts';
import { ADVICE, type Remedy } from './advice.table.ts';

/** What each remedy does; one that is missing is not offered. */
export type Remedies = Readonly<Partial<Record<Remedy, () => void>>>;

const LABELS: Readonly<Record<Remedy, string>> = {
  retry: 'Try again',
  html: 'Paste the HTML',
  address: 'Change the address',
  key: 'Change the key',
  lenient: 'Show what was found',
};

/** What a failure looks like: what happened, what to do and what the service says, and the click that does it. */
export function failureCard(error: unknown, titleId: string, remedies: Remedies = {}): HTMLElement[] {
  const known = error instanceof PagemarkError ? error : null;
  const advice = ADVICE[known?.reason ?? 'internal'] ?? ADVICE.internal;
  const act = advice.remedy && remedies[advice.remedy];
  const waitMs = advice.remedy === 'retry' ? (known?.retryAfterMs ?? null) : null;
  return [
    h(
      'p',
      { class: 'reason' },
      known === null ? 'error' : `${known.status ?? 'no answer'} · ${known.reason}`,
    ),
    h('h2', { id: titleId }, advice.title),
    h(
      'p',
      { class: 'next' },
      ...advice.next.split('`').map((part, at) => (at % 2 === 0 ? part : command(part))),
    ),
    h('p', { class: 'message' }, known?.message ?? String(error)),
    known?.resetAt ? h('p', {}, `Until ${new Date(known.resetAt).toLocaleString()}.`) : null,
    advice.remedy && act
      ? h('p', { class: 'actions' }, remedyButton(LABELS[advice.remedy], waitMs, act))
      : null,
    known?.requestId ? h('p', { class: 'request' }, 'Request ', h('code', {}, known.requestId)) : null,
  ].filter((element) => element !== null);
}

/** A command, whose lines end between its words. */
const command = (text: string): HTMLElement =>
  h('code', {}, ...text.split(/( )/).map((word) => (word === ' ' ? word : h('span', {}, word))));

/** A button that waits as long as the service said. */
function remedyButton(label: string, waitMs: number | null, act: () => void): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'primary', click: act }, label);
  if (waitMs === null) return button;
  const readyAt = Date.now() + waitMs;
  const tick = () => {
    const leftS = Math.ceil((readyAt - Date.now()) / 1000);
    button.disabled = leftS > 0;
    button.textContent = leftS > 0 ? `${label} in ${leftS} s` : label;
    if (leftS > 0) setTimeout(tick, 500);
  };
  tick();
  return button;
}
