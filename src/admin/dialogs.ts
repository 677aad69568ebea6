import { byId, h } from '../site/browser/dom.ts';

/** A field of a form: what stands before it, its name, and how it is filled in. */
interface Field {
  readonly name: string;
  readonly label: string;
  /** Of a choice its values, each with what is said of it. */
  readonly type: 'text' | 'number' | 'date' | Readonly<Record<string, string>>;
  readonly least?: number;
}

interface Asked {
  readonly title: string;
  readonly text?: string;
  readonly fields?: readonly Field[];
  readonly does: string;
  /** It cannot be undone. */
  readonly isStern?: boolean;
  /** Called with the fields that are filled in; the dialog stays with the message of what it throws. */
  readonly go: (values: Readonly<Record<string, string>>) => Promise<void>;
}

/** Shows the dialog of the page. It closes when what it asks for is done. */
export function ask({ title, text, fields = [], does, isStern = false, go }: Asked): void {
  const dialog = byId('dialog', HTMLDialogElement);
  const problem = h('p', { class: 'problem', role: 'alert' });
  const send = h('button', { type: 'submit', class: isStern ? 'stern' : 'primary' }, does);
  const cancel = h('button', { type: 'button', click: () => dialog.close() }, 'Cancel');
  const form = h(
    'form',
    { autocomplete: 'off' },
    h('h2', { id: 'dialog-title' }, title),
    text === undefined ? null : h('p', {}, text),
    ...fields.map(input),
    problem,
    h('div', { class: 'buttons' }, cancel, send),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    const filled = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    try {
      await go(Object.fromEntries(filled));
      dialog.close();
    } catch (error) {
      problem.textContent = (error as Error).message;
    } finally {
      send.disabled = false;
    }
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  if (isStern) cancel.focus();
}

function input({ name, label, type, least = 0 }: Field): HTMLElement {
  if (typeof type === 'object')
    return h(
      'label',
      {},
      label,
      h('select', { name }, ...Object.entries(type).map(([value, text]) => h('option', { value }, text))),
    );
  const limits = type === 'number' ? { min: least, step: 1, inputmode: 'numeric' } : {};
  return h('label', {}, label, h('input', { name, type, ...limits }));
}
