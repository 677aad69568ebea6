import type { OutcomeReason } from '../../contract/failure.ts';
import { lazy } from '../lazy.ts';
import { anyOf } from '../word-set.ts';
import { KNOWN_ERROR_PAGES, KNOWN_PARKED_DOMAINS, KNOWN_SOFT_404S } from './known-dead-ends.table.ts';
import type { KnownPage, KnownPageRow, Place } from './known-page.ts';
import { KNOWN_BOT_WALLS, KNOWN_CONSENT_WALLS, KNOWN_LOGIN_WALLS } from './known-walls.table.ts';

/** Words of a page with next to no text. */
const BARE_WORDS = 40;
/** Words of the longest standard page, the challenge of Anubis with its explanation open. */
export const PAGE_WORDS = 250;

/** In order of precedence: the first row of a mark holds. */
const TABLES: readonly (readonly [OutcomeReason, readonly KnownPageRow[]])[] = [
  ['bot_wall', KNOWN_BOT_WALLS],
  ['consent_wall', KNOWN_CONSENT_WALLS],
  ['login_wall', KNOWN_LOGIN_WALLS],
  ['soft_404', KNOWN_SOFT_404S],
  ['error_page', KNOWN_ERROR_PAGES],
  ['parked_domain', KNOWN_PARKED_DOMAINS],
];

/** The marks of one place: whole ones by their text, then those with `*`, by their parts. */
class MarkSet {
  readonly #whole = new Map<string, KnownPage>();
  readonly #patterns: (readonly [parts: readonly string[], page: KnownPage])[] = [];

  add(mark: string, page: KnownPage): void {
    if (mark.includes('*')) this.#patterns.push([mark.split('*'), page]);
    else if (!this.#whole.has(mark)) this.#whole.set(mark, page);
  }

  /** Finds any whole mark: most texts have none. */
  readonly #any = lazy(() => anyOf([...this.#whole.keys()]));

  /** The page whose mark is one of some names, with spaces between. */
  amongst(names: string): KnownPage | undefined {
    if (!this.#any().test(names)) return undefined;
    for (const name of names.split(/\s+/)) {
      const page = this.#whole.get(name);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  /** The page whose mark a text is, with or without the stop at its end. */
  of(text: string): KnownPage | undefined {
    return (
      this.#whole.get(text) ??
      this.#whole.get(text.replace(/[!.…]{1,3}$/, '')) ??
      this.#patterns.find(([parts]) => fits(text, parts))?.[1]
    );
  }

  /** The page whose mark a text holds. */
  within(text: string): KnownPage | undefined {
    if (!this.#any().test(text)) return undefined;
    for (const [mark, page] of this.#whole) if (text.includes(mark)) return page;
    return undefined;
  }
}

/** Whether a text is these parts, in order, with anything between two. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from;
}

/** The standard pages by where their mark stands. Names, addresses and scripts are asked for in lower case, words folded. */
export const KNOWN: Readonly<Record<Place, MarkSet>> = {
  title: new MarkSet(),
  heading: new MarkSet(),
  text: new MarkSet(),
  name: new MarkSet(),
  root: new MarkSet(),
  address: new MarkSet(),
  script: new MarkSet(),
  signature: new MarkSet(),
};
for (const [reason, rows] of TABLES)
  for (const [place, mark, page] of rows) {
    const kind = place.split(' ').at(-1) as Place | 'label';
    const bare = place.startsWith('bare');
    const mostWords = place.startsWith('long') ? Number.POSITIVE_INFINITY : bare ? BARE_WORDS : PAGE_WORDS;
    for (const at of kind === 'label' ? (['title', 'heading'] as const) : [kind])
      KNOWN[at].add(mark, { reason, page, mostWords, bare });
  }
