import type { AdminChecks } from '../contract/admin.ts';
import type { RunningResponse } from '../contract/running.ts';
import { byId, grouped, h } from '../site/browser/dom.ts';
import { call } from './api.ts';
import { stateMark, table } from './table.ts';

/** Asks what the process is at and shows it. */
export async function showNow(): Promise<void> {
  const running = await call<RunningResponse>('GET', 'running');
  byId('now-body', HTMLElement).replaceChildren(h('dl', { class: 'figures' }, ...figuresOf(running)));
}

function figuresOf(running: RunningResponse) {
  const { queue, workers, cache, stores } = running;
  const store = `${stores.kind}${stores.redis ? ' and Redis' : ''}`;
  return [
    figure('State', stateMark(running.state), `up ${duration(running.uptime_s)}`),
    figure(
      'In flight',
      `${grouped(queue.in_flight)} of ${grouped(queue.max)}`,
      `${size(queue.held_bytes)} held`,
    ),
    figure('Queue', grouped(queue.waiting), `${grouped(queue.expected_wait_ms)} ms to wait`),
    figure('Workers', `${workers.busy} busy`, `${workers.ready} ready of ${workers.threads}`),
    figure('Browsers', grouped(running.browsers), 'processes'),
    figure(
      'Pages kept',
      share(cache.pages),
      `${grouped(cache.pages.hit)} hits of ${grouped(cache.pages.looks)}`,
    ),
    figure(
      'Results kept',
      share(cache.results),
      `${grouped(cache.results.hit)} hits of ${grouped(cache.results.looks)}`,
    ),
    figure(
      'Store',
      stores.ms === null ? stateMark('none') : `${stores.ms} ms`,
      stores.ms === null ? `${store}: no answer` : store,
    ),
    figure('Version', running.version, `Node ${running.node}`),
  ];
}

function figure(title: string, value: Node | string, beside: string): HTMLElement {
  return h(
    'div',
    { class: 'figure' },
    h('dt', {}, title),
    h('dd', { class: 'value' }, value),
    h('dd', { class: 'muted' }, beside),
  );
}

function share({ hit, looks }: { readonly hit: number; readonly looks: number }): string {
  return looks === 0 ? '–' : `${Math.round((100 * hit) / looks)} %`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

function size(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

/** Runs the checks and shows what they say. */
export async function runChecks(): Promise<void> {
  const button = byId('run-checks', HTMLButtonElement);
  const body = byId('checks-body', HTMLElement);
  button.disabled = true;
  body.replaceChildren(h('p', { class: 'muted' }, 'Checking …'));
  try {
    const { checks } = await call<AdminChecks>('POST', 'checks');
    const rows = checks.map(({ name, state, detail }) => ({ cells: [name, stateMark(state), detail] }));
    body.replaceChildren(table('Checks', ['Check', 'State', ['What was found', 'long']], rows));
  } catch (error) {
    body.replaceChildren();
    throw error;
  } finally {
    button.disabled = false;
  }
}
