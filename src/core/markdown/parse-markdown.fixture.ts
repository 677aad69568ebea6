import type { Nodes, Parent, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { dollarMath } from '../../../tests/support/dollar-math.mjs';
import type { Block, Callout, Inline, ListItem, Mark, Root, Table } from '../content/tree.ts';
import { HtmlBlocks } from './parse-html-blocks.fixture.ts';

/**
 * Parses Markdown into the content tree with micromark, GFM and math; alerts, inline HTML marks, disclosures and
 * HTML tables by rules of our own. Autolink literals are those that micromark reads, without mdast's second search in finished text.
 */
export function parseMarkdown(markdown: string): Root {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm(), dollarMath()],
    mdastExtensions: [
      ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
      mathFromMarkdown(),
    ],
  });
  resolveReferences(tree);
  return { type: 'root', children: blocks(tree.children, markdown) };
}

/** Makes links of the references to definitions at the end of the document. */
function resolveReferences(tree: Parent): void {
  const definitions = new Map<string, { url: string; title?: string | null | undefined }>();
  for (const node of tree.children) if (node.type === 'definition') definitions.set(node.identifier, node);
  const visit = (parent: Parent): void => {
    parent.children.forEach((node, i) => {
      if ('children' in node) visit(node);
      const target = node.type === 'linkReference' ? definitions.get(node.identifier) : undefined;
      if (node.type === 'linkReference' && target)
        parent.children[i] = {
          type: 'link',
          url: target.url,
          title: target.title ?? null,
          children: node.children,
        };
    });
  };
  visit(tree);
}

function blocks(nodes: readonly RootContent[], source: string): Block[] {
  const out = new HtmlBlocks();
  for (const node of nodes) {
    if (node.type === 'html') out.html(node.value);
    else {
      const block = toBlock(node, source);
      if (block !== null) out.block(block);
    }
  }
  return out.finish();
}

function toBlock(node: RootContent, source: string): Block | null {
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', children: inlines(node.children) };
    case 'heading':
      return { type: 'heading', depth: node.depth, children: inlines(node.children) };
    case 'thematicBreak':
      return { type: 'thematicBreak' };
    case 'blockquote':
      return toCallout(blocks(node.children, source), isAlert(node, source));
    case 'list':
      return {
        type: 'list',
        ordered: node.ordered === true,
        start: node.start ?? 1,
        spread: node.spread === true,
        children: node.children.map(
          (item): ListItem => ({
            type: 'listItem',
            checked: item.checked ?? null,
            spread: item.spread === true,
            children: blocks(item.children, source),
          }),
        ),
      };
    case 'code':
      return { type: 'code', lang: node.lang ?? null, meta: node.meta ?? null, value: node.value };
    case 'math':
      return { type: 'math', value: node.value };
    case 'table':
      return toTable(node);
    case 'footnoteDefinition':
      return {
        type: 'footnoteDefinition',
        identifier: node.identifier,
        children: blocks(node.children, source),
      };
    case 'definition':
      return null;
    default:
      throw new Error(`Unexpected ${node.type}`);
  }
}

function toTable(node: Nodes & { type: 'table' }): Table {
  return {
    type: 'table',
    align: [...(node.align ?? [])],
    children: node.children.map((row) => ({
      type: 'tableRow',
      children: row.children.map((cell) => ({ type: 'tableCell', children: inlines(cell.children) })),
    })),
  };
}

/** Whether a quotation begins with a bracket that no backslash precedes. */
function isAlert(node: RootContent & { type: 'blockquote' }, source: string): boolean {
  const first = node.children[0];
  return first?.type === 'paragraph' && source[first.position?.start.offset ?? 0] === '[';
}

function toCallout(children: Block[], isAlert: boolean): Block {
  const first = children[0];
  const label = first?.type === 'paragraph' ? first.children[0] : undefined;
  const found =
    isAlert && label?.type === 'text'
      ? /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\](?:\n|$)/.exec(label.value)
      : null;
  if (first?.type !== 'paragraph' || label?.type !== 'text' || found === null)
    return { type: 'blockquote', children };
  const rest = label.value.slice(found[0].length);
  const run = [...(rest === '' ? [] : [{ type: 'text' as const, value: rest }]), ...first.children.slice(1)];
  const body: Block[] = [
    ...(run.length > 0 ? [{ type: 'paragraph' as const, children: run }] : []),
    ...children.slice(1),
  ];
  return {
    type: 'callout',
    kind: found[1]!.toLowerCase() as Callout['kind'],
    name: '',
    title: [],
    children: body,
  };
}

function inlines(nodes: readonly PhrasingContent[]): Inline[] {
  const stack: { tag: string; out: Inline[] }[] = [{ tag: '', out: [] }];
  const add = (node: Inline): void => {
    const { out } = stack.at(-1)!;
    const last = out.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else out.push(node);
  };
  for (const node of nodes) {
    if (node.type !== 'html') add(toInline(node));
    else if (node.value === '<br>') add({ type: 'break' });
    else if (node.value.startsWith('</')) {
      const { tag, out } = stack.pop()!;
      if (node.value !== `</${tag}>`) throw new Error(`Unbalanced ${node.value}`);
      add({ type: 'mark', tag: tag as Mark['tag'], children: out });
    } else stack.push({ tag: node.value.slice(1, -1), out: [] });
  }
  if (stack.length > 1) throw new Error(`Open <${stack.at(-1)!.tag}>`);
  return stack[0]!.out;
}

function toInline(node: PhrasingContent): Inline {
  switch (node.type) {
    case 'text':
      return { type: 'text', value: node.value };
    case 'emphasis':
    case 'strong':
    case 'delete':
      return { type: node.type, children: inlines(node.children) };
    case 'inlineCode':
    case 'inlineMath':
      return { type: node.type, value: node.value };
    case 'break':
      return { type: 'break' };
    case 'link':
      return { type: 'link', url: node.url, title: node.title ?? null, children: inlines(node.children) };
    case 'image':
      return { type: 'image', url: node.url, title: node.title ?? null, alt: node.alt ?? '' };
    case 'footnoteReference':
      return { type: 'footnoteReference', identifier: node.identifier };
    default:
      throw new Error(`Unexpected ${node.type}`);
  }
}
