import type { ConvertInput } from '../client/index.ts';
import { copyButton } from '../site/browser/copy.ts';
import { h, highlighted } from '../site/browser/dom.ts';
import { snippetsOf } from './snippets.ts';

/** The same request as code for elsewhere. */
export function codePane(
  baseUrl: string,
  input: ConvertInput,
  fileName: string | undefined,
  announce: (message: string) => void,
): HTMLElement {
  return h(
    'div',
    { class: 'snippets' },
    h(
      'p',
      { class: 'muted' },
      'The same request elsewhere. The key is read from the variable ',
      h('code', {}, 'PAGEMARK_KEY'),
      '; none stands in the code.',
    ),
    ...snippetsOf(baseUrl, input, fileName).map(({ title, language, code }) =>
      h(
        'section',
        { 'aria-label': title },
        h(
          'header',
          {},
          h('h3', {}, title),
          copyButton('Copy', () => code, announce),
        ),
        h(
          'pre',
          { tabindex: 0, 'aria-label': `${title} code` },
          h('code', {}, ...highlighted(code, language)),
        ),
      ),
    ),
  );
}
