import { escapeUTF8 } from 'entities';
import { convertHtml } from '../../core/convert-html.ts';
import type { InvisibleCounts } from '../../core/invisible-characters.ts';
import { lazyBy } from '../../core/lazy.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { contentOfPage, type DocumentBytes, MalformedDocument, type ReadDocument } from '../document.ts';
import { blankOf, isUndrawn, OpenDocument, type StyleFacts } from '../office/open-document.ts';
import { attributeOf, descend, elementsIn, findAll, textIn, type XmlElement } from '../office/xml.ts';
import { mathml, objectOf } from './objects.ts';
import { CONTAINERS, isCode, runningText, SHAPES, tagOf, UNSHOWN } from './roles.ts';

/**
 * Reads a text of OpenDocument (1.3, part 3, 5): turned into HTML and converted as a page of which everything is content. What is
 * hidden, deleted text, remarks, headers and footers of pages are left out and told. Pictures have no
 * address: their alternative text stands for them.
 */
export function readOdt(
  { bytes, url }: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
): ReadDocument {
  const opened = new OpenDocument(bytes);
  const body = descend(opened.content, 'body', 'text');
  if (body === undefined) throw new MalformedDocument();
  const writer = new OdtWriter(opened, options);
  const html = writer.blocks(body) + writer.notes.join('');
  return {
    content: contentOfPage(convertHtml(html, { ...options, url, scope: 'full' }, { invisible })),
    page: opened.metadata(),
    encoding: 'binary',
    readBytes: opened.archive.readBytes,
    removed: [...opened.texts.removed, ...runningText(opened.part('styles.xml'))],
  };
}

/** Whether there are paragraphs or headings in an element, at any depth. */
const holdsText: (node: XmlElement) => boolean = lazyBy((node: XmlElement): boolean =>
  elementsIn(node).some((child) => child.name === 'p' || child.name === 'h' || holdsText(child)),
);

/** A cell of a table of a text is repeated as often as a page has room for, at most. */
const MAX_REPEATED = 64;

class OdtWriter {
  /** Notes of the text, each an aside that a reference leads to. */
  readonly notes: string[] = [];
  readonly #opened: OpenDocument;
  readonly #options: ConvertOptions;
  /** Blocks that are anchored in the paragraph at work; they stand behind it. */
  #anchored: string[] = [];
  /** The object that was read last. */
  #object: { readonly of: XmlElement; readonly content: XmlElement | undefined } | undefined;
  /** Items of each numbered list that came so far, by its style. */
  readonly #counts = new Map<string, number>();

  constructor(opened: OpenDocument, options: ConvertOptions) {
    this.#opened = opened;
    this.#options = options;
  }

  blocks(parent: XmlElement): string {
    const out: string[] = [];
    for (const node of elementsIn(parent)) out.push(this.#block(node));
    // Lines of verbatim text and of a quote are one block.
    return out.join('').replaceAll('</pre><pre>', '\n').replaceAll('</blockquote><blockquote>', '');
  }

  #block(node: XmlElement): string {
    if (node.name === 'tracked-changes')
      for (const change of findAll(node, 'deletion')) this.#opened.texts.hide('deletion', change);
    if (UNSHOWN.has(node.name)) return '';
    switch (node.name) {
      case 'h':
      case 'p':
        return this.#paragraph(node);
      case 'list':
        return this.#list(node, undefined, 0);
      case 'table':
        return this.#table(node);
      case 'annotation':
        return this.#hidden(node);
    }
    if (node.name === 'section' && this.#isHiddenSection(node)) return this.#hidden(node);
    if (isUndrawn(node)) return this.#hidden(node);
    if (SHAPES.has(node.name)) return this.#shape(node);
    return CONTAINERS.has(node.name) || holdsText(node) ? this.blocks(node) : '';
  }

  #hidden(node: XmlElement): string {
    this.#opened.texts.hide(node.name, findAll(node, 'p', 'h').map(textIn).join(' ') || textIn(node));
    return '';
  }

  #isHiddenSection(node: XmlElement): boolean {
    const display = attributeOf(node, 'display');
    return display === 'none' || (display === 'condition' && attributeOf(node, 'is-hidden') === 'true');
  }

  #paragraph(node: XmlElement): string {
    const style = this.#opened.styleOf(node, 'paragraph');
    const isHidden = findAll(node, 'hidden-paragraph').some(
      (field) => attributeOf(field, 'is-hidden') === 'true',
    );
    if (style.isHidden || isHidden) return this.#hidden(node);
    const around = this.#anchored;
    this.#anchored = [];
    const tag = tagOf(node, style.names);
    const isVerbatim = tag === 'pre';
    const inner = this.#inline(node, isVerbatim);
    const [anchored] = [this.#anchored.join('')];
    this.#anchored = around;
    if (inner.trim() === '') return (isVerbatim ? '<pre>\n</pre>' : '') + anchored;
    if (tag === 'blockquote') return `<blockquote><p>${inner}</p></blockquote>${anchored}`;
    return `<${tag}>${inner}</${tag}>${anchored}`;
  }

  #inline(parent: XmlElement, isVerbatim = false): string {
    return parent.children
      .map((node) => {
        if (typeof node === 'string') return escapeUTF8(isVerbatim ? node : node.replace(/\s+/g, ' '));
        const blank = blankOf(node);
        if (blank === undefined) return this.#inlineOf(node, isVerbatim);
        return isVerbatim ? blank : blank === '\n' ? '<br>' : blank.replaceAll('\t', ' ');
      })
      .join('');
  }

  #inlineOf(node: XmlElement, isVerbatim: boolean): string {
    if (UNSHOWN.has(node.name)) return '';
    if (isUndrawn(node)) return this.#hidden(node);
    switch (node.name) {
      case 'span': {
        const style = this.#opened.styleOf(node, 'text');
        if (style.isHidden) return this.#hidden(node);
        const inner = this.#inline(node, isVerbatim);
        return marked(isCode(style.names) && !isVerbatim ? `<code>${inner}</code>` : inner, style);
      }
      case 'a':
        return `<a href="${escapeUTF8(attributeOf(node, 'href') ?? '')}">${this.#inline(node, isVerbatim)}</a>`;
      case 'note':
        return this.#note(node);
      case 'annotation':
        return this.#hidden(node);
      case 'hidden-text':
        return attributeOf(node, 'is-hidden') === 'false' ? this.#inline(node) : this.#hidden(node);
      case 'ruby':
        return `<ruby>${this.#inline(node)}</ruby>`;
      case 'ruby-text':
        return `<rt>${this.#inline(node)}</rt>`;
      case 'frame': {
        const object = descend(node, 'object');
        const content = object === undefined ? undefined : this.#contentOf(object);
        if (content?.name === 'math') return mathml(content);
        const alt = this.#pictureText(node);
        if (alt !== '') return escapeUTF8(alt);
      }
    }
    if (!SHAPES.has(node.name)) return this.#inline(node, isVerbatim);
    this.#anchored.push(this.#shape(node));
    return '';
  }

  #note(node: XmlElement): string {
    const id = `note-${this.notes.length + 1}`;
    const citation = escapeUTF8(textIn(descend(node, 'note-citation')));
    const at = this.notes.push('') - 1;
    this.notes[at] =
      `<aside epub:type="footnote" id="${id}">${this.blocks(descend(node, 'note-body') ?? node)}</aside>`;
    return `<a epub:type="noteref" href="#${id}">${citation || at + 1}</a>`;
  }

  /** Text that is drawn, a table of an object, or what is said in the place of a picture. */
  #shape(node: XmlElement): string {
    const object = descend(node, 'object');
    if (object !== undefined) {
      const content = this.#contentOf(object);
      if (content?.name === 'math') return `<p>${mathml(content)}</p>`;
      return findAll(content, 'table')
        .map((table) => this.#table(table))
        .join('');
    }
    const alt = this.#pictureText(node);
    return alt === '' ? this.blocks(node) : `<p>${escapeUTF8(alt)}</p>`;
  }

  /** The content of an object, which is asked for several times in a row. */
  #contentOf(object: XmlElement): XmlElement | undefined {
    if (this.#object?.of !== object) this.#object = { of: object, content: objectOf(this.#opened, object) };
    return this.#object.content;
  }

  #pictureText(frame: XmlElement): string {
    if (
      this.#options.images === 'none' ||
      descend(frame, 'image') === undefined ||
      descend(frame, 'text-box') !== undefined
    )
      return '';
    return textIn(descend(frame, 'desc') ?? descend(frame, 'title'));
  }

  /** A list; one of headings alone is these headings. `outer`: the style that lists in it go by. */
  #list(node: XmlElement, outer: string | undefined, level: number): string {
    const style = attributeOf(node, 'style-name') ?? outer;
    const items = elementsIn(node).filter(({ name }) => /^list-(?:item|header)$/.test(name));
    if (items.length > 0 && items.every((item) => elementsIn(item).every(({ name }) => name === 'h')))
      return items.map((item) => this.blocks(item)).join('');
    const marks = elementsIn(this.#opened.lists.get(style ?? '')).find(
      (mark) => Number(attributeOf(mark, 'level')) === level + 1,
    );
    const isOrdered =
      marks?.name === 'list-level-style-number' && (attributeOf(marks, 'num-format') ?? '') !== '';
    const key = `${style} ${level}`;
    const goesOn =
      attributeOf(node, 'continue-numbering') === 'true' || attributeOf(node, 'continue-list') !== undefined;
    const before = goesOn ? (this.#counts.get(key) ?? 0) : 0;
    const start = Number(attributeOf(items[0], 'start-value') ?? attributeOf(marks, 'start-value') ?? 1) || 1;
    this.#counts.set(key, before + items.length);
    const inner = items.map((item) => {
      const parts = elementsIn(item);
      const isLine = parts.filter(({ name }) => name !== 'list').length === 1;
      const blocks = parts.map((part) => {
        const html = part.name === 'list' ? this.#list(part, style, level + 1) : this.#block(part);
        return isLine && html.startsWith('<p>') ? html.slice(3).replace('</p>', '') : html;
      });
      const value = item === items[0] ? undefined : attributeOf(item, 'start-value');
      const said = value === undefined ? '' : ` value="${escapeUTF8(value)}"`;
      return `<li${said}>${blocks.join('')}</li>`;
    });
    return isOrdered ? `<ol start="${before + start}">${inner.join('')}</ol>` : `<ul>${inner.join('')}</ul>`;
  }

  #table(node: XmlElement): string {
    if (this.#opened.styleOf(node, 'table').isHidden) return this.#hidden(node);
    const heads = new Set(findAll(node, 'table-header-rows').flatMap((head) => findAll(head, 'table-row')));
    const rows = findAll(node, 'table-row').map((row, i) => {
      if (/^(?:collapse|filter)$/.test(attributeOf(row, 'visibility') ?? '')) return this.#hidden(row);
      const tag = heads.has(row) || (heads.size === 0 && i === 0) ? 'th' : 'td';
      const cells = elementsIn(row).filter(({ name }) => name === 'table-cell');
      const inner = cells.map((cell) => {
        const repeated = Number(attributeOf(cell, 'number-columns-repeated') ?? 1) || 1;
        const times = Math.max(1, Math.min(MAX_REPEATED, repeated));
        const html = `<${tag}${spanOf(cell, 'columns', 'col')}${spanOf(cell, 'rows', 'row')}>${this.blocks(cell)}</${tag}>`;
        this.#opened.texts.show((times - 1) * html.length);
        return html.repeat(times);
      });
      return `<tr>${inner.join('')}</tr>`;
    });
    return `<table>${rows.join('')}</table>`;
  }
}

function spanOf(cell: XmlElement, of: string, html: string): string {
  const span = Number(attributeOf(cell, `number-${of}-spanned`) ?? 1);
  return span > 1 ? ` ${html}span="${Math.min(1000, span)}"` : '';
}

function marked(inner: string, { isBold, isItalic, isStruck, position }: StyleFacts): string {
  let html = inner;
  if (position !== undefined) html = `<${position}>${html}</${position}>`;
  if (isStruck) html = `<s>${html}</s>`;
  if (isItalic) html = `<em>${html}</em>`;
  return isBold ? `<strong>${html}</strong>` : html;
}
