import { attr, type HtmlNode } from '../../html/tree.ts';

/** Links that Sphinx puts beside definitions, to their source and back. */
const SPHINX = /(?:^|\s)viewcode-(?:link|back)(?=\s|$)/;
/** What rustdoc draws at the right edge, ahead of what it is about, and what stands there. */
const RUSTDOC_EDGE = /(?:^|\s)rightside(?=\s|$)/;
const RUSTDOC = /(?:^|\s)(?:src|srclink|since)(?=\s|$)/;

/** Whether an element is a link of a generator from a definition to its source, with the version since which there is one. */
export function isSourceLink(node: HtmlNode): boolean {
  const names = [node, node.first].map((part) => (part && attr(part, 'class')) ?? '');
  return names.some((name) => SPHINX.test(name)) || (RUSTDOC_EDGE.test(names[0]!) && holdsSource(node));
}

function holdsSource(node: HtmlNode): boolean {
  if (RUSTDOC.test(attr(node, 'class') ?? '')) return true;
  for (let part = node.first; part !== null; part = part.next)
    if (RUSTDOC.test(attr(part, 'class') ?? '')) return true;
  return false;
}
