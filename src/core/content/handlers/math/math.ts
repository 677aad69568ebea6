import { parseHtml } from '../../../html/parse.ts';
import {
  attr,
  childParts,
  childrenOf,
  HEADINGS,
  type HtmlNode,
  MATHML_NS,
  nearest,
  nodesOf,
  partBeside,
  TEXT,
} from '../../../html/tree.ts';
import { wordsIn } from '../../../page/page-structure.ts';
import { ROLE } from '../../../page/roles.ts';
import { textOf } from '../../../page/text-of.ts';
import { judgeVisibility } from '../../../page/visibility/judge-visibility.ts';
import type { Builder } from '../../builder.ts';
import { addDamaged, damageOf } from './damaged-math.ts';
import { drawnToLatex } from './drawn.ts';
import { boxesToLatex } from './drawn-boxes.ts';
import { mathmlToLatex } from './mathml.ts';
import { annotationOf, innerMathml, sourceOf, stripDelimiters } from './source.ts';
import { type Formula, typesettingOf } from './split-tex.ts';

/** Longest formula that is read from the page, in characters. */
const MAX_CHARS = 20_000;

/** `<math>`: its LaTeX annotation or alternative text, else its presentation as LaTeX. */
export function handleMathElement(node: HtmlNode, b: Builder): boolean {
  if (node.tag !== 'math') return true;
  b.lookInto(node);
  const damage = damageOf(node, b);
  if (damage === 'page') return true;
  if (damage === 'text') addDamaged(node, altTextOf(node), b);
  else b.math(mathFormula(node, b));
  return false;
}

/** The formula of a `<math>` element. */
export function mathFormula(node: HtmlNode, b: Builder): Formula {
  const latex = annotationOf(node, b) ?? altTextOf(node) ?? mathmlToLatex(node);
  const display = attr(node, 'display') === 'block' || attr(node, 'mode') === 'display';
  return { latex: stripDelimiters(latex), display };
}

/** `alttext` of LaTeXML and Wikipedia is LaTeX; of others it may be speech, which has no command in it. */
function altTextOf(node: HtmlNode): string | null {
  const latex = attr(node, 'data-latex') ?? attr(node, 'data-tex');
  if (latex !== null) return latex;
  const alt = attr(node, 'alttext');
  return alt !== null && alt !== '' && (/[\\^_{}]/.test(alt) || !/[a-z]{3}/i.test(alt)) ? alt : null;
}

/** A box marked as mathematics: rendered by KaTeX, MathJax or MediaWiki, or LaTeX between delimiters. */
export function handleMathContainer(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'img' || node.tag === 'body' || node.tag === 'pre') return null;
  b.lookInto(node);
  const isRendered = b.roles.has(node, ROLE.renderedFormula) && !holdsProse(node, b);
  return add(isRendered ? renderedFormula(node, b) : writtenFormula(node, b), b);
}

function add(formula: Formula | null, b: Builder): false | null {
  return formula === null ? null : b.math(formula);
}

/** What no renderer draws a formula with. */
const PROSE = ['p', ...HEADINGS, 'ul', 'ol', 'dl', 'pre', 'blockquote', 'section'];

/** A box around paragraphs, or around formulas and the words between them, whatever its class says. */
function holdsProse(node: HtmlNode, b: Builder): boolean {
  if (new Set(childParts(node).map(({ kind }) => kind)).size > 1) return true;
  return b.doc.elements.hasWithin(node, ...PROSE);
}

/** A drawing without words in a box that keeps its source (WeChat, Yuque). */
export function handleDrawing(node: HtmlNode, b: Builder): boolean | null {
  const source = sourceOf(node);
  if (source === null || wordsIn(b.page, node.index) > 0) return null;
  if (!b.doc.elements.hasWithin(node, 'svg', 'canvas')) return null;
  return b.math({ latex: stripDelimiters(source), display: isDisplay(node, b) });
}

/** `<mjx-container>` of MathJax 3 and 4. */
export function handleMjxContainer(node: HtmlNode, b: Builder): boolean {
  b.lookInto(node);
  return add(renderedFormula(node, b), b) ?? true;
}

function renderedFormula(node: HtmlNode, b: Builder): Formula | null {
  const display = isDisplay(node, b);
  // MathJax 2 leaves the source in a script after what it drew: that is where the formula is written.
  if (hasScriptAfter(node, b)) return { latex: '', display };
  const own = sourceOf(node);
  if (own !== null) return { latex: stripDelimiters(own), display };
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = b.doc.nodes[i]!;
    if (inner.kind === TEXT) continue;
    if (isMathScript(inner)) return { ...scriptFormula(inner, b), display };
    if (inner.tag === 'math' && inner.ns === MATHML_NS) {
      const formula = mathFormula(inner, b);
      return { latex: formula.latex, display: display || formula.display };
    }
    const isDrawing = inner.tag === 'mjx-math' || inner.tag === 'svg' || inner.tag === 'span';
    const source = isDrawing ? sourceOf(inner) : inner.tag === 'img' ? attr(inner, 'alt') : null;
    if (source) return { latex: stripDelimiters(source), display };
  }
  const mathml = attr(node, 'data-mathml') ?? innerMathml(node, b);
  const math = mathml === null ? null : parseMathml(mathml);
  if (math !== null) return { latex: mathmlToLatex(math), display };
  const drawn = drawnToLatex(node) || boxesToLatex(node, b.removedBy);
  return drawn === '' ? null : { latex: drawn, display };
}

function isDisplay(node: HtmlNode, b: Builder): boolean {
  if (/^(?:true|block)$/.test(attr(node, 'display') ?? '')) return true;
  if (b.roles.has(node, ROLE.displayFormula)) return true;
  const [, ...inside] = nodesOf(b.doc, node, 6);
  if (inside.some((inner) => b.roles.has(inner, ROLE.displayInside))) return true;
  return nearest(node.parent, (box) => b.roles.has(box, ROLE.displayAround), 3) !== null;
}

function hasScriptAfter(node: HtmlNode, b: Builder): boolean {
  let from: HtmlNode | null = node;
  for (let level = 0; level < 2 && from !== null; level++) {
    const next = partBeside(from, 'next');
    if (next !== null && isMathScript(next)) return true;
    from = from.parent?.tag === 'div' || from.parent?.tag === 'span' ? from.parent : null;
    if (from !== null && !b.roles.has(from, ROLE.mathJaxBox)) return false;
  }
  return false;
}

/** What MathJax 2 shows while it works: nothing where its script stands beside it. */
export function handleMathPreview(node: HtmlNode, b: Builder): boolean | null {
  for (let next = node.next, steps = 0; next !== null && steps < 6; next = next.next, steps++) {
    if (isMathScript(next) || b.roles.has(next, ROLE.mathJaxBox)) return false;
  }
  return null;
}

/** A script of MathJax 2, which holds a formula; null for others. */
export function handleMathScript(node: HtmlNode, b: Builder): boolean | null {
  if (!isMathScript(node)) return null;
  b.math(scriptFormula(node, b));
  return false;
}

/** True for `<script type="math/tex">` and its kin. */
function isMathScript(node: HtmlNode): boolean {
  return node.tag === 'script' && (attr(node, 'type') ?? '').startsWith('math/');
}

function scriptFormula(node: HtmlNode, b: Builder): Formula {
  const type = attr(node, 'type') ?? '';
  const inside = nodesOf(b.doc, node).map(({ text }) => text);
  const text = inside.join('').replace(/^\s*(?:%\s*)?<!\[CDATA\[|(?:%|(?<!\s))\s*\]\]>\s*$/g, '');
  const display = /mode=display/.test(type);
  if (!type.startsWith('math/mml')) return { latex: stripDelimiters(text), display };
  const math = parseMathml(text);
  return { latex: math === null ? '' : mathmlToLatex(math), display };
}

/** LaTeX as text in a box marked as mathematics (Pandoc, Arithmatex, Stack Exchange, Discourse, GitHub). */
function writtenFormula(node: HtmlNode, b: Builder): Formula | null {
  const numbered = numberedFormula(node, b);
  if (numbered !== null) return numbered;
  const source = sourceOf(node);
  if (childrenOf(node).some(({ kind }) => kind !== TEXT)) {
    if (source === null) return null;
    const display = b.roles.has(node, ROLE.displayName) || isDisplay(node, b);
    return { latex: stripDelimiters(source), display };
  }
  const text = textOf(b.doc, node, MAX_CHARS).trim();
  const delimited = delimitedFormula(source ?? text);
  const isBlock = b.roles.has(node, ROLE.blockFormula);
  if (delimited !== null) return { ...delimited, display: delimited.display || isBlock };
  const display = isDisplay(node, b) || node.tag === 'div' || isBlock;
  if (source !== null) return { latex: source, display };
  const isRaw = b.roles.has(node, ROLE.rawFormula) && /[\\^_={}+]|^.{1,3}$/s.test(text);
  return isRaw ? { latex: text, display } : null;
}

/** LaTeX between delimiters behind or ahead of its number, which is an element (Sphinx). */
function numberedFormula(node: HtmlNode, b: Builder): Formula | null {
  const parts = childrenOf(node);
  const [number, other] = parts.filter(({ kind }) => kind !== TEXT);
  if (number === undefined || other !== undefined || !b.roles.has(number, ROLE.equationNumber)) return null;
  const formula = delimitedFormula(parts.map(({ text }) => text.trim()).join(''));
  const shown = b.removedBy[number.index] === 0 ? b.keptIn(number).map(({ text }) => text) : [];
  const label = shown.join('').trim();
  if (formula === null || label === '') return formula;
  const tag = /^\(([\w.]{1,16})\)/.exec(label)?.[1];
  return tag === undefined ? null : { latex: `${formula.latex} \\tag{${tag}}`, display: formula.display };
}

function delimitedFormula(text: string): Formula | null {
  const isIn = (open: string, close: string) => text.startsWith(open) && text.endsWith(close);
  const isEnvironment =
    /^\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\}[\s\S]*\\end\{\w+\*?\}$/.test(text);
  const display = isEnvironment || isIn('\\[', '\\]') || isIn('$$', '$$');
  if (text.length < 3 || !(display || isIn('\\(', '\\)') || isIn('$', '$'))) return null;
  return { latex: stripDelimiters(text), display };
}

/** Custom elements that hold LaTeX as text: `<d-math>`, `<math-renderer>`, `<tex-math>`. */
export function handleMathText(node: HtmlNode, b: Builder): boolean {
  if (childrenOf(node).some(({ kind }) => kind !== TEXT)) return true;
  const text = textOf(b.doc, node, MAX_CHARS).trim();
  const isBlock = attr(node, 'block') !== null || b.roles.has(node, ROLE.displayText);
  return b.math(delimitedFormula(text) ?? { latex: text, display: isBlock });
}

/** The `<math>` element in MathML that a page keeps as text (MathJax 2's `data-mathml`); null when there is none. */
export function parseMathml(source: string): HtmlNode | null {
  if (source.length > 50_000) return null;
  const doc = parseHtml(source, '');
  judgeVisibility(doc);
  return doc.nodes.find((node) => node.tag === 'math') ?? null;
}

/** Where TeX is text, where within it is not, and what alone is typeset where the settings are a file of their own (arXiv). */
export function handleTypesetting(node: HtmlNode, b: Builder): null {
  const outside = b.typesetting;
  const ofPage = typesettingOf(b.doc);
  if (b.roles.has(node, ROLE.notTypeset)) b.typesetting = 'none';
  else if (ofPage === 'none' || !b.roles.has(node, ROLE.chosenTypeset)) b.typesetting = ofPage;
  else b.typesetting = 'dollars';
  b.onExit(node, () => {
    b.typesetting = outside;
  });
  return null;
}
