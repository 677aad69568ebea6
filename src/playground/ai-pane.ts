import { type AiEvent, createClient } from '../client/index.ts';
import { AI_TEMPLATE_NAMES, type AiTemplateName } from '../contract/ai-templates.ts';
import { copyButton } from '../site/browser/copy.ts';
import { fromTemplate, grouped, h } from '../site/browser/dom.ts';
import { announce } from './controls.ts';
import type { Credentials } from './credentials.ts';
import { failureCard } from './failure-view.ts';
import { renderMarkdown } from './markdown-preview.ts';
import type { Service } from './service-call.ts';

/** Longest page of an AI call, in code points (contract, AI request). */
const PAGE_MAX_CHARACTERS = 100_000;
/** The answer is drawn anew at most this often while it arrives. */
const DRAW_MS = 80;

const TITLES: Readonly<Record<AiTemplateName, string>> = {
  'answer-core-question': 'Answer its core question',
  'generate-questions': 'Generate questions',
  summarize: 'Summarize',
  'extract-action-items': 'Extract action items',
  simplify: 'Simplify',
  'atomic-note': 'Atomic note',
};

/** Asks about a page: a template, a prompt, and the answer as it arrives. */
export function aiPane(
  markdown: () => string,
  { service, credentials }: { readonly service: Service; readonly credentials: Credentials },
): HTMLElement {
  const form = fromTemplate('ai-form').querySelector('form')!;
  const license = form.querySelector<HTMLInputElement>('#ai-license')!;
  const template = form.querySelector('select')!;
  const prompt = form.querySelector('textarea')!;
  const [run, stop] = [...form.querySelectorAll('button')] as [HTMLButtonElement, HTMLButtonElement];
  license.value = credentials.licenseKey();
  template.append(
    ...AI_TEMPLATE_NAMES.map((name) =>
      h('option', { value: name, selected: name === 'summarize' }, TITLES[name]),
    ),
  );
  const output = h('div', { class: 'answer', 'aria-label': 'Answer', role: 'region' });
  const note = h('p', { class: 'muted' });
  let answer = '';
  const copy = copyButton('Copy answer', () => answer, announce);
  const keep = (text: string) => {
    answer = text;
    copy.hidden = text === '';
  };
  keep('');
  let call: AbortController | null = null;

  const start = async () => {
    credentials.setLicenseKey(license.value);
    call = new AbortController();
    run.hidden = true;
    stop.hidden = false;
    output.setAttribute('aria-busy', 'true');
    note.textContent = '';
    keep('');
    announce('The answer is being written.');
    const client = createClient({ baseUrl: service.baseUrl, licenseKey: license.value.trim() });
    const page = [...markdown()].slice(0, PAGE_MAX_CHARACTERS).join('');
    const events = client.ai(
      {
        markdown: page,
        template: template.value as AiTemplateName,
        ...(prompt.value.trim() === '' ? {} : { custom_prompt: prompt.value }),
      },
      { signal: call.signal },
    );
    try {
      note.textContent = summaryOf(await draw(events, output, keep));
      announce('The answer is complete.');
    } catch (error) {
      if (call.signal.aborted) note.textContent = 'Stopped.';
      else output.replaceChildren(h('div', { class: 'failure' }, ...failureCard(error, 'ai-failure-title')));
      announce(call.signal.aborted ? 'Stopped.' : 'The answer failed.');
    } finally {
      const hadFocus = document.activeElement === stop;
      run.hidden = false;
      stop.hidden = true;
      if (hadFocus) run.focus();
      output.removeAttribute('aria-busy');
    }
  };
  stop.addEventListener('click', () => call?.abort());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void start().catch(() => undefined);
    stop.focus();
  });
  stop.after(copy);
  return h('div', {}, hasModel() ? null : fromTemplate('ai-connect'), form, output, note);
}

/** Draws the answer while it arrives, and keeps its text; resolves with its last event. */
async function draw(
  events: AsyncIterable<AiEvent>,
  output: HTMLElement,
  onText: (text: string) => void,
): Promise<AiEvent | null> {
  let text = '';
  let last: AiEvent | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    timer = undefined;
    output.replaceChildren(renderMarkdown(text, { loadImages: false }));
  };
  output.replaceChildren(h('p', { class: 'muted' }, 'Waiting for the first words …'));
  try {
    for await (const event of events) {
      last = event;
      if (event.type !== 'delta') continue;
      text += event.text;
      onText(text);
      timer ??= setTimeout(show, DRAW_MS);
    }
  } finally {
    clearTimeout(timer);
    if (text !== '') show();
    else output.replaceChildren();
  }
  return last;
}

function summaryOf(event: AiEvent | null): string {
  if (event?.type !== 'done') return '';
  const { model, ai_calls_used: used, ai_calls_limit: limit, finish_reason: end } = event;
  const by = model === 'extractive' ? SELECTED : `Written by ${model}`;
  const cut = end === 'length' ? ' · cut at the provider’s limit' : '';
  return `${by}${cut} · ${grouped(used)} of ${grouped(limit)} calls this month`;
}

/** What is said of every answer that no model wrote. */
const SELECTED = 'Selected from the page, not written';

/**
 * Whether a language model answers here, as the service wrote into the page (`<meta name="pagemark-ai">`, `extractive` or
 * `model`).
 */
const hasModel = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="pagemark-ai"]')?.content === 'model';
