import type { ConvertedPage, ConvertInput } from '../client/index.ts';
import { copyButton } from '../site/browser/copy.ts';
import { type Child, grouped, h, highlighted, plural } from '../site/browser/dom.ts';
import { announce, downloadButton } from './controls.ts';
import { snippetsOf } from './snippets.ts';

/** Names and values as a description list; what is null is left out. */
function facts(rows: readonly (readonly [string, Child | number | undefined])[]): HTMLElement {
  return h(
    'dl',
    { class: 'facts' },
    ...rows.flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [h('dt', {}, name), h('dd', {}, typeof value === 'number' ? grouped(value) : value)],
    ),
  );
}

type Diagnostics = NonNullable<ConvertedPage['diagnostics']>;

/** What the page says about itself, and how its conversion went. */
export function detailsPane(page: ConvertedPage): HTMLElement {
  const { metadata, extended, diagnostics: shown } = page;
  return h(
    'div',
    {},
    h('h3', {}, 'About the page'),
    facts([
      ['Title', metadata?.title],
      ['By', metadata?.byline ?? extended?.author],
      ['Excerpt', metadata?.excerpt],
      ['Site', metadata?.siteName ?? extended?.site],
      ['Published', extended?.published],
      ['Modified', extended?.modified],
      ['Language', extended?.language],
      ['Direction', metadata?.dir],
      ['Address', metadata?.url],
      ['Canonical', extended?.canonical],
      ['Image', extended?.image],
    ]),
    h('h3', {}, 'What is kept'),
    structures(shown?.structures),
    h('h3', {}, 'The conversion'),
    facts([
      ['Outcome', page.outcome ?? 'ok'],
      ['Found by', shown?.strategy],
      ['Read', shown?.view === 'rendered' ? 'as a browser drew it' : 'as it was served'],
      ['Encoding', shown?.encoding],
      ['Redirects', shown?.redirects?.length],
      ['Site’s status', shown?.upstreamStatus === undefined ? null : String(shown.upstreamStatus)],
      ['Characters without markup', metadata?.length],
      ['Tokens, about', page.usage?.tokens],
      ['Engine', shown?.engine],
      ['Digest', shown?.contentDigest],
      ['Request', page.info.requestId],
    ]),
  );
}

function structures(counts: Diagnostics['structures'] | undefined): HTMLElement | null {
  if (counts === undefined) return null;
  const names = Object.keys(counts.in) as (keyof typeof counts.in)[];
  return table(
    'counts',
    ['', 'In the page', 'In the Markdown'],
    names.map((name) => [
      h('th', { scope: 'row' }, name),
      h('td', {}, String(counts.in[name])),
      h('td', {}, String(counts.out[name])),
    ]),
  );
}

/** The headings of a preview as a list; a press shows the one in the preview. */
export function outlinePane(preview: HTMLElement, showPreview: () => void): HTMLElement {
  const headings = [...preview.querySelectorAll<HTMLElement>('[class^=level-]')];
  if (headings.length === 0) return h('p', { class: 'muted' }, 'The page has no headings.');
  const jump = (heading: HTMLElement) => {
    showPreview();
    heading.tabIndex = -1;
    heading.scrollIntoView({ block: 'start' });
    heading.focus();
  };
  return h(
    'ul',
    { class: 'outline' },
    ...headings.map((heading) =>
      h(
        'li',
        { class: heading.className.replace('level', 'depth') },
        h(
          'button',
          { type: 'button', class: 'plain', click: () => jump(heading) },
          heading.textContent || 'Untitled',
        ),
      ),
    ),
  );
}

/** The links and the images of the content. Addresses open in a new tab and tell the site nothing of this page. */
export function linksPane({ links = [], images = [] }: ConvertedPage): HTMLElement {
  return h(
    'div',
    {},
    h('h3', {}, plural(links.length, 'link')),
    links.length === 0
      ? h('p', { class: 'muted' }, 'There are no links in the content.')
      : addresses('Words', links, ({ text }) => text),
    h('h3', {}, plural(images.length, 'image')),
    images.length === 0
      ? h('p', { class: 'muted' }, 'There are no images in the content.')
      : addresses('Description', images, ({ alt }) => alt),
  );
}

/** Addresses behind the words that stand for each. */
function addresses<Item extends { readonly url: string }>(
  title: string,
  items: readonly Item[],
  wordsOf: (item: Item) => string,
): HTMLElement {
  const rows = items.map((item) => [h('td', {}, wordsOf(item) || '–'), h('td', {}, address(item.url))]);
  return table('addresses', [title, 'Address'], rows);
}

/** A column without a name has an empty cell above it. */
function table(kind: string, names: readonly string[], rows: readonly HTMLElement[][]): HTMLElement {
  const head = names.map((name) => (name === '' ? h('td') : h('th', { scope: 'col' }, name)));
  return h(
    'table',
    { class: kind },
    h('thead', {}, h('tr', {}, ...head)),
    h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells))),
  );
}

function address(url: string): HTMLElement | string {
  return /^(?:https?|mailto):/i.test(url)
    ? h('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, url)
    : url.slice(0, 200);
}

/** The same request as code for elsewhere. */
export function codePane(baseUrl: string, input: ConvertInput, fileName: string | undefined): HTMLElement {
  return h(
    'div',
    { class: 'snippets' },
    h(
      'p',
      { class: 'muted' },
      'This conversion, from elsewhere. The code holds no key: it is read from the variable ',
      h('code', {}, 'PAGEMARK_KEY'),
      ', and in settings of MCP you write it in place of ',
      h('code', {}, 'YOUR_API_KEY'),
      '.',
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

/** A text to read as it is. */
interface Source {
  readonly label: string;
  readonly text: string;
  /** What its colours follow. */
  readonly language: string;
  /** Under which name it is saved; without one it is neither copied nor saved here. */
  readonly fileName?: string;
  /** What a reader should know of it. */
  readonly note?: string;
}

/** A text with line wrapping, copying and saving. */
export function sourcePane({ label, text, language, fileName, note }: Source): HTMLElement {
  const pre = h('pre', { class: 'source', tabindex: 0, 'aria-label': label }, ...highlighted(text, language));
  const wrap = h('input', { type: 'checkbox', checked: true });
  wrap.addEventListener('change', () => pre.classList.toggle('unwrapped', !wrap.checked));
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'tools' },
      h('label', { class: 'check' }, wrap, h('span', {}, 'Wrap lines')),
      ...(fileName === undefined
        ? []
        : [
            copyButton(`Copy ${label}`, () => text, announce),
            downloadButton(`Download .${fileName.split('.').at(-1)}`, fileName, () => text),
          ]),
    ),
    note === undefined ? null : h('p', { class: 'muted said' }, note),
    pre,
  );
}
