import type { AnswerInfo, ConvertedPage } from '../client/index.ts';
import { copyButton } from '../site/browser/copy.ts';
import { grouped, h, plural } from '../site/browser/dom.ts';
import { aiPane } from './ai-pane.ts';
import type { Ask, SiteChoice } from './ask.ts';
import { announce, downloadButton, fileName, type Tab, tabs } from './controls.ts';
import type { Credentials } from './credentials.ts';
import { failureCard } from './failure-view.ts';
import { fetchedWhen } from './fetched-when.ts';
import { leftOutPane } from './left-out-pane.ts';
import { renderMarkdown, splitFrontmatter } from './markdown-preview.ts';
import { codePane, detailsPane, linksPane, outlinePane, sourcePane } from './page-panes.ts';
import { plainTextOf } from './plain-text.ts';
import { type Answer, convertAsk, type Service } from './service-call.ts';
import { fragmentOf } from './share-link.ts';

/** One conversion, as it is shown. */
export interface Shown extends Answer {
  readonly ask: Ask;
  readonly tookMs: number;
}

/** What the result needs of the page around it. */
export interface ResultDeps {
  readonly service: Service;
  readonly credentials: Credentials;
  /** Called with every answer to a further part, for the limits. */
  readonly onAnswer: (info: AnswerInfo) => void;
  /** Converts again under another choice of what is kept. */
  readonly onChoice: (ask: Ask, choice: SiteChoice | null) => void;
}

const TEXT_NOTE = 'Made from the Markdown in this page, with no further request.';

/** The result of a conversion: title, facts, warnings, tabs, of which `opened` is shown first. */
export function resultView(shown: Shown, deps: ResultDeps, opened = 'preview'): HTMLElement[] {
  const { page, ask } = shown;
  const parts = [page.content];
  const markdown = () => parts.join('');
  const images = h('input', { type: 'checkbox', id: 'preview-images' });
  const preview = () => renderMarkdown(markdown(), { loadImages: images.checked });
  const shownPreview = h('div');
  const drawPreview = () => shownPreview.replaceChildren(preview());
  images.addEventListener('change', drawPreview);
  const source = sources(shown, markdown);
  const list: Tab[] = [
    {
      id: 'preview',
      title: 'Preview',
      make() {
        drawPreview();
        return h(
          'div',
          { class: 'beside' },
          h('div', {}, imageSwitch(page, images), shownPreview),
          h('div', { class: 'at-hand' }, ...source.markdown().children),
        );
      },
    },
    { id: 'markdown', title: 'Markdown', make: source.markdown },
    { id: 'text', title: 'Text', make: source.text },
    { id: 'outline', title: 'Outline', make: () => outlinePane(shownPreview, () => set.open('preview')) },
    { id: 'links', title: 'Links', make: () => linksPane(page) },
    {
      id: 'left-out',
      title: 'Left out',
      make: () => leftOutPane(page, preview(), ask, (choice) => deps.onChoice(ask, choice)),
    },
    { id: 'details', title: 'Details', make: () => detailsPane(page) },
    { id: 'json', title: 'JSON', make: source.json },
    {
      id: 'code',
      title: 'Code',
      make: () => codePane(deps.service.baseUrl, ask.input, ask.file?.name),
    },
    { id: 'ai', title: 'AI', make: () => aiPane(markdown, deps) },
  ];
  const set = tabs('Result', list);
  if (opened !== 'preview') set.open(opened);
  const more = moreButton(page, ask, deps, (next) => {
    parts.push(next.content);
    set.refresh(KEEP);
  });
  return [resultHeader(shown, markdown), ...warnings(page), set.element, ...more];
}

/** Tabs that do not follow the content, or hold what a person wrote. */
const KEEP = ['links', 'details', 'json', 'code', 'ai'];
const JSON_NOTE =
  'The answer, indented for reading. This page also asks for metadata, lists and diagnostics, which are off by default.';

/** The panes of plain source. */
function sources({ page, json }: Shown, markdown: () => string) {
  const named = (ending: string) => fileName(page.metadata?.title ?? '', ending);
  return {
    markdown: () => sourcePane({ label: 'Markdown', text: markdown(), language: 'markdown' }),
    text: () =>
      sourcePane({
        label: 'text',
        text: plainTextOf(markdown()),
        language: '',
        fileName: named('txt'),
        note: TEXT_NOTE,
      }),
    json: () =>
      sourcePane({
        label: 'JSON',
        text: JSON.stringify(JSON.parse(json), null, 2),
        language: 'json',
        fileName: named('json'),
        note: JSON_NOTE,
      }),
  };
}

function resultHeader(shown: Shown, markdown: () => string): HTMLElement {
  const { page, ask } = shown;
  const title = page.metadata?.title ?? 'Untitled';
  const fragment = fragmentOf(ask);
  const link = () => location.origin + location.pathname + fragment;
  return h(
    'header',
    {},
    // A page that begins with its title needs no second one.
    h('h2', { id: 'result-title', class: beginsWithHeading(page.content) ? 'unseen' : null }, title),
    h('p', { class: 'muted' }, summary(shown)),
    h(
      'p',
      { class: 'actions' },
      copyButton('Copy Markdown', markdown, announce),
      downloadButton('Download .md', fileName(title, 'md'), markdown),
      fragment === '' ? null : copyButton('Copy link', link, announce),
    ),
  );
}

/** Whether the first line that is not blank, behind the front matter, is a heading of the first level. */
const beginsWithHeading = (markdown: string): boolean =>
  splitFrontmatter(markdown).body.trimStart().startsWith('# ');

function summary({ page, ask, tookMs }: Shown): string {
  const { tokens, ageS } = page.info;
  const facts = [
    ask.file?.name ?? host(page.metadata?.url),
    tokens === null ? '' : `about ${plural(tokens, 'token')}`,
    `${(tookMs / 1000).toFixed(tookMs < 10_000 ? 2 : 0)}\u00a0s`,
    ageS === null ? '' : fetchedWhen(ageS, tookMs),
    page.outcome === undefined || page.outcome === 'ok' ? '' : `outcome ${page.outcome}`,
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

function host(url: string | undefined): string {
  return url === undefined || !URL.canParse(url) ? '' : new URL(url).host;
}

/** What the service noticed of the request, such as a field that it does not know. */
function warnings({ diagnostics }: ConvertedPage): HTMLElement[] {
  const list = diagnostics?.warnings ?? [];
  return list.map((warning) => h('p', { class: 'note warning' }, warning));
}

/** Images are loaded from strangers only when asked for: each load tells its site who reads. */
function imageSwitch(page: ConvertedPage, box: HTMLInputElement): HTMLElement | null {
  if (!page.content.includes('![')) return null;
  return h('label', { class: 'check switch' }, box, ' ', h('span', {}, 'Load images from their sites'));
}

/** The parts that `max_tokens` left, one after the other; nothing where the page is whole. Each costs a request. */
function moreButton(
  first: ConvertedPage,
  ask: Ask,
  { service, onAnswer }: ResultDeps,
  onPart: (page: ConvertedPage) => void,
): HTMLElement[] {
  let cursor = first.next_cursor;
  if (cursor === undefined) return [];
  const holder = h('div', { class: 'more' });
  const load = async () => {
    button.disabled = true;
    try {
      const { page } = await convertAsk(
        { ...ask, isFresh: false, input: { ...ask.input, cursor: cursor! } },
        service,
      );
      onAnswer(page.info);
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
  const button = h('button', { type: 'button', click: () => void load() }, 'Add the next part (one request)');
  holder.append(button);
  return [holder];
}
