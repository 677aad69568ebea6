/** A text as markup. */
export interface Body {
  readonly html: string;
  /** Characters of text, white space apart. */
  readonly ink: number;
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

type Entity = Readonly<Record<string, unknown>>;

/** A string as a body: markup as it is, prose in paragraphs. `null` for what is neither: code, tokens, addresses. */
export function stringBody(text: string): Body | null {
  if (text.length < MIN_CHARACTERS) return null;
  if (BLOCK_TAG.test(text)) return { html: text, ink: inkOf(text.replace(/<[^<>]{0,2000}>/g, '')) };
  if (!isProse(text)) return null;
  return { html: paragraphs(text), ink: inkOf(text) };
}

/** A list of blocks (editors, headless content systems) as a body: strings, or objects with a text and a kind. */
export function blockMarkup(items: readonly unknown[]): Body | null {
  if (items.length < 3 || items.length > MAX_ITEMS) return null;
  let html = '';
  let ink = 0;
  let textless = 0;
  for (const item of items) {
    if (isEntity(item) && ENTRY_FIELDS.some((field) => own(item, field) !== undefined)) return null;
    const text = typeof item === 'string' ? item : isEntity(item) ? textOf(item) : null;
    if (text === null || text.trim() === '') textless++;
    else {
      html += BLOCK_TAG.test(text) ? text : block(kindOf(item), text);
      ink += inkOf(text);
    }
  }
  if (textless > items.length * TEXTLESS_SHARE || !isProse(html.replace(/<[^<>]{0,200}>/g, ''))) return null;
  return { html, ink };
}

/** The text of a block, or of the spans that it is made of. */
function textOf(block: Entity): string | null {
  for (const field of TEXT_FIELDS) {
    const value = own(block, field);
    if (typeof value === 'string') return value;
  }
  for (const field of ['children', 'content', 'spans', 'data']) {
    const value = own(block, field);
    if (isEntity(value) && typeof own(value, 'text') === 'string') return own(value, 'text') as string;
    if (!Array.isArray(value) || value.length > MAX_ITEMS) continue;
    let text = '';
    for (const span of value)
      if (isEntity(span) && typeof own(span, 'text') === 'string') text += own(span, 'text');
    if (text !== '') return text;
  }
  return null;
}

function kindOf(block: unknown): string {
  if (!isEntity(block)) return '';
  for (const field of KIND_FIELDS) {
    const value = own(block, field);
    if (typeof value === 'string' && value !== 'block') return value.slice(0, 40);
  }
  return '';
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

function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(entity: Entity, key: string): unknown {
  return Object.hasOwn(entity, key) ? entity[key] : undefined;
}

function inkOf(text: string): number {
  return text.replace(/\s+/g, '').length;
}
