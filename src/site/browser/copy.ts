import { element } from './dom.ts';

/** How long a button says that it copied, in milliseconds: enough to read two words. */
const SAID_MS = 1500;

/** Gives every block of code a button that copies it. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('figure.code')) {
    const button = element('button', 'copy', 'Copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
      const text = block.querySelector('pre')!.textContent ?? '';
      button.textContent = await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Select and copy by hand',
      );
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SAID_MS);
    });
    block.querySelector('figcaption')!.append(button);
  }
}
