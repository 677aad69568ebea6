import { firstOf } from '../first-of.ts';
import { onOneLine } from '../html/blank.ts';
import { type Entity, isEntity, own } from '../html/json-ld.ts';

/** Values that are looked at, over all states of a page. */
const MAX_VALUES = 300_000;
/** A shorter text is a teaser or a label. */
const MIN_VISIBLE_LENGTH = 300;
/** Without a title to know it by, a body must be this much of all the text that the states hold. */
const DOMINANCE = 0.6;

/** Fields that hold other things than what the page is about. */
const OTHER_FIELD =
  /^(?:css|styles?|scripts?|svg|query|token|.{0,20}(?:polic(?:y|ies)|privacy|terms|disclaimer|cookies?|consent|legal|gdpr).{0,20}|translations?|i18n|locales?|messages|labels|dictionary|_locale\w{0,20}|comments?|reviews?|related\w{0,20}|recommend\w{0,20}|footer|navigation|menus?)$/i;
const TITLE_FIELDS = ['title', 'headline', 'name', 'heading'] as const;

/** A body of the page, and the title beside it. */
interface Candidate extends Body {
  readonly title: string | null;
}

/**
 * The one text among the states of a page that is its content: it stands beside the page's own title, or it is most of
 * all the text there is. `null` when there is none, or several could be it. Bounded; not recursive.
 */
export function chooseBody(states: readonly unknown[], pageTitle: string): Candidate | null {
  const candidates = gather(states);
  const titled = (each: Candidate): number => Number(isTitleOf(each.title, pageTitle));
  const [best] = candidates.toSorted(
    (one, other) => titled(other) - titled(one) || other.visibleLength - one.visibleLength,
  );
  const total = candidates.reduce((sum, { visibleLength }) => sum + visibleLength, 0);
  const isChosen = best !== undefined && (titled(best) === 1 || best.visibleLength >= total * DOMINANCE);
  return isChosen ? best : null;
}

/** All texts of some length by what they say, so that a text that is there twice counts once. */
function gather(states: readonly unknown[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  const stack: { readonly value: unknown; readonly owner: Entity | null }[] = states
    .toReversed()
    .map((value) => ({ value, owner: null }));
  const offer = (body: Body | null, owner: Entity | null): boolean => {
    if (body === null || body.visibleLength < MIN_VISIBLE_LENGTH) return false;
    if (!found.has(body.html))
      found.set(body.html, { ...body, title: owner === null ? null : titleIn(owner) });
    return true;
  };
  for (let seen = 0; stack.length > 0 && seen < MAX_VALUES; seen++) {
    const { value, owner } = stack.pop()!;
    if (typeof value === 'string') offer(stringBody(value), owner);
    else if (Array.isArray(value)) {
      if (offer(blockMarkup(value), owner)) continue;
      for (let at = Math.min(value.length, MAX_VALUES) - 1; at >= 0; at--)
        stack.push({ value: value[at], owner });
    } else if (isEntity(value)) {
      const named = titleIn(value) === null ? owner : value;
      for (const key of Object.keys(value).reverse())
        if (!OTHER_FIELD.test(key.slice(0, 60))) stack.push({ value: value[key], owner: named });
    }
  }
  return [...found.values()];
}

function titleIn(entity: Entity): string | null {
  return firstOf(TITLE_FIELDS, (field) => {
    const value = own(entity, field);
    return typeof value === 'string' && value.length < 500 ? value.trim() || null : null;
  });
}

/** Page titles carry the name of the site behind or before that of the page. */
function isTitleOf(title: string | null, pageTitle: string): boolean {
  return title !== null && title.length >= 4 && folded(pageTitle).includes(folded(title));
}

function folded(text: string): string {
  return onOneLine(text.toLowerCase());
}

interface Body {
  /** Markup from the page: as little to be trusted as the rest of it. */
  readonly html: string;
  /** Characters of text, white space apart. */
  readonly visibleLength: number;
}

const BLOCK_TAG = /<(?:p|h[1-6]|ul|ol|div|section|article|table|blockquote|pre|figure)[\s>]/i;
/** A shorter string is no body. */
const MIN_CHARACTERS = 200;
/** Characters of words in a script that has no spaces. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;
/** Items of a list that have no text, one in so many, before it is no list of blocks. */
const TEXTLESS_SHARE = 0.3;
const MAX_ITEMS = 5_000;
const TEXT_FIELDS = ['html', 'text', 'content', 'value', 'body', 'paragraph'] as const;
const KIND_FIELDS = ['type', 'style', '_type', 'tag', 'kind'] as const;
/** What entries of a list have, and blocks of one text do not. */
const ENTRY_FIELDS = ['title', 'headline', 'slug', 'url', 'href', 'author', 'date'] as const;

/** A string as a body: markup as it is, prose in paragraphs. `null` for what is neither: code, tokens, addresses. */
function stringBody(text: string): Body | null {
  if (text.length < MIN_CHARACTERS) return null;
  if (BLOCK_TAG.test(text))
    return { html: text, visibleLength: visibleLength(text.replace(/<[^<>]{0,2000}>/g, '')) };
  if (!isProse(text)) return null;
  return { html: paragraphs(text), visibleLength: visibleLength(text) };
}

/** A list of blocks (editors, headless content systems) as a body: strings, or objects with a text and a kind. */
function blockMarkup(items: readonly unknown[]): Body | null {
  if (items.length < 3 || items.length > MAX_ITEMS) return null;
  let html = '';
  let length = 0;
  let textless = 0;
  for (const item of items) {
    if (isEntity(item) && ENTRY_FIELDS.some((field) => own(item, field) !== undefined)) return null;
    const text = typeof item === 'string' ? item : isEntity(item) ? textOf(item) : null;
    if (text === null || text.trim() === '') textless++;
    else {
      html += BLOCK_TAG.test(text) ? text : block(kindOf(item), text);
      length += visibleLength(text);
    }
  }
  if (textless > items.length * TEXTLESS_SHARE || !isProse(html.replace(/<[^<>]{0,200}>/g, ''))) return null;
  return { html, visibleLength: length };
}

function textOf(block: Entity): string | null {
  const told = TEXT_FIELDS.map((field) => own(block, field)).find((value) => typeof value === 'string');
  if (told !== undefined) return told as string;
  return firstOf(['children', 'content', 'spans', 'data'], (field) => {
    const value = own(block, field);
    const spans: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (spans.length > MAX_ITEMS) return null;
    const texts = spans.map((span) => (isEntity(span) ? own(span, 'text') : null));
    return texts.filter((text) => typeof text === 'string').join('') || null;
  });
}

function kindOf(block: unknown): string {
  if (!isEntity(block)) return '';
  const kinds = KIND_FIELDS.map((field) => own(block, field));
  const kind = kinds.find((value) => typeof value === 'string' && value !== 'block') as string | undefined;
  return kind?.slice(0, 40) ?? '';
}

function block(kind: string, text: string): string {
  const level = /^h([1-6])$/i.exec(kind)?.[1] ?? (/head(?:ing|er)/i.test(kind) ? '2' : undefined);
  if (level !== undefined) return `<h${level}>${escaped(text)}</h${level}>`;
  if (/quote/i.test(kind)) return `<blockquote>${paragraphs(text)}</blockquote>`;
  if (/^code/i.test(kind)) return `<pre><code>${escaped(text)}</code></pre>`;
  return paragraphs(text);
}

function paragraphs(text: string): string {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Words and sentences, rather than code, style sheets or encoded data. */
function isProse(text: string): boolean {
  const sample = text.slice(0, 2_000);
  const brackets = sample.replace(/[^{};=<>]/g, '').length;
  if (brackets > sample.length / 40) return false;
  return UNSPACED.test(sample) || sample.replace(/\S/g, '').length > sample.length / 14;
}

function visibleLength(text: string): number {
  return text.replace(/\s+/g, '').length;
}
