import { h } from './dom.ts';

/** One tab and what it shows. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly panel: HTMLElement;
  /** Called when the tab is opened, every time. */
  readonly onOpen?: () => void;
}

/**
 * Tabs (WAI-ARIA Authoring Practices): arrow keys, Home and End move the focus, Enter and Space open, because opening one
 * may cost a request.
 */
export function tabs(label: string, list: readonly Tab[]): HTMLElement {
  const buttons = list.map(({ id, title }) =>
    h('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` }, title),
  );
  const panels = list.map(({ id, panel }) =>
    h('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: 0 }, panel),
  );
  let opened = 0;
  /** The tab key enters at the open tab, and leaves from whichever has the focus. */
  const stopAt = (at: number) => {
    buttons.forEach((button, i) => {
      button.tabIndex = i === at ? 0 : -1;
    });
  };
  const open = (at: number) => {
    opened = at;
    buttons.forEach((button, i) => {
      button.setAttribute('aria-selected', String(i === at));
      panels[i]!.hidden = i !== at;
    });
    stopAt(at);
    list[at]!.onOpen?.();
  };
  const bar = h('div', { role: 'tablist', 'aria-label': label }, ...buttons);
  buttons.forEach((button, i) => {
    button.addEventListener('click', () => open(i));
  });
  bar.addEventListener('keydown', ({ key, target }) => {
    const at = buttons.indexOf(target as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[key];
    if (at !== -1 && to !== undefined) buttons[(to + buttons.length) % buttons.length]!.focus();
  });
  bar.addEventListener('focusin', ({ target }) => stopAt(buttons.indexOf(target as HTMLButtonElement)));
  bar.addEventListener('focusout', ({ relatedTarget }) => {
    if (!bar.contains(relatedTarget as Node | null)) stopAt(opened);
  });
  open(0);
  return h('div', { class: 'tabs' }, bar, ...panels);
}

const SHOWN_MS = 1600;

/** A button that copies a text and says so. */
export function copyButton(label: string, text: () => string, announce: (message: string) => void) {
  const button = h('button', { type: 'button', class: 'quiet' }, label);
  button.addEventListener('click', async () => {
    const isCopied = await copy(text());
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    announce(isCopied ? 'Copied.' : 'The browser refused to copy.');
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
  return button;
}

/** The clipboard needs a secure context; on a plain address of the local network the old command still works. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}

/** A button that saves a text as a file. */
export function downloadButton(label: string, name: () => string, text: () => string): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      click() {
        const address = URL.createObjectURL(new Blob([text()], { type: 'text/markdown;charset=utf-8' }));
        h('a', { href: address, download: name() }).click();
        setTimeout(() => URL.revokeObjectURL(address), SHOWN_MS);
      },
    },
    label,
  );
}

/** A file name from a title: letters and digits of any script, hyphens between. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${words.join('-').slice(0, 80) || 'page'}.md`;
}
