import type { Ask, ContentOptions, SiteChoice } from './ask.ts';

type RemovedPart = { readonly step: string; readonly element: string; readonly text: string };

/** Steps that an option takes back; what others remove is not shown by the page, or said elsewhere. */
const TAKEN_BACK = new Set('model chrome partial copy advertisement furniture media excluded'.split(' '));
/** Tags that alone say what they hold. */
const TELLING = /^(?:nav|header|footer|aside|form|dialog|button|select|iframe)(?![\w-])/;
/** A request may have 100 selectors. */
const MOST_SELECTORS = 90;

/** Whether an element, or its selector, says which part is meant: a bare `p` or `div` would match all of them. */
const isTelling = (element: string): boolean => /[#.]/.test(element) || TELLING.test(element);

/** A part's element as CSS: names may have characters that a selector must escape. An article has headers of its own. */
function selectorOf({ element }: Pick<RemovedPart, 'element'>): string {
  if (/^(?:header|footer)$/.test(element)) return `${element}:not(article ${element}, main ${element})`;
  const [tag = '', ...names] = element.split(/(?=[#.])/);
  return tag + names.map((name) => name.charAt(0) + CSS.escape(name.slice(1))).join('');
}

/** The selector that a part is kept by under some options; null where none keeps it, or keeps too much. */
export function keepable(part: RemovedPart, options: ContentOptions): string | null {
  const { step, element } = part;
  if (element === '#text' || !(TAKEN_BACK.has(step) || step === 'not included')) return null;
  const selector = selectorOf(part);
  if (step === 'excluded') return options.exclude_selectors?.includes(selector) ? selector : null;
  return options.include_selectors === undefined || isTelling(element) ? selector : null;
}

/** The selector that takes out a part that stays, of its element. */
export const droppable = (element: string): string => selectorOf({ element });

/** The choice that an ask was made under; one of nothing where there was none. */
export function choiceOf(ask: Ask): SiteChoice {
  const own = optionsOf(ask);
  return ask.choice ?? { kept: [], dropped: [], others: [], own, options: own };
}

/** The choice that keeps a part too; null: as the service chooses. `removed`: what it leaves out now. */
export function keep(
  selector: string,
  removed: readonly RemovedPart[],
  choice: SiteChoice,
): SiteChoice | null {
  const { kept, dropped } = choice;
  if (dropped.includes(selector)) return settled({ ...choice, dropped: without(dropped, selector) });
  const named = removed
    .filter(({ step, element }) => TAKEN_BACK.has(step) && isTelling(element))
    .toSorted((a, b) => b.text.length - a.text.length)
    .map(selectorOf);
  const others = [...new Set([...choice.others, ...named])];
  return settled({ ...choice, kept: [...without(kept, selector), selector], others });
}

/** The choice that leaves a part out, one that it kept or one that stays by itself; null: as the service chooses. */
export function drop(selector: string, choice: SiteChoice): SiteChoice | null {
  const { kept, dropped } = choice;
  return settled(
    kept.includes(selector)
      ? { ...choice, kept: without(kept, selector) }
      : { ...choice, dropped: [...dropped, selector] },
  );
}

const without = (list: readonly string[], one: string) => list.filter((each) => each !== one);

/**
 * A choice with the options that do it. Where the person's selectors say what is content, what is kept is named beside them; else
 * all of the page is read, and what else the service left out, the longest first, is left out by name.
 */
function settled({ kept, dropped, others, own }: Omit<SiteChoice, 'options'>): SiteChoice | null {
  if (kept.length + dropped.length === 0) return null;
  const { include_selectors: included, exclude_selectors: excluded = [], ...rest } = own;
  const isWhole = kept.length > 0 && included === undefined;
  const left = new Set([...excluded, ...dropped, ...(isWhole ? others : [])]);
  for (const one of kept) left.delete(one);
  const options: ContentOptions = {
    ...rest,
    ...(isWhole && { scope: 'full' }),
    ...(included && { include_selectors: [...included, ...kept] }),
    ...(left.size > 0 && { exclude_selectors: [...left].slice(0, MOST_SELECTORS) }),
  };
  return { kept, dropped, others, own, options };
}

const STORE = 'pagemark.choices';
/** Sites that are remembered; the oldest choice goes first. */
const MOST_SITES = 50;

function stored(): Readonly<Record<string, SiteChoice>> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** The site whose choices hold for what is asked; null for HTML and files. */
export const siteOf = ({ input, file }: Pick<Ask, 'input' | 'file'>): string | null =>
  input.html === undefined && file === undefined && URL.canParse(input.url) ? new URL(input.url).host : null;

/** What is asked, made anew under a choice; null brings back what the person asked for before the earlier one. */
export function chosen(ask: Ask, choice: SiteChoice | null): Ask {
  const { scope: _, include_selectors: __, exclude_selectors: ___, ...input } = ask.input;
  return { ...ask, input: { ...input, ...(choice?.options ?? ask.choice?.own) }, choice };
}

/** What is asked, with what was chosen for its site; options that say otherwise win. */
export function withChoice(ask: Ask): Ask {
  const site = siteOf(ask);
  const choice = site === null ? null : (stored()[site] ?? null);
  const own = optionsOf(ask);
  const isFree = Object.keys(own).length === 0 || JSON.stringify(own) === JSON.stringify(choice?.options);
  return choice !== null && isFree ? chosen(ask, choice) : ask;
}

/** The options of an ask that a choice is made of. */
function optionsOf({ input }: Ask): ContentOptions {
  const { scope, exclude_selectors, include_selectors } = input;
  return {
    ...(scope && { scope }),
    ...(exclude_selectors && { exclude_selectors }),
    ...(include_selectors && { include_selectors }),
  };
}

/** Whether a choice for a site is in this browser. */
export const isRemembered = (host: string): boolean => Object.hasOwn(stored(), host);

/** Remembers a choice for a site in this browser, which may have no room for it; null forgets it. */
export function remember(host: string, choice: SiteChoice | null): void {
  const { [host]: _, ...others } = stored();
  const sites = [...Object.entries(others), ...(choice === null ? [] : [[host, choice]])];
  try {
    if (sites.length === 0) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(sites.slice(-MOST_SITES))));
  } catch {
    // The result stands all the same, and does not say "Remembered".
  }
}
