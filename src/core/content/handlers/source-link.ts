import { attr, type HtmlNode } from '../../html/tree.ts';

/** Links that Sphinx puts beside definitions, to their source and back. */
const SPHINX = /(?:^|\s)viewcode-(?:link|back)(?=\s|$)/;
/** What rustdoc draws at the right edge, ahead of what it is about, or below the title, and what stands there. */
const RUSTDOC_EDGE = /(?:^|\s)(?:rightside|out-of-band|sub-heading)(?=\s|$)/;
const RUSTDOC = /(?:^|\s)(?:src|srclink|since)(?=\s|$)/;

/** The link that runs an example of rustdoc. */
const RUSTDOC_RUN = /(?:^|\s)test-arrow(?=\s|$)/;

/**
 * Whether an element is a link of a generator from a definition to its source, with the version since which there is one, or
 * from an example to where it runs.
 */
export function isSourceLink(node: HtmlNode): boolean {
  const names = [node, node.first].map((part) => (part && attr(part, 'class')) ?? '');
  if (RUSTDOC_RUN.test(names[0]!)) return true;
  return names.some((name) => SPHINX.test(name)) || (RUSTDOC_EDGE.test(names[0]!) && holdsSource(node));
}

function holdsSource(node: HtmlNode): boolean {
  if (RUSTDOC.test(attr(node, 'class') ?? '')) return true;
  for (let part = node.first; part !== null; part = part.next)
    if (RUSTDOC.test(attr(part, 'class') ?? '')) return true;
  return false;
}
