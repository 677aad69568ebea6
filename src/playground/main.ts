import { createClient } from '../client/index.ts';
import { type Ask, openAskForm } from './ask-form.ts';
import { openCredentials } from './credentials.ts';
import { byId } from './dom.ts';
import { showLimits, showUsage } from './facts-panes.ts';
import { failureCard, type Remedies } from './failure-view.ts';
import { type ResultDeps, resultView } from './result-view.ts';
import { SAMPLE_HTML } from './sample.ts';

const baseUrl = new URL('.', location.href).href.replace(/\/$/, '');
const credentials = openCredentials();
const client = () => createClient({ baseUrl, apiKey: credentials.apiKey() });
const status = byId('status', HTMLParagraphElement);
const announce = (message: string) => {
  status.textContent = message;
};
const deps: ResultDeps = { baseUrl, credentials, client, announce, onPage: ({ info }) => showLimits(info) };

const empty = byId('empty', HTMLElement);
const failure = byId('failure', HTMLElement);
const result = byId('result', HTMLElement);
const progress = byId('progress', HTMLDivElement);
const convertButton = byId('ask-convert', HTMLButtonElement);
let call: AbortController | null = null;

/** Shows one of the places below the form, and moves the reader there when it is an answer. */
function show(place: HTMLElement | null): void {
  for (const each of [empty, failure, result]) each.hidden = each !== place;
  if (place === failure || place === result) place.focus();
}

function setBusy(isBusy: boolean, what = ''): void {
  progress.hidden = !isBusy;
  convertButton.disabled = isBusy;
  byId('progress-text', HTMLParagraphElement).textContent = what;
}

async function convert({ input, isFresh }: Ask): Promise<void> {
  call = new AbortController();
  const { signal } = call;
  const startedAt = performance.now();
  setBusy(true, input.html === undefined ? `Converting ${input.url}` : 'Converting the HTML');
  announce('Converting.');
  show(null);
  try {
    const page = await client().convert(
      { ...input, include_metadata: true, include_extended: true, include_diagnostics: true },
      { signal, ...(isFresh ? { maxAgeS: 0 } : {}) },
    );
    showLimits(page.info);
    result.replaceChildren(...resultView({ page, input, tookMs: performance.now() - startedAt }, deps));
    show(result);
    announce('Converted.');
  } catch (error) {
    if (signal.aborted) {
      show(empty);
      announce('Cancelled.');
      return;
    }
    showLimits((error as { info?: Parameters<typeof showLimits>[0] | null }).info ?? null);
    failure.replaceChildren(...failureCard(error, 'failure-title', remedies({ input, isFresh })));
    show(failure);
    announce('The conversion failed.');
  } finally {
    setBusy(false);
  }
}

function remedies(ask: Ask): Remedies {
  return {
    retry: () => void convert(ask),
    html: form.askForHtml,
    address: () => byId('ask-url', HTMLInputElement).select(),
    key: () => byId('ask-key', HTMLInputElement).select(),
    lenient() {
      form.beLenient();
      void convert({ ...ask, input: { ...ask.input, strict: false } });
    },
  };
}

const form = openAskForm(() => {
  const ask = form.read();
  if (ask !== null && progress.hidden) void convert(ask);
});
byId('progress-cancel', HTMLButtonElement).addEventListener('click', () => call?.abort());
for (const button of empty.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    const sample = button.dataset.sample!;
    form.fill(
      sample === 'html' ? { url: 'https://almanac.example/tides', html: SAMPLE_HTML } : { url: sample },
    );
    convertButton.click();
  });
}
if (credentials.apiKey() !== '')
  void client()
    .usage()
    .then(showUsage, () => undefined);
