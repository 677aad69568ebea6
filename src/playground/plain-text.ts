import type { Block, Inline, List, ListItem, Root, TableRow } from '../core/content/tree.ts';
import { writeText } from '../core/text/write.ts';
import { renderMarkdown } from './markdown-preview.ts';

/**
 * The plain text of a page's Markdown, by the service's own writer of text, with no request. It can differ from the answer to
 * `response_format: "text"` where Markdown says less than the page: what a callout calls itself.
 */
export function plainTextOf(markdown: string): string {
  const article = renderMarkdown(markdown, { loadImages: false, isWhole: true });
  article.querySelector('[data-frontmatter]')?.remove();
  return writeText({ type: 'root', children: blocksOf(article) } satisfies Root).text;
}

const BLOCKS = 'p,h3,h4,h5,h6,pre,blockquote,ul,ol,table,details,hr,div';

/** The blocks below an element; words that stand beside blocks become paragraphs. */
function blocksOf(parent: Element): Block[] {
  const blocks: Block[] = [];
  let loose: Node[] = [];
  const flush = () => {
    const children = lineOf(loose);
    if (children.some((child) => child.type !== 'text' || child.value.trim() !== ''))
      blocks.push({ type: 'paragraph', children });
    loose = [];
  };
  for (const child of parent.childNodes) {
    if (!(child instanceof Element) || !child.matches(BLOCKS)) {
      loose.push(child);
      continue;
    }
    flush();
    blocks.push(...blockOf(child as HTMLElement));
  }
  flush();
  return blocks;
}

function blockOf(element: HTMLElement): Block[] {
  const { classList, dataset, tagName } = element;
  if (classList.contains('math')) return [{ type: 'math', value: dataset.tex! }];
  if (classList.contains('footnote'))
    return [
      {
        type: 'footnoteDefinition',
        identifier: dataset.note!,
        children: blocksOf(element.lastElementChild!),
      },
    ];
  if (classList.contains('callout')) {
    const [kind, ...rest] = blocksOf(element);
    const name =
      kind?.type === 'paragraph' && kind.children[0]?.type === 'text' ? kind.children[0].value : '';
    return [{ type: 'callout', kind: 'note', name, title: [], children: rest }];
  }
  switch (tagName) {
    case 'P':
      return [{ type: 'paragraph', children: lineOf(element.childNodes) }];
    case 'PRE':
      return [{ type: 'code', lang: null, meta: null, value: element.textContent }];
    case 'BLOCKQUOTE':
      return [{ type: 'blockquote', children: blocksOf(element) }];
    case 'UL':
    case 'OL':
      return [listOf(element)];
    case 'TABLE':
      return [tableOf(element as HTMLTableElement)];
    case 'DETAILS': {
      const summary = element.querySelector(':scope > summary');
      const children = blocksOf(element).slice(summary === null ? 0 : 1);
      return [{ type: 'details', summary: inlinesOf(summary?.childNodes ?? []), children }];
    }
    case 'HR':
      return [];
    case 'DIV':
      return classList.contains('code') ? blockOf(element.querySelector('pre')!) : blocksOf(element);
    default:
      return [{ type: 'heading', depth: 2, children: inlinesOf(element.childNodes) }];
  }
}

function listOf(element: HTMLElement): List {
  const children = [...element.children].map((item): ListItem => {
    const spread = item.hasAttribute('data-spread');
    return { type: 'listItem', checked: null, spread, children: blocksOf(item) };
  });
  const start = element instanceof HTMLOListElement ? element.start : 1;
  return { type: 'list', ordered: element.tagName === 'OL', start, spread: false, children };
}

/** A grid as Markdown has it, or with blocks and spans as HTML. */
function tableOf(table: HTMLTableElement): Block {
  const rows = [...table.rows].filter((row) => row.closest('table') === table);
  if (table.parentElement?.classList.contains('scroll') === true) {
    const children = rows.map(
      (row): TableRow => ({
        type: 'tableRow',
        children: [...row.cells].map((cell) => ({ type: 'tableCell', children: inlinesOf(cell.childNodes) })),
      }),
    );
    return { type: 'table', align: [], children };
  }
  return {
    type: 'htmlTable',
    caption: inlinesOf(table.caption?.childNodes ?? []),
    rows: rows.map((row) => ({
      cells: [...row.cells].map((cell) => ({
        header: cell.tagName === 'TH',
        colspan: cell.colSpan,
        rowspan: cell.rowSpan,
        align: null,
        children: blocksOf(cell),
      })),
    })),
  };
}

const inlinesOf = (nodes: Iterable<Node>): Inline[] => [...nodes].flatMap(inlineOf);

/** A line begins with no blank: one follows the box of a task. */
function lineOf(nodes: Iterable<Node>): Inline[] {
  const inlines = inlinesOf(nodes);
  const first = inlines[0];
  return first?.type === 'text'
    ? [{ ...first, value: first.value.trimStart() }, ...inlines.slice(1)]
    : inlines;
}

function inlineOf(node: Node): Inline[] {
  if (!(node instanceof HTMLElement)) return [{ type: 'text', value: node.textContent ?? '' }];
  const { classList, dataset, tagName } = node;
  if (classList.contains('math')) return [{ type: 'inlineMath', value: dataset.tex! }];
  if (classList.contains('image')) return [{ type: 'image', url: '', title: null, alt: dataset.alt! }];
  if (classList.contains('reference')) return [{ type: 'footnoteReference', identifier: node.textContent }];
  if (classList.contains('back') || tagName === 'INPUT') return [];
  const children = inlinesOf(node.childNodes);
  switch (tagName) {
    case 'BR':
      return [{ type: 'break' }];
    case 'CODE':
      return [{ type: 'inlineCode', value: node.textContent }];
    case 'A':
      return [{ type: 'link', url: (node as HTMLAnchorElement).href, title: null, children }];
    case 'SUB':
    case 'SUP':
      return [{ type: 'mark', tag: tagName.toLowerCase() as 'sub' | 'sup', children }];
    default:
      return children;
  }
}
