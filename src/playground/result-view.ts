import type { ConvertedPage, ConvertInput, PagemarkClient } from '../client/index.ts';
import { aiPane } from './ai-pane.ts';
import { copyButton, downloadButton, fileName, type Tab, tabs } from './controls.ts';
import type { Credentials } from './credentials.ts';
import { grouped, h, plural } from './dom.ts';
import { diagnosticsPane, metadataPane } from './facts-panes.ts';
import { failureCard } from './failure-view.ts';
import { renderMarkdown } from './markdown-preview.ts';
import { snippetsOf } from './snippets.ts';

/** One conversion, as it is shown. */
interface Shown {
  readonly page: ConvertedPage;
  /** What the person asked for, without what this page adds to see more. */
  readonly input: ConvertInput;
  readonly tookMs: number;
}

/** What the result needs of the page around it. */
export interface ResultDeps {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly client: () => PagemarkClient;
  readonly announce: (message: string) => void;
  /** Called with every answer, for the limits. */
  readonly onPage: (page: ConvertedPage) => void;
}

/** The result of a conversion: title, facts, tabs. */
export function resultView({ page, input, tookMs }: Shown, deps: ResultDeps): HTMLElement[] {
  const { announce } = deps;
  const parts = [page.content];
  const markdown = () => parts.join('');
  const title = page.metadata?.title ?? 'Untitled';
  const preview = h('div');
  const source = h('pre', { class: 'source', tabindex: 0, 'aria-label': 'Markdown' });
  const images = h('input', { type: 'checkbox', id: 'preview-images' });
  const draw = () => {
    preview.replaceChildren(renderMarkdown(markdown(), { loadImages: images.checked }));
    source.textContent = markdown();
  };
  images.addEventListener('change', draw);
  draw();
  const more = moreButton(page, input, deps, (next) => {
    parts.push(next.content);
    draw();
  });
  const list: Tab[] = [
    { id: 'preview', title: 'Preview', panel: h('div', {}, imageSwitch(page, images), preview) },
    { id: 'markdown', title: 'Markdown', panel: source },
    textTab(input, deps),
    { id: 'metadata', title: 'Metadata', panel: metadataPane(page) },
    { id: 'diagnostics', title: 'Diagnostics', panel: diagnosticsPane(page) },
    { id: 'ai', title: 'AI', panel: aiPane(markdown, deps, announce) },
    { id: 'code', title: 'Code', panel: codePane(deps.baseUrl, input, announce) },
  ];
  return [
    h(
      'header',
      {},
      h(
        'div',
        {},
        h('h2', { id: 'result-title' }, title),
        h('p', { class: 'muted' }, ...summary(page, tookMs)),
      ),
      h(
        'p',
        { class: 'actions' },
        copyButton('Copy Markdown', markdown, announce),
        downloadButton('Download .md', () => fileName(title), markdown),
      ),
    ),
    tabs('Result', list),
    ...(more === null ? [] : [more]),
  ];
}

function summary(page: ConvertedPage, tookMs: number): string[] {
  const { tokens, ageS } = page.info;
  const facts = [
    host(page.metadata?.url),
    tokens === null ? '' : `about ${plural(tokens, 'token')}`,
    `${(tookMs / 1000).toFixed(tookMs < 10_000 ? 2 : 0)} s`,
    ageS === null ? '' : `page fetched ${age(ageS)} ago`,
    page.outcome === undefined || page.outcome === 'ok' ? '' : `outcome ${page.outcome}`,
  ];
  return [facts.filter((fact) => fact !== '').join(' · ')];
}

function host(url: string | undefined): string {
  return url === undefined || !URL.canParse(url) ? '' : new URL(url).host;
}

const age = (seconds: number): string =>
  seconds < 90
    ? `${seconds} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

/** Images are loaded from strangers only when asked for: each load tells its site who reads. */
function imageSwitch(page: ConvertedPage, box: HTMLInputElement): HTMLElement | null {
  if (!page.content.includes('![')) return null;
  return h('label', { class: 'check switch' }, box, ' ', h('span', {}, 'Load images from their sites'));
}

/** Plain text is the service's own: it is asked for when the tab is first opened. */
function textTab(input: ConvertInput, { client, announce, onPage }: ResultDeps): Tab {
  const panel = h('div', {}, h('p', { class: 'muted' }, 'Not asked for yet.'));
  let isAsked = false;
  const ask = async () => {
    isAsked = true;
    panel.replaceChildren(h('p', { class: 'muted' }, 'Converting as text …'));
    try {
      const page = await client().convert({ ...input, response_format: 'text' });
      onPage(page);
      panel.replaceChildren(
        h('p', { class: 'muted' }, 'Converted from the same snapshot by a request of its own.'),
        h('pre', { class: 'source', tabindex: 0, 'aria-label': 'Text' }, page.content),
      );
      announce('The text is here.');
    } catch (error) {
      panel.replaceChildren(
        h(
          'div',
          { class: 'failure' },
          ...failureCard(error, 'text-failure-title', { retry: () => void ask() }),
        ),
      );
      announce('The text could not be made.');
    }
  };
  return {
    id: 'text',
    title: 'Text',
    panel,
    onOpen() {
      if (!isAsked) void ask();
    },
  };
}

function codePane(baseUrl: string, input: ConvertInput, announce: (message: string) => void): HTMLElement {
  return h(
    'div',
    { class: 'snippets' },
    h(
      'p',
      { class: 'muted' },
      'The same request elsewhere. The key is read from the variable ',
      h('code', {}, 'PAGEMARK_KEY'),
      '.',
    ),
    ...snippetsOf(baseUrl, input).map(({ title, code }) =>
      h(
        'section',
        { 'aria-label': title },
        h(
          'header',
          {},
          h('h3', {}, title),
          copyButton('Copy', () => code, announce),
        ),
        h('pre', { tabindex: 0, 'aria-label': `${title} code` }, h('code', {}, code)),
      ),
    ),
  );
}

/** The parts that `max_tokens` left, one after the other. */
function moreButton(
  first: ConvertedPage,
  input: ConvertInput,
  { client, announce, onPage }: ResultDeps,
  onPart: (page: ConvertedPage) => void,
): HTMLElement | null {
  if (first.next_cursor === undefined) return null;
  let cursor: string | undefined = first.next_cursor;
  const holder = h('div', { class: 'more' });
  const load = async () => {
    button.disabled = true;
    try {
      const page = await client().convert({ ...input, cursor: cursor! });
      onPage(page);
      onPart(page);
      cursor = page.next_cursor;
      announce(`A further part of about ${grouped(page.info.tokens ?? 0)} tokens was added.`);
      if (cursor === undefined) holder.replaceChildren(h('p', { class: 'muted' }, 'That is the whole page.'));
    } catch (error) {
      holder.replaceChildren(h('div', { class: 'failure' }, ...failureCard(error, 'more-failure-title')));
    } finally {
      button.disabled = false;
    }
  };
  const button = h('button', { type: 'button', click: () => void load() }, 'Add the next part');
  holder.append(button);
  return holder;
}
