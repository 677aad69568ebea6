import { type Body, blockMarkup, stringBody } from './body-markup.ts';

/** Values that are looked at, over all states of a page. */
const MAX_VALUES = 300_000;
/** A shorter text is a teaser or a label. */
const MIN_INK = 300;
/** Without a title to know it by, a body must be this much of all the text that the states hold. */
const DOMINANCE = 0.6;

/** Fields that hold other things than what the page is about. */
const OTHER_FIELD =
  /^(?:css|styles?|scripts?|svg|query|token|.{0,20}(?:polic(?:y|ies)|privacy|terms|disclaimer|cookies?|consent|legal|gdpr).{0,20}|translations?|i18n|locales?|messages|labels|dictionary|_locale\w{0,20}|comments?|reviews?|related\w{0,20}|recommend\w{0,20}|footer|navigation|menus?)$/i;
const TITLE_FIELDS = ['title', 'headline', 'name', 'heading'] as const;

type Entity = Readonly<Record<string, unknown>>;

/** The body of the page, and the title beside it. */
export interface EmbeddedBody {
  readonly title: string | null;
  /** Markup from the page: as little to be trusted as the rest of it. */
  readonly html: string;
}

interface Candidate extends Body {
  readonly title: string | null;
}

/**
 * The one text among the states of a page that is its content: it stands beside the page's own title, or it is most of
 * all the text there is. `null` when there is none, or several could be it. Bounded; not recursive.
 */
export function chooseBody(states: readonly unknown[], pageTitle: string): EmbeddedBody | null {
  const candidates = gather(states);
  let best: Candidate | null = null;
  let total = 0;
  const titled = (each: Candidate): boolean => isTitleOf(each.title, pageTitle);
  for (const each of candidates.values()) {
    total += each.ink;
    if (best === null || Number(titled(each)) - Number(titled(best)) > 0) best = each;
    else if (titled(each) === titled(best) && each.ink > best.ink) best = each;
  }
  if (best === null || !(titled(best) || best.ink >= total * DOMINANCE)) return null;
  return { title: best.title, html: best.html };
}

/** All texts of some length by what they say, so that a text that is there twice counts once. */
function gather(states: readonly unknown[]): ReadonlyMap<string, Candidate> {
  const found = new Map<string, Candidate>();
  const stack: { readonly value: unknown; readonly owner: Entity | null }[] = states
    .toReversed()
    .map((value) => ({ value, owner: null }));
  const offer = (body: Body | null, owner: Entity | null): boolean => {
    if (body === null || body.ink < MIN_INK) return false;
    if (!found.has(body.html)) found.set(body.html, { ...body, title: titleIn(owner) });
    return true;
  };
  for (let seen = 0; stack.length > 0 && seen < MAX_VALUES; seen++) {
    const { value, owner } = stack.pop()!;
    if (typeof value === 'string') offer(stringBody(value), owner);
    else if (Array.isArray(value)) {
      if (offer(blockMarkup(value), owner)) continue;
      for (let at = Math.min(value.length, MAX_VALUES) - 1; at >= 0; at--)
        stack.push({ value: value[at], owner });
    } else if (typeof value === 'object' && value !== null) {
      const entity = value as Entity;
      for (const key of Object.keys(entity).reverse())
        if (!OTHER_FIELD.test(key.slice(0, 60)))
          stack.push({ value: entity[key], owner: titleIn(entity) ? entity : owner });
    }
  }
  return found;
}

function titleIn(entity: Entity | null): string | null {
  if (entity === null) return null;
  for (const field of TITLE_FIELDS) {
    const value = Object.hasOwn(entity, field) ? entity[field] : undefined;
    if (typeof value === 'string' && value.trim() !== '' && value.length < 500) return value.trim();
  }
  return null;
}

/** Page titles carry the name of the site behind or before that of the page. */
function isTitleOf(title: string | null, pageTitle: string): boolean {
  return title !== null && title.length >= 4 && folded(pageTitle).includes(folded(title));
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
