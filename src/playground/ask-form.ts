import type { ConvertInput } from '../client/index.ts';
import { byId, plural } from './dom.ts';

/** What a person asks for. */
export interface Ask {
  readonly input: ConvertInput;
  readonly isFresh: boolean;
}

interface AskForm {
  /** What is asked now; null when the form says what is missing. */
  read(): Ask | null;
  fill(source: { readonly url?: string; readonly html?: string }): void;
  /** Asks for HTML in place of the address, and waits in its field. */
  askForHtml(): void;
  /** Ticks "Accept walls and errors". */
  beLenient(): void;
}

const HTML_BASE = 'https://example.com/';
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The form: reads itself, shows which kind of source is asked for, and counts changed options. */
export function openAskForm(onSubmit: () => void): AskForm {
  const form = byId('ask', HTMLFormElement);
  const url = byId('ask-url', HTMLInputElement);
  const html = byId('ask-html', HTMLTextAreaElement);
  const isHtml = () => new FormData(form).get('source') === 'html';
  const showSource = () => {
    byId('ask-html-box', HTMLDivElement).hidden = !isHtml();
    byId('ask-url-label', HTMLLabelElement).textContent = isHtml()
      ? 'Address that the links of the HTML start from'
      : 'Address of the page';
    url.placeholder = isHtml() ? `Its address, ${HTML_BASE} by default` : 'https://example.com/article';
  };
  const choose = (kind: 'url' | 'html') => {
    form.querySelector<HTMLInputElement>(`input[name=source][value=${kind}]`)!.checked = true;
    showSource();
  };
  form.addEventListener('change', () => {
    showSource();
    countOptions();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  byId('ask-reset', HTMLButtonElement).addEventListener('click', () => {
    resetOptions();
    countOptions();
  });
  return {
    read() {
      const problem = isHtml()
        ? html.value.trim() === '' && { field: html, text: 'Paste some HTML first.' }
        : url.value.trim() === '' && { field: url, text: 'Write the address of a page first.' };
      showProblem(problem || null, [url, html]);
      if (problem) return null;
      const source = isHtml()
        ? { url: address(url.value) || HTML_BASE, html: html.value }
        : { url: address(url.value) };
      return { input: { ...source, ...readOptions() }, isFresh: byId('o-fresh', HTMLInputElement).checked };
    },
    fill(source) {
      url.value = source.url ?? '';
      html.value = source.html ?? '';
      choose(source.html === undefined ? 'url' : 'html');
    },
    askForHtml() {
      choose('html');
      html.focus();
    },
    beLenient() {
      byId('o-lenient', HTMLInputElement).checked = true;
      countOptions();
    },
  };
}

/** People leave out `https://`; a scheme, whatever it is, stays. */
function address(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

function showProblem(
  problem: { readonly field: HTMLElement; readonly text: string } | null,
  fields: readonly HTMLElement[],
): void {
  const line = byId('ask-problem', HTMLParagraphElement);
  line.textContent = problem?.text ?? '';
  line.hidden = problem === null;
  for (const field of fields) field.toggleAttribute('aria-invalid', false);
  problem?.field.setAttribute('aria-invalid', 'true');
  problem?.field.focus();
}

/** The options that differ from their defaults. */
function readOptions(): Omit<ConvertInput, 'url' | 'html'> {
  const select = (id: string) => byId(id, HTMLSelectElement).value;
  const text = (id: string) => byId(id, HTMLInputElement).value.trim();
  const selectors = (id: string) => lines(byId(id, HTMLTextAreaElement).value);
  const isOn = (id: string) => byId(id, HTMLInputElement).checked;
  const scope = select('o-scope') as 'main' | 'full';
  const links = select('o-links') as 'inline' | 'reference' | 'none';
  const images = select('o-images') as 'keep' | 'alt' | 'none';
  const render = select('o-render') as 'auto' | 'always' | 'never';
  return {
    ...(scope === 'main' ? {} : { scope }),
    ...(links === 'inline' ? {} : { links }),
    ...(images === 'keep' ? {} : { images }),
    ...(text('o-language') === '' ? {} : { language: text('o-language') }),
    ...(render === 'auto' ? {} : { render }),
    ...(text('o-wait') === '' ? {} : { wait_for_selector: text('o-wait') }),
    ...(text('o-max-tokens') === '' ? {} : { max_tokens: Number(text('o-max-tokens')) }),
    ...(text('o-timeout') === '' ? {} : { timeout_ms: Number(text('o-timeout')) }),
    ...(selectors('o-include').length === 0 ? {} : { include_selectors: selectors('o-include') }),
    ...(selectors('o-exclude').length === 0 ? {} : { exclude_selectors: selectors('o-exclude') }),
    ...(isOn('o-frontmatter') ? { frontmatter: true } : {}),
    ...(isOn('o-lenient') ? { strict: false } : {}),
  };
}

function countOptions(): void {
  const count = Object.keys(readOptions()).length + (byId('o-fresh', HTMLInputElement).checked ? 1 : 0);
  byId('ask-changed', HTMLSpanElement).textContent = count === 0 ? '' : plural(count, 'change');
}

function resetOptions(): void {
  const options = byId('ask-options', HTMLDetailsElement);
  for (const field of options.querySelectorAll('select')) field.selectedIndex = 0;
  for (const field of options.querySelectorAll('textarea')) field.value = '';
  for (const field of options.querySelectorAll('input')) {
    field.checked = false;
    if (field.type !== 'checkbox') field.value = '';
  }
}
