import { InsertionMode, Parser, type ParserOptions, type Tokenizer } from 'parse5';
import { Budget } from '../budget.ts';
import { baseUrlOf } from './base-url.ts';
import { ElementIndex } from './element-index.ts';
import { numberTree } from './number-tree.ts';
import { flattenShadowRoots } from './shadow-root.ts';
import { placeStreamedSegments } from './streamed-segments.ts';
import { PageTokenizer } from './tokenizer.ts';
import { ELEMENT, type HtmlDocument, HtmlNode } from './tree.ts';
import { HtmlTreeAdapter, type HtmlTreeMap } from './tree-adapter.ts';

/**
 * Parses a page as the HTML Standard says, in time linear in its size, without recursion; never throws.
 *
 * Deviations, all deliberate: comments and doctypes are dropped; `<noscript>` in `<body>` is parsed as with
 * scripting disabled (its content is elements, which often hold the real image) up to its end tag, in `<head>` as raw
 * text; what nests deeper than `MAX_DEPTH` is flattened as in Blink; past `MAX_UNKNOWN_ATTRIBUTES` a tag keeps only attributes
 * with a known name; declarative shadow roots replace the children of their host, with slots filled; what React
 * streamed after the page stands in its place. Past `NODE_BUDGET` nodes, or with `budget` spent, the tree holds what was
 * parsed until then and `truncated` is true.
 */
export function parseHtml(html: string, url: string, budget = Budget.for(html.length)): HtmlDocument {
  const adapter = new HtmlTreeAdapter(budget);
  const parser = new Parser<HtmlTreeMap>({ treeAdapter: adapter });
  parser.options = new PageParserOptions(parser, adapter);
  const tokenizer = new PageTokenizer(parser, adapter);
  parser.tokenizer = tokenizer as unknown as Tokenizer;
  const truncated = budget.stage(
    () => {
      budget.spend(html.length, 'reading the source');
      tokenizer.run(html);
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
  readonly treeAdapter: HtmlTreeAdapter;
  private readonly parser: Parser<HtmlTreeMap>;

  constructor(parser: Parser<HtmlTreeMap>, treeAdapter: HtmlTreeAdapter) {
    this.parser = parser;
    this.treeAdapter = treeAdapter;
  }

  /** Asked at a `<noscript>` start tag alone. As elements, one `<img>` in it would end the head before its time. */
  get scriptingEnabled(): boolean {
    const mode = this.parser.insertionMode;
    return mode === InsertionMode.IN_HEAD || mode === InsertionMode.AFTER_HEAD;
  }
}

/** The `<html>` element; made here when the budget was spent before one. */
function documentElement(document: HtmlNode): HtmlNode {
  for (let child = document.first; child; child = child.next) {
    if (child.kind === ELEMENT) {
      child.parent = null;
      child.prev = null;
      child.next = null;
      return child;
    }
  }
  return HtmlNode.element('html');
}

function childElement(root: HtmlNode, tag: string): HtmlNode | null {
  for (let child = root.first; child; child = child.next) if (child.tag === tag) return child;
  return null;
}
