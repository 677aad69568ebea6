import { h } from './dom.ts';

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
