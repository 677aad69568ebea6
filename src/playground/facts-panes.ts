import type { AnswerInfo, ConvertedPage } from '../client/index.ts';
import { REMOVAL_STEPS, type RemovalStep } from '../contract/removal-steps.ts';
import type { UsageResponse } from '../contract/usage.ts';
import { byId, type Child, grouped, h, plural } from './dom.ts';

const NOTHING = '–';

/** Names and values as a description list; what is null is a dash. */
function facts(rows: readonly (readonly [string, Child | number | undefined])[]): HTMLElement {
  return h(
    'dl',
    { class: 'facts' },
    ...rows.flatMap(([name, value]) => [
      h('dt', {}, name),
      h('dd', {}, typeof value === 'number' ? grouped(value) : (value ?? NOTHING)),
    ]),
  );
}

/** What the page says about itself. */
export function metadataPane({ metadata, extended }: ConvertedPage): HTMLElement {
  return h(
    'div',
    {},
    h('h3', {}, 'Metadata'),
    facts([
      ['title', metadata?.title],
      ['byline', metadata?.byline],
      ['excerpt', metadata?.excerpt],
      ['siteName', metadata?.siteName],
      ['length', metadata?.length],
      ['dir', metadata?.dir],
      ['url', metadata?.url],
    ]),
    h('h3', {}, 'Extended'),
    facts(Object.entries(extended ?? {})),
  );
}

type Diagnostics = NonNullable<ConvertedPage['diagnostics']>;
type Removed = Diagnostics['removed'];

const SHOWN_BLOCKS = 200;
const SHOWN_CHARACTERS = 240;

/** How the conversion went: what was kept, and what was removed by which step. */
export function diagnosticsPane(page: ConvertedPage): HTMLElement {
  const shown = page.diagnostics;
  const share = shown?.keptShare ?? 0;
  return h(
    'div',
    {},
    h('h3', {}, 'Kept'),
    h(
      'p',
      { class: 'share' },
      h('meter', { min: 0, max: 1, value: share, 'aria-label': 'Share of the page’s text that was kept' }),
      h('span', {}, `${Math.round(share * 100)} % of the page’s text`),
    ),
    structures(shown?.structures),
    h('h3', {}, 'Removed'),
    removals(shown?.removed ?? []),
    h('h3', {}, 'Conversion'),
    facts([
      ['outcome', page.outcome ?? 'ok'],
      ['strategy', shown?.strategy],
      ['encoding', shown?.encoding],
      ['redirects', shown?.redirects?.length],
      ['site’s status', shown?.upstreamStatus === undefined ? null : String(shown.upstreamStatus)],
      ['tokens', page.usage?.tokens],
      ['engine', shown?.engine],
      ['digest', shown?.contentDigest],
      ['request', page.info.requestId],
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

function removals(removed: Removed): HTMLElement {
  if (removed.length === 0) return h('p', { class: 'muted' }, 'Nothing was removed.');
  const steps = new Map<RemovalStep, Removed[number][]>();
  for (const block of removed) steps.set(block.step, [...(steps.get(block.step) ?? []), block]);
  return h('div', { class: 'steps' }, ...[...steps].map(([step, blocks]) => stepDetails(step, blocks)));
}

function stepDetails(step: RemovalStep, blocks: Removed): HTMLElement {
  const rest = blocks.length - SHOWN_BLOCKS;
  return h(
    'details',
    {},
    h('summary', {}, h('code', {}, step), h('span', { class: 'count' }, plural(blocks.length, 'block'))),
    h('p', { class: 'muted' }, REMOVAL_STEPS[step]),
    h(
      'ul',
      {},
      ...blocks
        .slice(0, SHOWN_BLOCKS)
        .map(({ element, text }) =>
          h(
            'li',
            {},
            h('code', {}, element),
            h('span', {}, text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text),
          ),
        ),
      rest > 0 ? h('li', {}, `and ${grouped(rest)} more`) : null,
    ),
  );
}

const line = () => byId('limits', HTMLParagraphElement);
const left = (remaining: number, limit: number) => `${grouped(remaining)} of ${grouped(limit)}`;

/** Shows what the key may still do, from an answer's header fields. An answer without them changes nothing. */
export function showLimits(info: AnswerInfo | null): void {
  if (info === null || info.limits === null) return;
  const { minute, hour } = info.limits;
  line().textContent = `Requests left: ${left(minute.remaining, minute.limit)} this minute, ${left(hour.remaining, hour.limit)} this hour`;
}

/** Shows what the key may still do, from its usage. */
export function showUsage({ plan, minute, hour, credits }: UsageResponse): void {
  const prepaid = credits > 0 ? `, ${grouped(credits)} prepaid` : '';
  line().textContent = `Plan ${plan}. Requests left: ${left(minute.remaining, minute.limit)} this minute, ${left(hour.remaining, hour.limit)} this hour${prepaid}`;
}
