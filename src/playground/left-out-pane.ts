import type { ConvertedPage } from '../client/index.ts';
import type { RemovalStep } from '../contract/removal-steps.ts';
import { h, plural } from '../site/browser/dom.ts';
import { type ArticlePlaces, articlePlaces, wordsOf } from './article-places.ts';
import type { Ask, SiteChoice } from './ask.ts';
import { offerDrops } from './drop-offers.ts';
import { choiceOf, drop, isRemembered, keep, keepable, siteOf } from './site-choices.ts';

type Removed = NonNullable<ConvertedPage['diagnostics']>['removed'][number];

/** Longer parts are cut, in characters. */
const SHOWN_CHARACTERS = 400;

/** Why a part of a page was left out, as a reader would say it. A new step does not compile without its words. */
const LEFT_OUT_BECAUSE: Readonly<Record<RemovalStep, string>> = {
  unrendered: 'never shown by a browser',
  excluded: 'left out as you asked',
  'not included': 'not among what you asked for',
  hidden: 'hidden by the page itself',
  model: 'judged not to be content',
  chrome: 'part of the site, not of the page',
  partial: 'the rest of a part that is mostly left out',
  copy: 'repeats what is said above',
  advertisement: 'calls itself an advertisement',
  furniture: 'sharing, tools or teasers',
  media: 'media on its own',
  construct: 'a button or field, or written in another form',
  'turned-text': 'set in another direction than the page',
  'running-header': 'repeated above the text of most pages',
  'running-footer': 'repeated below the text of most pages',
  'page-number': 'the number of a page',
};

/** Converts again under a choice; null: as the service chooses. */
type Choose = (choice: SiteChoice | null) => void;

/**
 * What was left out, struck out in the place where it stood, with the reason in plain words and a button that keeps it; what stays
 * and has a name has one that drops it. Changes `article`.
 */
export function leftOutPane(
  page: ConvertedPage,
  article: HTMLElement,
  ask: Ask,
  choose: Choose,
): HTMLElement {
  const removed = (page.diagnostics?.removed ?? []).filter(({ text }) => wordsOf(text) !== '');
  const share = page.diagnostics?.keptShare ?? 0;
  const choice = choiceOf(ask);
  const places = articlePlaces(article);
  strikeOut(removed, article, places, (part) => {
    const selector = keepable(part, choice.options);
    if (selector === null) return null;
    const about = {
      'aria-label': `Keep this: ${part.text.slice(0, 60)}`,
      title: `${selector}: converts again, one request`,
      click: () => choose(keep(selector, removed, choice)),
    };
    return h('button', { type: 'button', class: 'link', ...about }, 'Keep this');
  });
  offerDrops(page.diagnostics?.kept ?? [], places, (selector) => choose(drop(selector, choice)));
  return h(
    'div',
    { class: 'left-out' },
    h(
      'p',
      { class: 'said' },
      `${Math.round(share * 100)} % of the page’s text is kept. `,
      removed.length === 0
        ? 'No words were left out.'
        : `Left out, and struck out below in place: ${plural(removed.length, 'part')}.`,
    ),
    choiceNote(ask, choose),
    removed.length === 0 ? null : filters(removed, article),
    article,
  );
}

/** What was chosen to be kept and to be left out, each with a button that takes it back. */
function choiceNote(ask: Ask, choose: Choose): HTMLElement | null {
  const { choice } = ask;
  if (!choice) return null;
  const site = siteOf(ask);
  const button = (text: string, to: SiteChoice | null) =>
    h('button', { type: 'button', class: 'link', click: () => choose(to) }, text);
  const list = (
    title: string,
    selectors: readonly string[],
    act: string,
    without: (one: string) => SiteChoice | null,
  ) =>
    selectors.length === 0
      ? []
      : [
          title,
          h(
            'ul',
            {},
            ...selectors.map((one) => {
              const next = without(one);
              const isSame = JSON.stringify(next?.options) === JSON.stringify(choice.options);
              return h('li', {}, h('code', {}, one), ' ', isSame ? null : button(act, next));
            }),
          ),
        ];
  return h(
    'div',
    { class: 'note' },
    ...list('Kept as you chose:', choice.kept, 'Drop this', (one) => drop(one, choice)),
    ...list('Left out as you chose:', choice.dropped, 'Keep this', (one) => keep(one, [], choice)),
    site === null || !isRemembered(site)
      ? 'Links and code carry the choice. '
      : `Remembered in this browser for every page of ${site}; options, links and code say so too. `,
    button('Forget', null),
  );
}

/** Puts each part behind the block in which the text ahead of it ends. */
function strikeOut(
  removed: readonly Removed[],
  article: HTMLElement,
  places: ArticlePlaces,
  actOn: (part: Removed) => HTMLElement | null,
): void {
  const last = new Map<Element, Element>();
  let at = 0;
  let behind: Element | null = null;
  for (const part of removed) {
    const end = places.endOf(part.after ?? '', at);
    if (end !== null) {
      at = end;
      const block = places.blockUpTo(at);
      behind = block.closest('.footnote') ?? block;
    }
    const struck = struckOut(part, actOn(part));
    if (behind === null) article.insertBefore(struck, places.first?.closest('.prose > *') ?? null);
    else if (behind.tagName === 'LI') behind.append(struck);
    else {
      (last.get(behind) ?? behind).after(struck);
      last.set(behind, struck);
    }
  }
}

function struckOut({ step, element, text }: Removed, act: HTMLElement | null): HTMLElement {
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return h(
    'div',
    { class: 'struck', 'data-step': step, title: element },
    h('del', {}, shown),
    ' ',
    h('small', {}, LEFT_OUT_BECAUSE[step]),
    ...(act === null ? [] : [' ', act]),
  );
}

/** A tick for each reason shows or hides its parts. */
function filters(removed: readonly Removed[], article: HTMLElement): HTMLElement {
  const counts = new Map<Removed['step'], number>();
  for (const { step } of removed) counts.set(step, (counts.get(step) ?? 0) + 1);
  return h(
    'div',
    { class: 'filters', role: 'group', 'aria-label': 'Reasons to show' },
    ...[...counts].map(([step, count]) => {
      const box = h('input', { type: 'checkbox', checked: true });
      box.addEventListener('change', () => {
        for (const part of article.querySelectorAll<HTMLElement>('.struck'))
          if (part.dataset.step === step) part.hidden = !box.checked;
      });
      return h('label', { class: 'check' }, box, h('span', {}, `${LEFT_OUT_BECAUSE[step]} (${count})`));
    }),
  );
}
