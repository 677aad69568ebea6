import { byId } from '../site/browser/dom.ts';

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
export function listenForFiles(htmlField: HTMLTextAreaElement, onTaken: (taken: Taken) => void): void {
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
