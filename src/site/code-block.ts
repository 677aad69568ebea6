import { tokensOf } from './highlight.ts';
import { html, type Markup } from './html.ts';

/** A block of code under its title; a script adds the button that copies it. `id` is that of the code. */
export function codeBlock(title: string, code: string, language: string, id: string | null = null): Markup {
  const pieces = tokensOf(code, language).map(({ kind, text }) =>
    kind === null ? text : html`<span class="code-${kind}">${text}</span>`,
  );
  return html`<figure class="code"><figcaption>${title}</figcaption>
<pre><code${id !== null && html` id="${id}"`}>${pieces}</code></pre></figure>
`;
}
