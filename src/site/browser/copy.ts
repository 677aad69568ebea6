import { h } from './dom.ts';

/** How long a button says that it copied, in milliseconds: enough to read two words. */
const SAID_MS = 1600;

/** A button that copies a text and says so, to screen readers by `announce`. */
export function copyButton(
  label: string,
  text: () => string,
  announce: (message: string) => void = () => undefined,
): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'quiet' }, label);
  button.addEventListener('click', async () => {
    const isCopied = await copy(text());
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    announce(isCopied ? 'Copied.' : 'The browser refused to copy.');
    setTimeout(() => {
      button.textContent = label;
    }, SAID_MS);
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

/** Gives every block of code a button that copies it. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('figure.code'))
    block
      .querySelector('figcaption')!
      .append(copyButton('Copy', () => block.querySelector('pre')!.textContent));
}
