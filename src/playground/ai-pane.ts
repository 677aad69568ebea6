import { type AiEvent, createClient } from '../client/index.ts';
import { AI_TEMPLATE_NAMES, type AiTemplateName } from '../contract/ai-templates.ts';
import { copyButton } from '../site/browser/copy.ts';
import { grouped, h } from '../site/browser/dom.ts';
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
  announce: (message: string) => void,
): HTMLElement {
  const { license, template, prompt } = askFields(credentials.licenseKey());
  const run = h('button', { type: 'submit', class: 'primary' }, 'Run');
  const stop = h('button', { type: 'button', hidden: true }, 'Stop');
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
  const form = h(
    'form',
    {
      class: 'ai',
      submit(event) {
        event.preventDefault();
        void start().catch(() => undefined);
        stop.focus();
      },
    },
    h('label', { for: 'ai-template' }, 'Task ', template),
    h('label', { for: 'ai-license' }, 'Licence key ', license),
    h('label', { for: 'ai-prompt', class: 'wide' }, 'Prompt ', prompt),
    h('p', { class: 'actions wide' }, run, stop, copy),
  );
  return h('div', {}, hasModel() ? null : selectedNote(), form, output, note);
}

/** What is asked with, and for what. */
function askFields(licenseKey: string) {
  const license = h('input', {
    id: 'ai-license',
    type: 'password',
    placeholder: 'pml_…',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  license.value = licenseKey;
  const template = h(
    'select',
    { id: 'ai-template' },
    ...AI_TEMPLATE_NAMES.map((name) =>
      h('option', { value: name, selected: name === 'summarize' }, TITLES[name]),
    ),
  );
  const prompt = h('textarea', {
    id: 'ai-prompt',
    rows: 2,
    maxlength: 2000,
    placeholder: 'Optional: refine it in your own words',
  });
  return { license, template, prompt };
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

/** How an operator connects a model, as settings of the service: one line each. */
const CONNECT: readonly (readonly [name: string, settings: string])[] = [
  [
    'Ollama',
    'PAGEMARK_AI_PROVIDER=openai-compatible PAGEMARK_AI_BASE_URL=http://127.0.0.1:11434/v1 PAGEMARK_AI_MODEL=llama3.2',
  ],
  [
    'OpenAI-compatible',
    'PAGEMARK_AI_PROVIDER=openai-compatible PAGEMARK_AI_BASE_URL=https://HOST/v1 PAGEMARK_AI_API_KEY=KEY PAGEMARK_AI_MODEL=MODEL',
  ],
  ['Anthropic', 'PAGEMARK_AI_PROVIDER=anthropic PAGEMARK_AI_API_KEY=KEY PAGEMARK_AI_MODEL=MODEL'],
];

/** What is said of every answer that no model wrote. */
const SELECTED = 'Selected from the page, not written';

/**
 * Whether a language model answers here, as the service wrote into the page (`<meta name="pagemark-ai">`, `extractive` or
 * `model`).
 */
const hasModel = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="pagemark-ai"]')?.content === 'model';

/** What a reader should know where no model is connected, and how one is. */
function selectedNote(): HTMLElement {
  return h(
    'aside',
    { class: 'note connect', 'aria-label': 'No language model' },
    h(
      'p',
      {},
      h('strong', {}, `${SELECTED}.`),
      ' No language model is connected here: answers are sentences of the page, chosen for the task.',
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Connect a model'),
      h('p', { class: 'muted' }, 'Whoever runs this service starts it with one of these lines:'),
      h(
        'dl',
        {},
        ...CONNECT.flatMap(([name, settings]) => [h('dt', {}, name), h('dd', {}, h('code', {}, settings))]),
      ),
    ),
  );
}
