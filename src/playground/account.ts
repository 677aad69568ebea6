import { type AnswerInfo, createClient, PagemarkError, type WindowLimit } from '../client/index.ts';
import { byId, grouped, h } from '../site/browser/dom.ts';
import type { Service } from './service-call.ts';

/** One window as it is shown. */
type Window = Pick<WindowLimit, 'limit' | 'remaining'>;

/** Opens the key's place in the header: plan and windows, the field of the key. Asking for usage counts nothing. */
export function openAccount(service: Service) {
  const account = byId('account', HTMLDetailsElement);
  const title = byId('account-title', HTMLSpanElement);
  const limits = byId('limits', HTMLDivElement);
  const field = byId('ask-key', HTMLInputElement);
  const withoutKey = [...limits.childNodes];
  let plan = '';
  let credits = 0;
  const show = (minute: Window, hour: Window) => {
    title.textContent = `${plan === '' ? 'Key' : plan} · ${grouped(hour.remaining)} left`;
    limits.replaceChildren(
      h('p', { class: 'plan' }, plan === '' ? 'Requests left' : `Plan ${plan}: requests left`),
      meter('this minute', minute),
      meter('this hour', hour),
      credits > 0 ? h('p', { class: 'muted' }, `and ${grouped(credits)} prepaid`) : '',
    );
  };
  const say = (summary: string, ...text: (string | Node)[]) => {
    title.textContent = summary;
    limits.replaceChildren(...text);
  };
  const refresh = async () => {
    plan = '';
    if (service.apiKey() === '') return say('Add your API key', ...withoutKey);
    try {
      const usage = await createClient({
        baseUrl: service.baseUrl,
        apiKey: service.apiKey(),
        retries: 0,
      }).usage();
      ({ plan, credits } = usage);
      show(usage.minute, usage.hour);
    } catch (error) {
      const isRefused = error instanceof PagemarkError && error.reason === 'unauthorized';
      const text = isRefused
        ? 'The service does not know this key.'
        : 'The service did not say what this key may do.';
      say(isRefused ? 'Key not accepted' : 'Key', h('p', { class: 'muted' }, text));
    }
  };
  field.addEventListener('change', () => void refresh());
  byId('account-form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  closeFromOutside(account);
  void refresh();
  return {
    /** Shows what an answer's header fields said of the key; without them nothing changes. */
    note(info: AnswerInfo | null) {
      if (info?.limits) show(info.limits.minute, info.limits.hour);
    },
  };
}

function meter(name: string, { limit, remaining }: Window): HTMLElement {
  return h(
    'p',
    { class: 'window' },
    h('span', {}, `${grouped(remaining)} of ${grouped(limit)} ${name}`),
    h('meter', { min: 0, max: limit, value: remaining, 'aria-label': `Requests left ${name}` }),
  );
}

/** Escape and a press elsewhere close what is open. */
function closeFromOutside(details: HTMLDetailsElement): void {
  document.addEventListener('pointerdown', ({ target }) => {
    if (!details.contains(target as Node)) details.open = false;
  });
  details.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    details.open = false;
    details.querySelector('summary')!.focus();
  });
}
