import { attr, childrenOf, type HtmlNode, TEXT } from '../../../html/tree.ts';
import { ROLE, type Roles } from '../../../page/roles.ts';
import { textOf } from '../../../page/text-of.ts';
import { hidesItself } from '../../../page/visibility/visibility.ts';
import { wordSet } from '../../../word-set.ts';
import type { Builder } from '../../builder.ts';
import type { Formula } from './split-tex.ts';

/** Services that draw LaTeX, with the formula in the address. */
const DRAWN =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:wp\.com\/latex\.php|wordpress\.com\/latex\.php|latex\.codecogs\.com|chart\.(?:apis\.google|googleapis)\.com\/chart\?cht=tx|math\.now\.sh|render\.githubusercontent\.com\/render\/math|i\.upmath\.me|www\.zhihu\.com\/equation)/;

/** A folder of drawn formulas, and a command of LaTeX in the path below it; from each such folder only up to the next. */
const DRAWN_PATH =
  /\/(?:formula|latex|tex|equation)\/(?:(?!\/(?:formula|latex|tex|equation)\/)[^?])*%5C[a-z]/i;

/** The formula that an image draws, by its class or the service in its address; null for other images. */
export function imageFormula(node: HtmlNode, alt: string, roles: Roles): Formula | null {
  const isMarked = roles.has(node, ROLE.math);
  const src = attr(node, 'src') ?? '';
  const data =
    attr(node, 'data-formula') ?? attr(node, 'data-latex') ?? attr(node, 'data-tex') ?? attr(node, 'eeimg');
  const isDrawn = DRAWN.test(src) || DRAWN_PATH.test(src);
  const isTold = data !== null && data.length > 2;
  if (!isMarked && !isDrawn && !isLatex(alt) && !isTold && !roles.has(node, ROLE.formulaPicture)) return null;
  const latex = (isTold ? data : alt) || (isDrawn ? addressFormula(src) : '');
  if (latex === '') return null;
  const { parent } = node;
  const isBeside = (one: HtmlNode) => one !== node && (one.kind !== TEXT || one.text.trim() !== '');
  const isLine = (parent?.tag === 'p' || parent?.tag === 'div') && !childrenOf(parent).some(isBeside);
  const display = roles.has(node, ROLE.displayPicture) || (!isMarked && isLatex(alt) && isLine);
  return { latex: stripDelimiters(latex), display };
}

/** Alternative text that is LaTeX: commands with braces, scripts or an environment, not words with a backslash. */
function isLatex(alt: string): boolean {
  return /\\(?:begin\{|frac\{|operatorname\{|mathbf|mathrm|mathcal|displaystyle|sqrt|sum|int|left[([{|\\])/.test(
    alt,
  );
}

/** Blanks and pluses as CodeCogs writes them, which part no fields. */
const ESCAPES = new Map([
  ['&space;', '%20'],
  ['&plus;', '%2B'],
]);
/** What says how a formula is drawn, ahead of it. */
const DRAWING = /^\s*\\(?:dpi\s?\{\d{1,4}\}|bg_\w+|fn_\w+|inline\b|(?:tiny|small|large|LARGE|huge)\b)\s*/;

function addressFormula(address: string): string {
  const src = address.replace(/&(?:space|plus);/g, (name) => ESCAPES.get(name)!);
  const query =
    /(?:[?&](?:latex|tex|chl|math|from)=|\.(?:svg|png|gif|latex|image)\?|\/(?:formula|latex|tex|equation)\/|\/(?:svg|png)\/|\/equation\?tex=)([^&]+)/.exec(
      src,
    );
  if (query === null) return '';
  try {
    let latex = decodeURIComponent(query[1]!.replaceAll('+', ' '));
    while (DRAWING.test(latex)) latex = latex.replace(DRAWING, '');
    return latex;
  } catch {
    return '';
  }
}

/** LaTeX without the `$…$`, `\(…\)` or `{\displaystyle …}` that sources wrap around it. */
export function stripDelimiters(raw: string): string {
  const latex = raw.trim();
  const within = DELIMITED.exec(latex)
    ?.slice(1)
    .find((inner) => inner !== undefined);
  const inner = within?.trim() ?? latex;
  return (/^\{\\(?:displaystyle|textstyle)([\s\S]*)\}$/.exec(inner)?.[1] ?? inner).trim();
}

const DELIMITED = /^(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|\$\$([\s\S]*)\$\$|\$([\s\S]*)\$)$/;

const SOURCES = wordSet(
  'data-latex data-tex data-math data-formula data-katex data-tex-source data-original-tex data-equation',
);

/** LaTeX kept in a data attribute of an element, null when there is none. */
export function sourceOf(node: HtmlNode): string | null {
  const source = node.attrs.find(
    ({ name, value }) => SOURCES.has(name) && value.trim() !== '' && value !== 'true',
  );
  return source?.value ?? null;
}

const MAX_ANNOTATION_CHARACTERS = 20_000;

/** The LaTeX that a formula in MathML is annotated with. */
export function annotationOf(node: HtmlNode, b: Builder): string | null {
  const isTex = (inner: HtmlNode) => /\b(?:la)?tex\b/i.test(attr(inner, 'encoding') ?? '');
  const annotation = b.doc.elements.within(node, 'annotation').find(isTex);
  return annotation === undefined ? null : textOf(b.doc, annotation, MAX_ANNOTATION_CHARACTERS);
}

/** The MathML that an element within, one that is shown, keeps as text (MathJax 2); null without one. */
export function innerMathml(node: HtmlNode, b: Builder): string | null {
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = b.doc.nodes[i]!;
    const value = attr(inner, 'data-mathml');
    if (hidesItself(inner)) i = inner.end - 1;
    else if (value !== null) return value;
  }
  return null;
}
