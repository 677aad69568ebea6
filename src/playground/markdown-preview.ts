import type { Token, Tokens } from 'marked';
import { type Child, h, highlighted } from '../site/browser/dom.ts';
import { footnote, noteReference } from './footnotes.ts';
import { formula } from './formula.ts';
import { decodeReferences, HtmlPieces } from './html-pieces.ts';
import { type FootnoteToken, type LeafToken, markdownTokens } from './markdown-tokens.ts';

/** A longer page is shown up to here: a browser that lays out more than this stands still. */
const PREVIEW_MAX_CHARACTERS = 400_000;
/** The page's own headings begin below ours. */
const HEADING_SHIFT = 2;
const CALLOUT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*\n?/;

/** How a preview is made. */
interface PreviewOptions {
  /** Load images from the page's sites; otherwise their place and text are shown. */
  readonly loadImages: boolean;
  /** All of the page, however long: for what is read and not laid out. */
  readonly isWhole?: boolean;
}

/**
 * Markdown as elements. Safe by construction: tokens become elements one kind at a time through `createElement` and
 * text nodes, and addresses are checked; no text of a page is ever parsed as HTML.
 */
export function renderMarkdown(markdown: string, options: PreviewOptions): HTMLElement {
  const article = h('article', { class: 'prose' });
  const cut = markdown.length > PREVIEW_MAX_CHARACTERS && options.isWhole !== true;
  const shown = cut ? markdown.slice(0, markdown.lastIndexOf('\n', PREVIEW_MAX_CHARACTERS)) : markdown;
  const { body, frontmatter } = splitFrontmatter(shown);
  if (frontmatter !== null)
    article.append(h('div', { 'data-frontmatter': '' }, codeBlock(frontmatter, 'yaml')));
  blocks(markdownTokens(body), article, options);
  if (cut) article.append(h('p', { class: 'note' }, 'The page goes on: see the Markdown tab for all of it.'));
  return article;
}

/** Markdown without its front matter, and that without its marks; null: there is none. */
export function splitFrontmatter(markdown: string): {
  readonly body: string;
  readonly frontmatter: string | null;
} {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(markdown);
  if (match === null) return { body: markdown, frontmatter: null };
  return { body: markdown.slice(match[0].length), frontmatter: match[1]! };
}

function blocks(tokens: readonly Token[], parent: Element, options: PreviewOptions): void {
  const pieces = new HtmlPieces(parent);
  for (const token of tokens) {
    if (token.type === 'html') pieces.feed(token.raw);
    else {
      const node = block(token, options);
      if (node !== null) pieces.top.append(...[node].flat());
    }
  }
}

function block(token: Token, options: PreviewOptions): Node | Node[] | null {
  const inlines = (tokens: readonly Token[] | undefined) => inline(tokens ?? [], options);
  switch (token.type) {
    case 'heading': {
      const { depth } = token as Tokens.Heading;
      const level = Math.min(6, depth + HEADING_SHIFT) as 3 | 4 | 5 | 6;
      return h(`h${level}`, { class: `level-${depth}` }, ...inlines(token.tokens));
    }
    case 'paragraph':
      return h('p', {}, ...inlines(token.tokens));
    case 'text':
      return token.tokens === undefined ? [document.createTextNode(token.text)] : inlines(token.tokens);
    case 'code':
      return codeBlock((token as Tokens.Code).text, (token as Tokens.Code).lang ?? '');
    case 'blockquote':
      return quote(token as Tokens.Blockquote, options);
    case 'list':
      return list(token as Tokens.List, options);
    case 'table':
      return table(token as Tokens.Table, options);
    case 'hr':
      return h('hr');
    case 'checkbox':
      return checkbox((token as Tokens.Checkbox).checked);
    case 'mathBlock':
      return formula((token as unknown as LeafToken).text, true);
    case 'footnote': {
      const { label, tokens } = token as unknown as FootnoteToken;
      return footnote(label, (body) => blocks(tokens, body, options));
    }
    default:
      return null;
  }
}

function codeBlock(text: string, info: string): HTMLElement {
  const language = info.split(/\s/, 1)[0] ?? '';
  const pre = h('pre', { tabindex: 0 }, h('code', {}, ...highlighted(text, language)));
  return language === '' ? pre : h('div', { class: 'code' }, h('span', { class: 'language' }, language), pre);
}

function quote(token: Tokens.Blockquote, options: PreviewOptions): HTMLElement {
  const kind = CALLOUT.exec(token.text);
  const element = h('blockquote');
  if (kind === null) blocks(token.tokens, element, options);
  else {
    element.className = `callout ${kind[1]!.toLowerCase()}`;
    element.append(h('p', { class: 'kind' }, kind[1]!.charAt(0) + kind[1]!.slice(1).toLowerCase()));
    blocks(markdownTokens(token.text.slice(kind[0].length)), element, options);
  }
  return element;
}

function list(token: Tokens.List, options: PreviewOptions): HTMLElement {
  const element = token.ordered
    ? h('ol', { start: token.start === '' || token.start === 1 ? null : token.start })
    : h('ul');
  for (const item of token.items) {
    const isSpread = item.tokens.slice(0, -1).some(({ type }) => type === 'space');
    const entry = h('li', { class: item.task ? 'task' : null, 'data-spread': isSpread });
    if (item.task && !item.tokens.some(hasCheckbox)) entry.append(checkbox(item.checked === true), ' ');
    blocks(item.tokens, entry, options);
    element.append(entry);
  }
  return element;
}

const hasCheckbox = (token: Token): boolean =>
  token.type === 'checkbox' || ((token as { tokens?: Token[] }).tokens?.some(hasCheckbox) ?? false);

const checkbox = (checked: boolean): HTMLElement =>
  h('input', { type: 'checkbox', disabled: true, checked, 'aria-label': checked ? 'done' : 'to do' });

function table(token: Tokens.Table, options: PreviewOptions): HTMLElement {
  const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    h(
      'tr',
      {},
      ...row.map(({ tokens, align }) => {
        const isEmpty = tokens.length === 0;
        const name = tag === 'th' && isEmpty ? 'td' : tag;
        return h(name, { class: align === null ? null : `align-${align}` }, ...inline(tokens, options));
      }),
    );
  const isHeaderless = token.header.every(({ tokens }) => tokens.length === 0);
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Table' },
    h(
      'table',
      {},
      isHeaderless ? null : h('thead', {}, cells(token.header, 'th')),
      h('tbody', {}, ...token.rows.map((row) => cells(row, 'td'))),
    ),
  );
}

function inline(tokens: readonly Token[], options: PreviewOptions): Node[] {
  const holder = h('span');
  const pieces = new HtmlPieces(holder);
  for (const token of tokens) {
    if (token.type === 'html') pieces.feed(token.raw);
    else pieces.top.append(...inlineToken(token, options).filter((child) => child !== null));
  }
  return [...holder.childNodes];
}

function inlineToken(token: Token, options: PreviewOptions): Child[] {
  const inner = () => inline((token as { tokens?: Token[] }).tokens ?? [], options);
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [h(token.type, {}, ...inner())];
    case 'codespan':
      return [h('code', {}, (token as Tokens.Codespan).text)];
    case 'br':
      return [h('br')];
    case 'link':
      return link(token as Tokens.Link, inner());
    case 'image':
      return [image(token as Tokens.Image, options)];
    case 'checkbox':
      return [checkbox((token as Tokens.Checkbox).checked), ' '];
    case 'math':
      return [formula((token as unknown as LeafToken).text, false)];
    case 'footnoteRef':
      return [noteReference((token as unknown as LeafToken).text)];
    case 'escape':
      return [(token as Tokens.Escape).text];
    case 'text':
      return token.tokens === undefined ? [decodeReferences(token.text)] : inner();
    default:
      return [decodeReferences(token.raw)];
  }
}

/** An address that may be opened from the preview, or null. */
function safeAddress(address: string): URL | null {
  try {
    const url = new URL(decodeReferences(address));
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

function link({ href }: Tokens.Link, children: Node[]): Child[] {
  const url = safeAddress(href);
  if (url === null) return children;
  return [h('a', { href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...children)];
}

function image({ href, text }: Tokens.Image, { loadImages }: PreviewOptions): HTMLElement {
  const url = safeAddress(href);
  const alt = decodeReferences(text);
  if (loadImages && url !== null && url.protocol !== 'mailto:') {
    return h('img', { src: url.href, alt, loading: 'lazy', referrerpolicy: 'no-referrer' });
  }
  return h(
    'span',
    { class: 'image', 'data-alt': alt },
    alt === '' ? 'Image' : alt,
    h('small', {}, url?.host ?? 'embedded'),
  );
}
