import { isBlank } from '../../../html/blank.ts';
import { childrenOf, ELEMENT, HTML_NS, type HtmlNode, MATHML_NS, nodesOf, TEXT } from '../../../html/tree.ts';
import { wordSet } from '../../../word-set.ts';
import type { Builder } from '../../builder.ts';
import { partsToLatex } from './mathml.ts';
import { annotationOf, stripDelimiters } from './source.ts';

/** Elements of MathML that hold text (MathML Core, 3.2), and annotations, which hold what they like. */
const HOLDS_TEXT = wordSet('mi mn mo mtext ms annotation annotation-xml');

/** HTML that is part of no formula: a text in one holds phrasing content at most. */
const NOT_PHRASING = wordSet(
  'p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote section article main div table footer',
);

/** What a `<math>` without its end took in: the `page` in a text of it, or `text` between its parts; null for a formula. */
export function damageOf(math: HtmlNode, b: Builder): 'page' | 'text' | null {
  const { nodes } = b.doc;
  let hasText = false;
  for (let i = math.index + 1; i < math.end; i++) {
    const node = nodes[i]!;
    if (node.tag === 'annotation-xml') i = node.end - 1;
    else if (node.kind === ELEMENT) {
      if (node.ns === HTML_NS && NOT_PHRASING.has(node.tag)) return 'page';
    } else if (isLoose(node)) hasText = true;
  }
  return hasText ? 'text' : null;
}

/** Text where MathML has none. */
function isLoose(node: HtmlNode): boolean {
  const { parent } = node;
  return node.kind === TEXT && parent?.ns === MATHML_NS && !HOLDS_TEXT.has(parent.tag) && !isBlank(node.text);
}

/** The formulas and prose of a damaged `<math>`, in order; loose text follows its part, or the alternative text of them all. */
export function addDamaged(math: HtmlNode, alternative: string | null, b: Builder): void {
  if (alternative === null) addInOrder(math, b);
  else {
    b.math({ latex: stripDelimiters(alternative), display: false });
    if (math.first !== math.last) addLoose(math, b);
  }
}

function addLoose(part: HtmlNode, b: Builder): void {
  for (const { text } of nodesOf(b.doc, part).filter(isLoose)) b.text(text);
}

function addInOrder(math: HtmlNode, b: Builder): void {
  let parts: HtmlNode[] = [];
  const addParts = (): void => {
    const annotation = parts.length === 1 ? annotationOf(parts[0]!, b) : null;
    b.math({ latex: stripDelimiters(annotation ?? partsToLatex(parts)), display: false });
    for (const part of parts) addLoose(part, b);
    parts = [];
  };
  for (const child of childrenOf(math)) {
    if (child.kind === ELEMENT && child.tag !== 'math') parts.push(child);
    else {
      addParts();
      if (child.kind === TEXT) b.text(child.text);
      else addInOrder(child, b);
    }
  }
  addParts();
}
