import { plainText } from '../core/content/plain-text.ts';
import type { Alignment, Block, Inline, Root, Table } from '../core/content/tree.ts';
import { codeBlock } from '../site/code-block.ts';
import { html, type Markup, type Part } from '../site/html.ts';

/** What a guide names outside of itself, by absolute address. */
export interface GuideParts {
  /** Where a link leads from the page; null: to nothing that the service has. */
  readonly addressOf: (url: string) => string | null;
  /** Address from the page and size in pixels. */
  readonly pictureOf: (url: string) => {
    readonly address: string;
    readonly width: number;
    readonly height: number;
  };
}

/**
 * The content tree of a guide as markup, and its headings with the ids that links lead to. Raw HTML is no part of the tree, so none can pass; a construct that no guide uses is
 * an error, which stops the build.
 */
export function writeHtml({ children }: Root, parts: GuideParts) {
  const writer = new GuideWriter(parts);
  return { content: html`${children.map((block) => writer.block(block))}`, headings: writer.headings };
}

/** Id of a heading as GitHub makes it, so that links work there and here: letters, digits, hyphens. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

class GuideWriter {
  readonly headings: { readonly depth: number; readonly id: string; readonly text: string }[] = [];
  readonly #ids = new Set<string>();
  readonly #parts: GuideParts;

  constructor(parts: GuideParts) {
    this.#parts = parts;
  }

  block(block: Block): Markup {
    switch (block.type) {
      case 'paragraph':
        // A picture alone can be wider than a phone.
        return html`<p${block.children.every(({ type }) => type === 'image') && html` class="scroll"`}>${this.#inlines(block.children)}</p>\n`;
      case 'heading':
        return this.#heading(block.depth, block.children);
      case 'thematicBreak':
        return html`<hr>\n`;
      case 'blockquote':
        return html`<blockquote>${this.#blocks(block.children)}</blockquote>\n`;
      case 'callout':
        return html`<div class="callout ${block.kind}">${this.#blocks(block.children)}</div>\n`;
      case 'list':
        return this.#list(block);
      case 'code':
        return codeBlock(block.lang ?? 'text', block.value, block.lang ?? '');
      case 'table':
        return this.#table(block);
      default:
        throw new Error(`Teach src/guides/write-html.ts to write "${block.type}": a guide has one`);
    }
  }

  #blocks(blocks: readonly Block[]): Part {
    return blocks.map((block) => this.block(block));
  }

  #heading(depth: number, children: readonly Inline[]): Markup {
    const text = plainText(children);
    const id = this.#newId(slugOf(text));
    this.headings.push({ depth, id, text });
    const tag = `h${depth}`;
    const anchor = depth > 1 && html` <a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a>`;
    return html`<${tag} id="${id}">${this.#inlines(children)}${anchor}</${tag}>\n`;
  }

  #list({ ordered, start, children, spread }: Extract<Block, { type: 'list' }>): Markup {
    const tag = ordered ? 'ol' : 'ul';
    const items = children.map((item) => {
      const [first, ...rest] = item.children;
      const isTight = !spread && first?.type === 'paragraph';
      return html`<li>${isTight ? [this.#inlines(first.children), this.#blocks(rest)] : this.#blocks(item.children)}</li>\n`;
    });
    return html`<${tag}${ordered && start !== 1 && html` start="${start}"`}>\n${items}</${tag}>\n`;
  }

  #table({ align, children: [head, ...rows] }: Table): Markup {
    const names = head!.children.map(({ children }) => plainText(children));
    const last = names.length - 1;
    // Rows of sentences, not of numbers, are stacked on a phone.
    const isStack = last > 0 && last < 6 && align.every((one) => one !== 'right');
    const cells = (row: Table['children'][number], tag: 'td' | 'th') =>
      row.children.map(({ children }, i) => {
        if (children.length === 0) return html`<td></td>`;
        const isNamed = isStack && tag === 'td' && i > 0 && (i < last || last === 1);
        const column = isNamed && html` data-column="${names[i]!}"`;
        return html`<${tag}${tag === 'th' && html` scope="col"`}${alignment(align[i] ?? null)}${column}>${this.#inlines(children)}</${tag}>`;
      });
    const isBlank = head!.children.every(({ children }) => children.length === 0);
    return html`<div class="scroll"><table${isStack && html` class="stack"`}>
${!isBlank && html`<thead><tr>${cells(head!, 'th')}</tr></thead>\n`}<tbody>
${rows.map((row) => html`<tr${this.#rowId(row)}>${cells(row, 'td')}</tr>\n`)}</tbody>
</table></div>\n`;
  }

  /** A row that begins with a name in code can be linked to by that name. */
  #rowId({ children: [first] }: Table['children'][number]): Part {
    const [name, ...more] = first?.children ?? [];
    if (name?.type !== 'inlineCode' || more.length > 0 || !/^[\w-]+$/.test(name.value)) return null;
    return !this.#ids.has(name.value) && html` id="${this.#newId(name.value)}"`;
  }

  #newId(wanted: string): string {
    let id = wanted;
    for (let i = 1; this.#ids.has(id); i++) id = `${wanted}-${i}`;
    this.#ids.add(id);
    return id;
  }

  #inlines(nodes: readonly Inline[]): Part {
    return nodes.map((node) => this.#inline(node));
  }

  #inline(node: Inline): Part {
    switch (node.type) {
      case 'text':
        return node.value;
      case 'inlineCode':
        return html`<code>${node.value}</code>`;
      case 'emphasis':
        return html`<em>${this.#inlines(node.children)}</em>`;
      case 'strong':
        return html`<strong>${this.#inlines(node.children)}</strong>`;
      case 'break':
        return html`<br>`;
      case 'link': {
        const address = this.#parts.addressOf(node.url);
        const words = this.#inlines(node.children);
        return address === null ? words : html`<a href="${address}">${words}</a>`;
      }
      case 'image': {
        const { address, width, height } = this.#parts.pictureOf(node.url);
        return html`<img src="${address}" alt="${node.alt}" width="${width}" height="${height}">`;
      }
      default:
        throw new Error(`Teach src/guides/write-html.ts to write "${node.type}": a guide has one`);
    }
  }
}

const alignment = (align: Alignment): Part =>
  align !== null && align !== 'left' && html` class="align-${align}"`;
