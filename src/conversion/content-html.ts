import type { Block, HtmlTableCell, Inline, List, Root } from '../core/content/tree.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

type Attributes = Readonly<Record<string, string | number | null | false | undefined>>;

/** An element around what is HTML already; attributes without a value are left out. */
function element(tag: string, content: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).filter(([, value]) => value || value === '');
  const all = written.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('');
  return `<${tag}${all}>${content}</${tag}>`;
}

/** An element that has no content. */
const empty = (tag: string, attributes?: Attributes) => element(tag, '', attributes).replace(`</${tag}>`, '');

/** A content tree as HTML, one block a line, formulas as code of the language `math`, no scripts, styles or classes of the page. */
export const contentHtml = ({ children }: Root): string => blocks(children);

const blocks = (all: readonly Block[]): string => all.map((one) => `${block(one)}\n`).join('');
const inlines = (all: readonly Inline[]): string => all.map(inline).join('');

function inline(node: Inline): string {
  switch (node.type) {
    case 'text':
      return escaped(node.value);
    case 'emphasis':
      return element('em', inlines(node.children));
    case 'strong':
      return element('strong', inlines(node.children));
    case 'delete':
      return element('del', inlines(node.children));
    case 'inlineCode':
      return element('code', escaped(node.value));
    case 'inlineMath':
      return element('code', escaped(node.value), { class: 'language-math' });
    case 'break':
      return '<br>';
    case 'link':
      return element('a', inlines(node.children), { href: node.url, title: node.title });
    case 'image':
      return empty('img', { src: node.url, alt: node.alt, title: node.title });
    case 'footnoteReference':
      return element('sup', element('a', escaped(node.identifier), { href: `#note-${node.identifier}` }));
    case 'mark':
      return element(node.tag, inlines(node.children));
  }
}

function block(node: Block): string {
  switch (node.type) {
    case 'paragraph':
      return element('p', inlines(node.children));
    case 'heading':
      return element(`h${node.depth}`, inlines(node.children));
    case 'thematicBreak':
      return '<hr>';
    case 'blockquote':
      return element('blockquote', blocks(node.children));
    case 'callout': {
      const title = node.title.length > 0 ? inlines(node.title) : escaped(node.name || node.kind);
      return element('blockquote', `${element('p', element('strong', title))}\n${blocks(node.children)}`);
    }
    case 'list':
      return list(node);
    case 'code':
      return codeBlock(node.value, node.lang);
    case 'math':
      return codeBlock(node.value, 'math');
    case 'table':
      return table(
        node.children.map(({ children }, row) =>
          children.map((one, at) =>
            cell(row === 0, inlines(one.children), { align: node.align[at] ?? null }),
          ),
        ),
      );
    case 'htmlTable':
      return table(
        node.rows.map(({ cells }) => cells.map((one) => cell(one.header, tight(one.children), one))),
        inlines(node.caption),
      );
    case 'details':
      return element('details', `${element('summary', inlines(node.summary))}\n${blocks(node.children)}`);
    case 'footnoteDefinition':
      return element('div', blocks(node.children), { id: `note-${node.identifier}` });
  }
}

const codeBlock = (value: string, lang: string | null): string =>
  element('pre', element('code', escaped(value), { class: lang !== null && `language-${lang}` }));

/** Blocks of which a first paragraph needs no element of its own. */
function tight([first, ...rest]: readonly Block[]): string {
  if (first === undefined) return '';
  return (first.type === 'paragraph' ? inlines(first.children) : block(first)) + blocks(rest);
}

function list({ ordered, start, spread, children }: List): string {
  const items = children.map((item) => {
    const box = { type: 'checkbox', disabled: '', checked: item.checked === true && 'checked' };
    const checkbox = item.checked === null ? '' : empty('input', box);
    return element('li', checkbox + (spread ? blocks(item.children) : tight(item.children)));
  });
  return element(ordered ? 'ol' : 'ul', items.join('\n'), { start: ordered && start !== 1 && String(start) });
}

const table = (rows: readonly (readonly string[])[], caption = ''): string =>
  element(
    'table',
    (caption && element('caption', caption)) +
      rows.map((cells) => `${element('tr', cells.join(''))}\n`).join(''),
  );

function cell(
  isHead: boolean,
  content: string,
  { align, colspan = 1, rowspan = 1 }: Partial<HtmlTableCell>,
): string {
  const spans = { colspan: colspan > 1 && colspan, rowspan: rowspan > 1 && rowspan };
  return element(isHead ? 'th' : 'td', content, { align, ...spans });
}
