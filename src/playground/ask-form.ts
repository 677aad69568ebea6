import { withScheme } from '../contract/typed-address.ts';
import { byId, grouped } from '../site/browser/dom.ts';
import type { Ask } from './ask.ts';
import { countOptions, isFreshWanted, readOptions, writeOptions } from './ask-options.ts';
import type { Credentials } from './credentials.ts';
import { remember, siteOf } from './site-choices.ts';

type Source = 'url' | 'html' | 'file';

/** What the form is filled with. */
interface Filling {
  readonly url: string;
  readonly html?: string;
  readonly file?: File;
}

const BASE = 'https://example.com/';
const LABELS: Readonly<Record<Source, string>> = {
  url: 'Address of the page',
  html: 'Address of this HTML, which its links start from',
  file: 'Address of this file, which its links start from',
};
const HINTS: Readonly<Record<Source, string>> = {
  url: 'https://example.com/article',
  html: `${BASE} if empty`,
  file: 'Optional',
};

/** The form: reads itself, shows which kind of source is asked for, and takes files. */
export function openAskForm(credentials: Credentials, onSubmit: () => void) {
  const form = byId('ask', HTMLFormElement);
  const url = byId('ask-url', HTMLInputElement);
  const html = byId('ask-html', HTMLTextAreaElement);
  const chooser = byId('ask-file-choose', HTMLButtonElement);
  const keyBox = byId('ask-key-box', HTMLDivElement);
  const key = byId('ask-first-key', HTMLInputElement);
  let file: File | undefined;
  const source = () => new FormData(form).get('source') as Source;
  /** The address that was written for each source; the field has that of the one that is shown. */
  const addresses: Record<Source, string> = { url: '', html: '', file: '' };
  const label = byId('ask-url-label', HTMLLabelElement);
  const showSource = () => {
    url.value = addresses[source()];
    byId('ask-html-box', HTMLDivElement).hidden = source() !== 'html';
    byId('ask-file-box', HTMLDivElement).hidden = source() !== 'file';
    label.textContent = LABELS[source()];
    label.className = source() === 'url' ? 'unseen' : '';
    url.placeholder = HINTS[source()];
  };
  const fill = (filling: Filling) => {
    html.value = filling.html ?? '';
    file = filling.file;
    if (file !== undefined) byId('ask-file-name', HTMLParagraphElement).textContent = nameAndSize(file);
    const kind = file !== undefined ? 'file' : filling.html !== undefined ? 'html' : 'url';
    form.querySelector<HTMLInputElement>(`input[name=source][value=${kind}]`)!.checked = true;
    addresses[kind] = filling.url;
    showSource();
  };
  url.addEventListener('input', () => {
    addresses[source()] = url.value;
  });
  form.addEventListener('change', () => {
    showSource();
    countOptions();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  byId('ask-reset', HTMLButtonElement).addEventListener('click', () => {
    writeOptions({}, false);
    const site = siteOf({ input: { url: withScheme(url.value) } });
    if (site !== null) remember(site, null);
  });
  key.addEventListener('change', () => credentials.setApiKey(key.value));
  listenForFiles(html, (taken) => {
    fill({ url: '', ...taken });
    onSubmit();
  });
  // What was written before this ran, or what a browser kept of the page before.
  addresses[source()] = url.value;
  showSource();
  countOptions();
  return {
    /** What is asked now; null when the form says what is missing. */
    read(): Ask | null {
      const missing: Readonly<Record<Source, [HTMLElement, boolean, string]>> = {
        url: [url, url.value.trim() === '', 'Write the address of a page first.'],
        html: [html, html.value.trim() === '', 'Paste some HTML first.'],
        file: [chooser, file === undefined, 'Choose a file first.'],
      };
      const [field, isMissing, text] = missing[source()];
      const fields = [url, html, chooser, key];
      showProblem(isMissing ? { field, text } : null, fields);
      if (isMissing) return null;
      keyBox.hidden = credentials.apiKey() !== '';
      if (!keyBox.hidden) {
        showProblem({ field: key, text: 'Paste an API key to convert.' }, fields);
        return null;
      }
      const isFresh = isFreshWanted();
      const address = withScheme(url.value);
      if (source() === 'url') return { input: { url: address, ...readOptions() }, isFresh };
      return source() === 'html'
        ? { input: { url: address || BASE, ...readOptions(), html: html.value }, isFresh }
        : { input: { url: address, ...readOptions() }, isFresh, file: file! };
    },
    fill,
    /** Asks for HTML in place of the address, and waits in its field. */
    askForHtml() {
      fill({ url: url.value, html: html.value });
      html.focus();
    },
    /** Asks for another key, beside what it is for. */
    askForKey() {
      keyBox.hidden = false;
      key.value = credentials.apiKey();
      key.select();
    },
    /** Ticks "Show what was found". */
    beLenient() {
      byId('o-lenient', HTMLInputElement).checked = true;
      countOptions();
    },
  };
}

const KILOBYTE = 1000;

/** `report.pdf, 12 KB`. */
const nameAndSize = ({ name, size }: File): string =>
  `${name}, ${size < KILOBYTE ? `${size} bytes` : `${grouped(Math.round(size / KILOBYTE))} KB`}`;

function showProblem(
  problem: { readonly field: HTMLElement; readonly text: string } | null,
  fields: readonly HTMLElement[],
): void {
  const line = byId('ask-problem', HTMLParagraphElement);
  line.textContent = problem?.text ?? '';
  line.hidden = problem === null;
  for (const field of fields) field.removeAttribute('aria-invalid');
  if (problem?.field.matches('input, textarea')) problem.field.setAttribute('aria-invalid', 'true');
  problem?.field.focus();
}

/** What a file or a piece of a page becomes in the form: HTML as text, anything else as it is. */
type Taken = { readonly html: string } | { readonly file: File };

const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/;
const HTML_NAME = /\.x?html?$/i;

/** HTML in UTF-8 as its text. In another encoding it is sent as bytes: the service finds out which. */
async function take(file: File): Promise<Taken> {
  if (!HTML_TYPE.test(file.type) && !HTML_NAME.test(file.name)) return { file };
  try {
    return { html: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { file };
  }
}

/** Takes files that are chosen, dropped or pasted, and what is copied from a page and pasted into the field for HTML. */
function listenForFiles(htmlField: HTMLTextAreaElement, onTaken: (taken: Taken) => void): void {
  const input = byId('ask-file', HTMLInputElement);
  const takeFirst = async (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) onTaken(await take(file));
  };
  byId('ask-file-choose', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    void takeFirst(input.files).then(() => {
      input.value = '';
    });
  });
  document.addEventListener('paste', (event) => {
    const data = event.clipboardData;
    if (data === null) return;
    const html = data.getData('text/html');
    if (data.files.length > 0 && data.getData('text/plain') === '') {
      event.preventDefault();
      void takeFirst(data.files);
    } else if (
      event.target === htmlField &&
      html !== '' &&
      !data.getData('text/plain').trimStart().startsWith('<')
    ) {
      event.preventDefault();
      htmlField.setRangeText(html, htmlField.selectionStart, htmlField.selectionEnd, 'end');
    }
  });
  listenForDrops(takeFirst);
}

function listenForDrops(take: (files: FileList | undefined) => Promise<void>): void {
  const sign = byId('drop', HTMLParagraphElement);
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    sign.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    // A target outside of the window is null: the file has left the page.
    if (event.relatedTarget === null) sign.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    sign.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    void take(event.dataTransfer?.files);
  });
}
