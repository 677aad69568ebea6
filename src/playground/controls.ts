import { byId, h } from '../site/browser/dom.ts';

/** Says to screen readers what happened. */
export function announce(message: string): void {
  byId('status', HTMLParagraphElement).textContent = message;
}

/** One tab and what it shows. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  /** Makes what the tab shows, when it is first opened and whenever the content has changed since. */
  readonly make: () => Node;
}

/**
 * Tabs (WAI-ARIA Authoring Practices): arrow keys, Home and End open and move the focus along, because opening one costs no
 * request.
 */
export function tabs(label: string, list: readonly Tab[]) {
  const buttons = list.map(({ id, title }) =>
    h('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` }, title),
  );
  const panels = list.map(({ id }) =>
    h('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: 0 }),
  );
  const stale = new Set(list.keys());
  let opened = 0;
  const open = (at: number) => {
    opened = at;
    if (stale.delete(at)) panels[at]!.replaceChildren(list[at]!.make());
    buttons.forEach((button, i) => {
      button.setAttribute('aria-selected', String(i === at));
      button.tabIndex = i === at ? 0 : -1;
      panels[i]!.hidden = i !== at;
    });
  };
  const bar = h('div', { role: 'tablist', 'aria-label': label }, ...buttons);
  buttons.forEach((button, i) => {
    button.addEventListener('click', () => {
      open(i);
      // Out of the fade, where tabs go on.
      button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  });
  bar.addEventListener('keydown', (event) => {
    const to = { ArrowRight: opened + 1, ArrowLeft: opened - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    open((to + buttons.length) % buttons.length);
    buttons[opened]!.focus();
  });
  open(0);
  return {
    element: h('div', {}, bar, ...panels),
    open: (id: string) => open(list.findIndex((tab) => tab.id === id)),
    /** The content has changed: the open tab is made anew, the others when they are opened; those named stay. */
    refresh(except: readonly string[]) {
      list.forEach(({ id }, i) => {
        if (!except.includes(id)) stale.add(i);
      });
      open(opened);
    },
  };
}

/** How long the address of a saved text is kept, in milliseconds: the browser begins to read it at once. */
const KEPT_MS = 10_000;

/** A button that saves a text as a file; the name's ending says its kind. */
export function downloadButton(label: string, name: string, text: () => string): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      click() {
        const address = URL.createObjectURL(new Blob([text()], { type: 'text/plain;charset=utf-8' }));
        h('a', { href: address, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
      },
    },
    label,
  );
}

/** A file name from a title: letters and digits of any script, hyphens between. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${words.join('-').slice(0, 80) || 'page'}.${ending}`;
}
