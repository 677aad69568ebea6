import { InsertionMode, Parser, type ParserOptions, type Tokenizer, type TreeAdapter } from 'parse5';
import { Budget } from '../budget.ts';
import { baseUrlOf } from './address.ts';
import { ElementIndex } from './element-index.ts';
import { flattenShadowRoots } from './shadow-root.ts';
import { placeStreamedSegments } from './streamed-segments.ts';
import { PageTokenizer } from './tokenizer.ts';
import { childrenOf, detach, ELEMENT, type HtmlDocument, HtmlNode, insert } from './tree.ts';
import { HtmlTreeAdapter, type HtmlTreeMap } from './tree-adapter.ts';

/**
 * Parses a page as the HTML Standard says, in time linear in its size, without recursion; never throws.
 *
 * Deviations, all deliberate: comments and doctypes are dropped; `<noscript>` in `<body>` is parsed as with
 * scripting disabled (its content is elements, which often hold the real image) up to its end tag, in `<head>` as raw
 * text; what nests deeper than `MAX_DEPTH` is flattened as in Blink; past `MAX_UNKNOWN_ATTRIBUTES` a tag keeps only attributes
 * with a known name; white space that begins a line of a block is left out (`TextEmitter.beginsLine`); declarative shadow
 * roots replace the children of their host, with slots filled; what React streamed after the page stands in its place. Past
 * `NODE_BUDGET` nodes, or with `budget` spent, the tree holds what was parsed until then and `truncated` is true. Where no U+0000 is
 * in the page, `mayHoldNul` saves the look for one: a tenth of the time.
 */
export function parseHtml(
  html: string,
  url: string,
  budget = Budget.for(html.length),
  mayHoldNul = true,
): HtmlDocument {
  const adapter = new HtmlTreeAdapter(budget);
  const treeAdapter = adapter as Partial<TreeAdapter<HtmlTreeMap>> as TreeAdapter<HtmlTreeMap>;
  const parser = new Parser<HtmlTreeMap>({ treeAdapter });
  parser.options = new PageParserOptions(parser, treeAdapter);
  const tokenizer = new PageTokenizer(parser, adapter);
  parser.tokenizer = tokenizer as unknown as Tokenizer;
  const truncated = budget.stage(
    () => {
      budget.spend(html.length, 'reading the source');
      tokenizer.run(html, mayHoldNul);
      return false;
    },
    () => true,
  );
  const root = documentElement(parser.document);
  if (adapter.sawShadowRoot) flattenShadowRoots(root);
  if (adapter.sawSegment) placeStreamedSegments(root, adapter.fallbackEnds);
  const nodes = numberTree(root);
  const head = childElement(root, 'head');
  return {
    nodes,
    elements: new ElementIndex(nodes),
    root,
    head,
    body: childElement(root, 'body'),
    baseUrl: adapter.sawBase ? baseUrlOf(nodes, url) : url,
    truncated,
    budget,
  };
}

/** parse5's options; a class, because an accessor set on the plain object makes every option slow to read. */
class PageParserOptions implements Required<ParserOptions<HtmlTreeMap>> {
  readonly sourceCodeLocationInfo = false;
  readonly onParseError = null;

  constructor(
    private readonly parser: Parser<HtmlTreeMap>,
    readonly treeAdapter: TreeAdapter<HtmlTreeMap>,
  ) {}

  /** Asked at a `<noscript>` start tag alone. As elements, one `<img>` in it would end the head before its time. */
  get scriptingEnabled(): boolean {
    const mode = this.parser.insertionMode;
    return mode === InsertionMode.IN_HEAD || mode === InsertionMode.AFTER_HEAD;
  }
}

/** The `<html>` element; made here when the budget was spent before one. */
function documentElement(document: HtmlNode): HtmlNode {
  const element = childrenOf(document).find(({ kind }) => kind === ELEMENT) ?? HtmlNode.element('html');
  detach(element);
  return element;
}

function childElement(root: HtmlNode, tag: string): HtmlNode | null {
  for (let child = root.first; child; child = child.next) if (child.tag === tag) return child;
  return null;
}

/** Deepest element below the root; Blink's limit (kMaximumHTMLParserDOMTreeDepth). */
export const MAX_DEPTH = 512;

/**
 * Numbers a tree in document order, fills `index` and `end`, and returns the nodes. An element at `MAX_DEPTH` keeps
 * its leading text; from its first child element on, its children become its following siblings, so that no page
 * can make a later pass pay for its depth. Linear; each node is moved at most once.
 */
export function numberTree(root: HtmlNode): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let node: HtmlNode = root;
  let depth = 0;
  for (;;) {
    node.index = nodes.length;
    nodes.push(node);
    if (depth >= MAX_DEPTH && node.first) hoistElements(node);
    if (node.first) {
      node = node.first;
      depth++;
      continue;
    }
    node.end = nodes.length;
    while (!node.next) {
      if (node === root || !node.parent) return nodes;
      node = node.parent;
      depth--;
      node.end = nodes.length;
    }
    if (node === root) return nodes;
    node = node.next;
  }
}

/** Moves the children of `node` from its first element on behind it. */
function hoistElements(node: HtmlNode): void {
  const { parent, next } = node;
  const children = childrenOf(node);
  const first = children.findIndex(({ kind }) => kind === ELEMENT);
  if (first < 0 || parent === null) return;
  for (const child of children.slice(first)) {
    detach(child);
    insert(parent, child, next);
  }
}
