import { curlOf, EXAMPLE_FILE, type ShownRequest } from '../curl.ts';
import { addCopyButtons } from './copy.ts';
import { byId, h, highlighted } from './dom.ts';
import { type Keys, openKeys } from './keys.ts';

/** Shows and opens the forms of the reference, where the page has them. */
export function openTryForms(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form.try');
  if (forms.length === 0) return;
  const keys = openKeys();
  for (const form of forms) open(form, keys);
}

/** Address of the service: the page stands at its root, under `docs`. */
const base = (): string => new URL('.', location.href).href.replace(/\/$/, '');

function open(form: HTMLFormElement, keys: Keys): void {
  const { scheme = '', variable = '' } = form.dataset;
  const curl = byId(form.id.replace('try-', 'curl-'), HTMLElement);
  const showCurl = () => {
    curl.replaceChildren(...highlighted(curlOf(requestOf(form, variable)), 'sh'));
  };
  let call: AbortController | null = null;
  form.addEventListener('input', showCurl);
  form.addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLSelectElement) || event.target.dataset.fills === undefined) return;
    byId(event.target.dataset.fills, HTMLTextAreaElement).value = event.target.value;
    showCurl();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const key = keys.of(scheme);
    const lacksKey = scheme !== '' && key === '';
    const fault = faultOf(form, lacksKey);
    const problem = form.querySelector<HTMLElement>('.problem')!;
    problem.hidden = fault === null;
    problem.textContent = fault;
    if (lacksKey) problem.append(' ', keyLink(scheme));
    if (fault !== null) return;
    call = new AbortController();
    void send(form, key, call.signal);
  });
  form.querySelector('[data-cancel]')!.addEventListener('click', () => call?.abort());
  form.hidden = false;
  showCurl();
}

function keyLink(scheme: string): HTMLAnchorElement {
  const field = `key-${scheme}`;
  return h('a', { href: `#${field}`, click: () => byId(field, HTMLInputElement).focus() }, 'Go there');
}

/** What to put right before anything is sent; null: nothing. */
function faultOf(form: HTMLFormElement, lacksKey: boolean): string | null {
  if (lacksKey)
    return `Give the ${form.dataset.scheme === 'apiKey' ? 'API key' : 'licence key'} under "Credentials" first.`;
  const empty = [...form.querySelectorAll<HTMLInputElement>('[data-in=path]')].find(
    ({ value }) => value.trim() === '',
  );
  if (empty !== undefined) return `Give "${empty.name}": it is part of the path.`;
  if (fileField(form)?.files?.length === 0) return 'Choose a file: it is the body.';
  try {
    JSON.parse(form.querySelector<HTMLTextAreaElement>('[data-in=body]')?.value ?? 'null');
    return null;
  } catch (error) {
    return `Correct the JSON of the body: ${(error as Error).message}`;
  }
}

async function send(form: HTMLFormElement, key: string, signal: AbortSignal): Promise<void> {
  const status = form.querySelector<HTMLElement>('[role=status]')!;
  const [sendButton, cancel] = [
    form.querySelector<HTMLButtonElement>('[type=submit]')!,
    form.querySelector<HTMLButtonElement>('[data-cancel]')!,
  ];
  const { method, address, headers, ...request } = requestOf(form, key);
  const body = fileField(form)?.files?.[0] ?? request.body;
  const setBusy = (isBusy: boolean) => {
    sendButton.disabled = isBusy;
    cancel.hidden = !isBusy;
  };
  setBusy(true);
  status.textContent = 'Sending …';
  const startedAt = performance.now();
  try {
    const answer = await fetch(address, { method, headers, body, signal });
    await show(form, answer);
    const tookMs = Math.round(performance.now() - startedAt);
    status.textContent = `${answer.status} after ${tookMs.toLocaleString('en-US')} ms`;
  } catch (error) {
    status.textContent = signal.aborted
      ? 'Cancelled.'
      : `No answer: ${(error as Error).message}. Is the service up?`;
  } finally {
    setBusy(false);
  }
}

const fileField = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[data-in=file]');

/** Shows an answer as it comes: status, header fields, body. */
async function show(form: HTMLFormElement, answer: Response): Promise<void> {
  const place = form.querySelector<HTMLElement>('.try-answer')!;
  const code = h('code');
  const fields = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const status = `status${answer.ok || answer.status === 304 ? '' : ' failed'}`;
  place.replaceChildren(
    h(
      'figure',
      { class: 'code' },
      h('figcaption', {}, h('span', { class: status }, String(answer.status)), ' Answer'),
      h('pre', { tabindex: 0 }, code),
    ),
    h(
      'details',
      {},
      h('summary', {}, `${[...answer.headers].length} header fields`),
      h('pre', { tabindex: 0 }, h('code', {}, fields)),
    ),
  );
  addCopyButtons(place);
  place.hidden = false;
  const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
  if (isJson) {
    code.replaceChildren(...highlighted(JSON.stringify(await answer.json(), null, 2), 'json'));
    return;
  }
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
    code.append(piece.value);
}

/** The request that a form of the reference describes; `credential` stands in its header field, when it wants one. */
function requestOf(form: HTMLFormElement, credential: string): ShownRequest {
  const { method = 'GET', path = '', stream, header, prefix = '' } = form.dataset;
  const fields = [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[data-in]'),
  ];
  const filled = fields
    .filter(({ dataset }) => dataset.in === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, () => asPath(value)), path);
  const body = fields.find(({ dataset }) => dataset.in === 'body')?.value ?? null;
  const query = fields
    .filter(({ dataset, value }) => dataset.in === 'query' && value.trim() !== '')
    .flatMap(({ name, value }) =>
      value
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => `${name}=${encodeURIComponent(line.trim())}`),
    );
  const file = fileField(form);
  const joint = filled.includes('?') ? '&' : '?';
  return {
    method,
    address: base() + filled + (query.length === 0 ? '' : joint + query.join('&')),
    headers: {
      ...(header !== undefined && credential !== '' ? { [header]: prefix + credential } : {}),
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
    file: file === null ? undefined : (file.files?.[0]?.name ?? EXAMPLE_FILE),
    isStream: stream === 'yes',
  };
}

/** An address stands in the path as it is, but for what would end the path or the request. */
const asPath = (text: string): string => text.trim().replace(/[\s#]/g, encodeURIComponent);
