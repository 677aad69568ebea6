import { createClient } from '../client/index.ts';
import type { UsageResponse } from '../contract/usage.ts';
import { byId } from '../site/browser/dom.ts';
import { announce } from './controls.ts';
import type { Service } from './service-call.ts';

type RunningCall = UsageResponse['running'][number];

/** What the service is at with a call, as a reader would say it. */
const STAGES: Readonly<Record<RunningCall['stage'], string>> = {
  admit: 'being let in',
  fetch: 'fetching the page',
  render: 'opening it in a browser',
  queue: 'waiting for a free worker',
  convert: 'converting',
  write: 'sending the result',
};

/**
 * Shows that a call is under way: `what` happens, its seconds and what the service is at with it, asked for each second, which
 * counts nothing. `host` is that of the page; null, for what is not fetched: no stage is shown. Returns what ends it.
 */
export function showProgress({ baseUrl, apiKey }: Service, what: string, host: string | null): () => void {
  const place = byId('progress', HTMLDivElement);
  const time = byId('progress-time', HTMLSpanElement);
  const client = createClient({ baseUrl, apiKey: apiKey(), retries: 0 });
  const asked = new AbortController();
  let seconds = 0;
  let stage = '';
  const show = () => {
    time.textContent = seconds === 0 ? '' : `· ${seconds} s${stage === '' ? '' : ` · ${stage}`}`;
  };
  let isAsking = false;
  const ask = async () => {
    const { running } = await client.usage({ signal: asked.signal });
    const call = running.findLast((one) => one.host === host);
    if (call === undefined || STAGES[call.stage] === stage) return;
    stage = STAGES[call.stage];
    announce(stage);
    show();
  };
  byId('progress-text', HTMLSpanElement).textContent = what;
  place.hidden = false;
  show();
  const ticking = setInterval(() => {
    seconds++;
    show();
    if (host === null || isAsking) return;
    isAsking = true;
    // Another process may have the call, or the service be gone: the seconds are true all the same.
    ask()
      .catch(() => undefined)
      .finally(() => (isAsking = false));
  }, 1000);
  return () => {
    clearInterval(ticking);
    asked.abort();
    place.hidden = true;
  };
}
