import { byId, onShortcut } from '../site/browser/dom.ts';
import { openAccount } from './account.ts';
import type { Ask } from './ask.ts';
import { openAskForm } from './ask-form.ts';
import { writeOptions } from './ask-options.ts';
import { announce } from './controls.ts';
import { openCredentials } from './credentials.ts';
import { failureCard, type Remedies } from './failure-view.ts';
import { showProgress } from './progress.ts';
import { type ResultDeps, resultView, type Shown } from './result-view.ts';
import { SAMPLE_HTML } from './sample.ts';
import { convertAsk, type Service } from './service-call.ts';
import { openHistory } from './session-history.ts';
import { askOfFragment, fragmentOf } from './share-link.ts';
import { chosen, remember, siteOf, withChoice } from './site-choices.ts';

const baseUrl = new URL('.', location.href).href.replace(/\/$/, '');
const credentials = openCredentials();
const service: Service = { baseUrl, apiKey: credentials.apiKey };
const account = openAccount(service);
const deps: ResultDeps = {
  service,
  credentials,
  onAnswer: (info) => account.note(info),
  onChoice(ask, choice) {
    const site = siteOf(ask);
    const onSuccess = () => site !== null && remember(site, choice);
    if (!progress.hidden) return;
    const place = scrollY;
    void convert(chosen(ask, choice), 'left-out', onSuccess).then(() => {
      // What was chosen is at hand, and so is what may be chosen next.
      if (!result.hidden) scrollTo(0, place);
    });
  },
};

const failure = byId('failure', HTMLElement);
const result = byId('result', HTMLElement);
const nothing = byId('nothing', HTMLParagraphElement);
const progress = byId('progress', HTMLDivElement);
const convertButton = byId('ask-convert', HTMLButtonElement);
let call: AbortController | null = null;

/** Shows one of the places beside the form, and moves the reader there when it is an answer. */
function show(place: HTMLElement | null): void {
  document.body.dataset.view = 'work';
  for (const each of [failure, result, nothing]) each.hidden = each !== place;
  if (place !== failure && place !== result) return;
  // Focus alone would scroll to the middle of a long page.
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'start' });
}

const past = openHistory<Shown & { title: string; place: string }>((shown) => {
  if (progress.hidden) showResult(shown);
});

function showResult(shown: Shown, opened?: string): void {
  const { input, file } = shown.ask;
  const { url, html, ...options } = input;
  form.fill({ url, ...(html ? { html } : {}), ...(file === undefined ? {} : { file }) });
  writeOptions(options, shown.ask.isFresh);
  // The address of this page says what is shown, where a link can.
  history.replaceState(null, '', location.pathname + fragmentOf(shown.ask));
  result.replaceChildren(...resultView(shown, deps, opened));
  show(result);
}

async function convert(ask: Ask, opened?: string, onSuccess?: () => void): Promise<void> {
  call = new AbortController();
  const { signal } = call;
  const startedAt = performance.now();
  const { url, html } = ask.input;
  const what = ask.file?.name ?? (html === undefined ? url : 'the HTML');
  const host = siteOf(ask) === null ? null : new URL(url).hostname;
  const endProgress = showProgress(service, `Converting ${what}`, host);
  convertButton.disabled = true;
  announce('Converting.');
  show(null);
  try {
    const { page, json } = await convertAsk(ask, service, signal).finally(endProgress);
    account.note(page.info);
    onSuccess?.();
    const shown = { page, json, ask, tookMs: performance.now() - startedAt };
    showResult(shown, opened);
    past.add({ ...shown, title: page.metadata?.title ?? 'Untitled', place: placeOf(ask) });
    announce('Converted.');
  } catch (error) {
    if (signal.aborted) {
      show(nothing);
      announce('Cancelled.');
      return;
    }
    account.note((error as { info?: Parameters<typeof account.note>[0] }).info ?? null);
    failure.replaceChildren(...failureCard(error, 'failure-title', remedies(ask)));
    show(failure);
    announce('The conversion failed.');
  } finally {
    convertButton.disabled = false;
  }
}

function placeOf({ input, file }: Ask): string {
  return file?.name ?? (input.html === undefined ? new URL(input.url).host : 'HTML');
}

function remedies(ask: Ask): Remedies {
  return {
    retry: () => void convert(ask),
    html: form.askForHtml,
    address: () => address.select(),
    key: form.askForKey,
    lenient() {
      form.beLenient();
      void convert({ ...ask, input: { ...ask.input, strict: false } });
    },
  };
}

const form = openAskForm(credentials, () => {
  const ask = form.read();
  if (ask !== null && progress.hidden) void convert(withChoice(ask));
});
const address = byId('ask-url', HTMLInputElement);
onShortcut(() => address.select());
address.focus();
byId('progress-cancel', HTMLButtonElement).addEventListener('click', () => call?.abort());
for (const button of byId('empty', HTMLElement).querySelectorAll('button')) {
  button.addEventListener('click', () => {
    const sample = button.dataset.sample!;
    form.fill(
      sample === 'html' ? { url: 'https://almanac.example/tides', html: SAMPLE_HTML } : { url: sample },
    );
    convertButton.click();
  });
}
const shared = askOfFragment(location.hash);
if (shared !== null) {
  form.fill({ url: shared.url });
  writeOptions(shared.options, false);
  announce('The form is filled from the link. Press Convert.');
}
