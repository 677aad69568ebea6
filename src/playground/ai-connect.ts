import { h } from '../site/browser/dom.ts';

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
export const SELECTED = 'Selected from the page, not written';

/**
 * Whether a language model answers here, as the service wrote into the page (`<meta name="pagemark-ai">`, `extractive` or
 * `model`).
 */
export const hasModel = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="pagemark-ai"]')?.content === 'model';

/** What a reader should know where no model is connected, and how one is. */
export function selectedNote(): HTMLElement {
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
