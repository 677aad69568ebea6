import type { ConvertedPage } from '../client/index.ts';
import type { RemovalStep } from '../contract/removal-steps.ts';
import { h, plural } from '../site/browser/dom.ts';
import type { Ask, SiteChoice } from './ask.ts';
import { drop, isRemembered, keep, keepable, optionsOf, siteOf } from './site-choices.ts';

type Removed = NonNullable<ConvertedPage['diagnostics']>['removed'][number];

/** Longer parts are cut, in characters. */
const SHOWN_CHARACTERS = 400;
/** Blocks that a left-out part can stand beside. */
const PLACES = 'p, h3, h4, h5, h6, pre, .scroll, li, .footnote, div.math';

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
  construct: 'written another way, or a button',
  'turned-text': 'set in another direction than the page',
  'running-header': 'repeated above the text of most pages',
  'running-footer': 'repeated below the text of most pages',
  'page-number': 'the number of a page',
};

/** Converts again under a choice; null: as the service chooses. */
type Choose = (choice: SiteChoice | null) => void;

/**
 * What was left out, struck out in the place where it stood, with the reason in plain words and a button that keeps it. Changes
 * `article`.
 */
export function leftOutPane(
  page: ConvertedPage,
  article: HTMLElement,
  ask: Ask,
  choose: Choose,
): HTMLElement {
  const removed = (page.diagnostics?.removed ?? []).filter(({ text }) => wordsOf(text) !== '');
  const share = page.diagnostics?.keptShare ?? 0;
  const kept = `${Math.round(share * 100)} % of the page’s text is kept.`;
  if (removed.length === 0)
    return h(
      'div',
      {},
      h('p', { class: 'said' }, `${kept} No words were left out.`),
      choiceNote(ask, choose),
      article,
    );
  const choice = ask.choice ?? { kept: [], options: optionsOf(ask), own: optionsOf(ask) };
  strikeOut(removed, article, (part) => {
    const selector = keepable(part, choice.options);
    if (selector === null) return null;
    const act = () => choose(keep(selector, removed, choice));
    const about = {
      'aria-label': `Keep this: ${part.text.slice(0, 60)}`,
      title: `${selector}: converts again, one request`,
    };
    return h('button', { type: 'button', class: 'link', ...about, click: act }, 'Keep this');
  });
  return h(
    'div',
    { class: 'left-out' },
    h(
      'p',
      { class: 'said' },
      `${kept} Left out, and struck out below in place: ${plural(removed.length, 'part')}.`,
    ),
    choiceNote(ask, choose),
    filters(removed, article),
    article,
  );
}

/** What was chosen to be kept, each with a button that drops it again. */
function choiceNote(ask: Ask, choose: Choose): HTMLElement | null {
  const { choice } = ask;
  if (!choice) return null;
  const site = siteOf(ask);
  const button = (text: string, to: SiteChoice | null) =>
    h('button', { type: 'button', class: 'link', click: () => choose(to) }, text);
  return h(
    'div',
    { class: 'note' },
    'Kept as you chose:',
    h(
      'ul',
      {},
      ...choice.kept.map((one) => {
        const without = drop(one, choice);
        const isSame = without?.options === choice.options;
        return h('li', {}, h('code', {}, one), ' ', isSame ? null : button('Drop this', without));
      }),
    ),
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
  actOn: (part: Removed) => HTMLElement | null,
): void {
  const places = placesOf(article);
  const words = places.map(({ text }) => text).join('');
  const last = new Map<Element, Element>();
  let at = 0;
  let behind: Element | null = null;
  for (const part of removed) {
    const end = endOf(wordsOf(part.after ?? ''), words, at);
    if (end !== null) {
      at = end;
      behind = places.find(({ end }) => end >= at)!.element;
    }
    const struck = struckOut(part, actOn(part));
    if (behind === null) article.insertBefore(struck, places[0]?.element.closest('.prose > *') ?? null);
    else if (behind.tagName === 'LI') behind.append(struck);
    else {
      (last.get(behind) ?? behind).after(struck);
      last.set(behind, struck);
    }
  }
}

/** Of the text ahead, its last words are enough: formulas and numbers of notes in it are written otherwise. */
const LAST_CHARACTERS = 16;
/** A shorter text stands in many places: it is believed this near only. */
const NEAR_CHARACTERS = 400;

/** Where a text ends that stands at `at` or after it; null where it does not. */
function endOf(sought: string, words: string, at: number): number | null {
  for (const text of [sought, sought.slice(-LAST_CHARACTERS)]) {
    const found = text === '' ? -1 : words.indexOf(text, Math.max(0, at - text.length));
    const isSure = text.length >= LAST_CHARACTERS || found - at < NEAR_CHARACTERS;
    if (found >= 0 && isSure) return found + text.length;
  }
  return null;
}

/** The innermost blocks of an article in order, their words, and how many words stand up to the end of each. */
function placesOf(article: HTMLElement) {
  let end = 0;
  return [...article.querySelectorAll(PLACES)]
    .filter(
      (element) =>
        element.querySelector(PLACES) === null && element.parentElement!.closest('pre, .scroll') === null,
    )
    .map((element) => {
      const text = wordsOf(element.textContent);
      end += text.length;
      return { element, text, end };
    });
}

/** Letters and digits, by which a text is found whatever stands between them. */
const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

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
