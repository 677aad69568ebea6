import type { ConvertedPage } from '../client/index.ts';
import { type Child, grouped, h } from '../site/browser/dom.ts';

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
    h('h3', {}, 'The page says of itself'),
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
    h('h3', {}, 'What stays'),
    structures(shown?.structures),
    h('h3', {}, 'The conversion'),
    facts([
      ['Outcome', page.outcome ?? 'ok'],
      ['Found by', shown?.strategy],
      ['Read', shown?.view === 'rendered' ? 'as a browser drew it' : 'as it was served'],
      ['Encoding', shown?.encoding],
      ['Redirects', shown?.redirects?.length],
      ['Site’s status', shown?.upstreamStatus === undefined ? null : String(shown.upstreamStatus)],
      ['Characters', metadata?.length],
      ['Tokens, about', page.usage?.tokens],
      ['Engine', shown?.engine],
      ['Digest', shown?.contentDigest],
      ['Request', page.info.requestId],
    ]),
  );
}

function structures(counts: Diagnostics['structures'] | undefined): HTMLElement | null {
  if (counts === undefined) return null;
  const row = (name: keyof typeof counts.in) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, name),
      h('td', {}, String(counts.in[name])),
      h('td', {}, String(counts.out[name])),
    );
  const head = ['', 'In the page', 'In the Markdown'].map((text) =>
    text === '' ? h('td') : h('th', { scope: 'col' }, text),
  );
  return h(
    'table',
    { class: 'counts' },
    h('thead', {}, h('tr', {}, ...head)),
    h('tbody', {}, ...(Object.keys(counts.in) as (keyof typeof counts.in)[]).map(row)),
  );
}
