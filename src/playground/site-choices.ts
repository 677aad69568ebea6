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

/** A removed part's element as CSS: names may have characters that a selector must escape. An article has headers of its own. */
function selectorOf({ element }: RemovedPart): string {
  if (/^(?:header|footer)$/.test(element)) return `${element}:not(article ${element}, main ${element})`;
  const [tag = '', ...names] = element.split(/(?=[#.])/);
  return tag + names.map((name) => name.charAt(0) + CSS.escape(name.slice(1))).join('');
}

/** The selector that a part is kept by under some options; null where none keeps it, or keeps too much. */
export function keepable(part: RemovedPart, { include_selectors }: ContentOptions): string | null {
  const { step, element } = part;
  const isTakenBack = (TAKEN_BACK.has(step) || step === 'not included') && element !== '#text';
  return isTakenBack && (include_selectors === undefined || isTelling(element)) ? selectorOf(part) : null;
}

/**
 * The choice that keeps a part too: where selectors say what is content they name it as well; else all of the page is read, and
 * the other parts, the longest first, are left out by name.
 */
export function keep(
  selector: string,
  removed: readonly RemovedPart[],
  { kept, options, own }: SiteChoice,
): SiteChoice {
  const now = [...kept.filter((one) => one !== selector), selector];
  const { include_selectors: included, exclude_selectors: excluded = [] } = options;
  if (included !== undefined)
    return { kept: now, own, options: { ...options, include_selectors: [...included, selector] } };
  const others = removed
    .filter(({ step, element }) => TAKEN_BACK.has(step) && isTelling(element))
    .toSorted((a, b) => b.text.length - a.text.length)
    .map(selectorOf);
  const left = [...new Set([...excluded, ...others])].filter((one) => !now.includes(one));
  return { kept: now, own, options: { scope: 'full', exclude_selectors: left.slice(0, MOST_SELECTORS) } };
}

/**
 * The choice without a part that was kept; null when that was the last one. What no selector tells apart stays in: then the
 * options are the same object.
 */
export function drop(selector: string, { kept, options, own }: SiteChoice): SiteChoice | null {
  const rest = kept.filter((one) => one !== selector);
  if (rest.length === 0) return null;
  const { include_selectors: included, exclude_selectors: excluded = [] } = options;
  if (included !== undefined)
    return {
      kept: rest,
      own,
      options: { ...options, include_selectors: included.filter((one) => one !== selector) },
    };
  if (!isTelling(selector)) return { kept: rest, own, options };
  return { kept: rest, own, options: { ...options, exclude_selectors: [...excluded, selector] } };
}

const STORE = 'pagemark.sites';
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
export function optionsOf({ input }: Ask): ContentOptions {
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
