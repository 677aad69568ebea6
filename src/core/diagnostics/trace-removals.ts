import type { Root } from '../content/tree.ts';
import { inOrder, outermostOf } from '../html/element-index.ts';
import { type HtmlDocument, type HtmlNode, MATHML_NS, nodesOf, TEXT } from '../html/tree.ts';
import { visibleLength } from '../html/visible-length.ts';
import { withoutInvisible } from '../invisible-characters.ts';
import { MEDIA } from '../page/element-kind.ts';
import { selectorOf } from '../page/selector-of.ts';
import type { VisibilityFacts } from '../page/visibility/judge-visibility.ts';
import type { Extraction } from '../select/extract.ts';
import type { Step } from '../select/prune.ts';
import type { Selection } from '../select/selection.ts';
import { walkContent } from '../walk-content.ts';
import { int16s } from '../zeroed.ts';
import type { Diagnostics, DisclosedPart, RemovedBlock } from './diagnostics.ts';
import { keptParts } from './kept-parts.ts';
import { endOf, shownText } from './shown-text.ts';

/** Elements whose text is never shown and says nothing to a reader. */
const NO_TEXT = new Set(['script', 'style', 'link', 'meta', 'title', 'base', 'head', 'template']);

/** The step whose removals rules share with the model. */
export const MODEL_STEP: Step = 'model';

/** Characters of kept text that wait until a place is asked for. */
const MAX_AHEAD = 4000;

/** What was kept of a page and what was removed from it, by step. */
export function traceRemovals(
  doc: HtmlDocument,
  { disclosed, unseenTexts }: VisibilityFacts,
  { selection, strategy }: Extraction,
  content: Root,
): Pick<Diagnostics, 'keptShare' | 'kept' | 'removed' | 'disclosed'> {
  const removed: RemovedBlock[] = [];
  const texts: HtmlNode[] = [];
  const written = strategy === 'none' ? null : new WrittenText(content);
  let [kept, lost] = [0, 0];
  /** The last kept text, and perhaps what stands before it. */
  let ahead = '';
  const shorten = () => {
    ahead = endOf(shownText(ahead));
  };
  const pass = (text: string, length: number) => {
    kept += length;
    ahead = `${ahead} ${text}`;
    if (ahead.length > MAX_AHEAD) shorten();
  };
  const note = (step: RemovedBlock['step'], element: string, text: string) => {
    shorten();
    removed.push({ step, element, text, ...(ahead === '' ? {} : { after: ahead }) });
  };
  for (let i = 0; i < doc.nodes.length; i++) {
    const node = doc.nodes[i]!;
    const step = selection.removedBy[i]!;
    if (step > 0) {
      for (const part of partsByStep(doc, selection, node)) {
        const text = textWithin(doc, part.node, (node) => unseenTexts.get(node) ?? node.text);
        lost += visibleLength(text);
        if (text !== '' || hasMedia(doc, part.node))
          note(selection.steps[part.step - 1]!, selectorOf(part.node), text);
      }
      i = node.end - 1;
    } else if (node.kind === TEXT) {
      const unseen = unseenTexts.get(node);
      const length = visibleLength(unseen ?? node.text);
      if (length === 0) continue;
      if (unseen === undefined && (!written || written.has(node.text))) {
        pass(node.text, length);
        texts.push(node);
      } else {
        lost += length;
        const by = unseen === undefined ? 'construct' : 'hidden';
        note(by, selectorOf(node.parent ?? node), shownText(unseen ?? node.text));
      }
      // Formulas are written in another notation.
    } else if (node.ns === MATHML_NS || (NO_TEXT.has(node.tag) && node.tag !== 'head')) i = node.end - 1;
  }
  return {
    keptShare: kept + lost === 0 ? 0 : kept / (kept + lost),
    kept: written === null ? [] : keptParts(doc, texts),
    removed,
    disclosed: strategy === 'none' ? [] : disclosedParts(doc, disclosed, selection),
  };
}

function hasMedia(doc: HtmlDocument, root: HtmlNode): boolean {
  return nodesOf(doc, root).some(({ tag }) => tag === 'table' || MEDIA.has(tag));
}

/** The outermost parts that stay though they are hidden, or fold. */
function disclosedParts(
  doc: HtmlDocument,
  disclosed: VisibilityFacts['disclosed'],
  { removedBy }: Selection,
): DisclosedPart[] {
  const parts: DisclosedPart[] = [];
  for (const node of outermostOf(inOrder([...disclosed.keys()]))) {
    const text = textWithin(doc, node, ({ index, text: own }) => (removedBy[index] === 0 ? own : ''));
    if (text !== '') parts.push({ element: selectorOf(node), text, evidence: disclosed.get(node)! });
  }
  return parts;
}

/** Instead of a step: parts went by several. */
const SEVERAL = -1;

/** The largest parts of a removed subtree whose text went by one step each: the model's choice, or a rule after it. */
function partsByStep(
  { nodes }: HtmlDocument,
  { removedBy, steps, dropped }: Selection,
  root: HtmlNode,
): { readonly node: HtmlNode; readonly step: number }[] {
  const own = removedBy[root.index]!;
  if (dropped === undefined || steps[own - 1] !== MODEL_STEP) return [{ node: root, step: own }];
  const taken = int16s(root.end - root.index);
  for (let i = root.end - 1; i > root.index; i--) {
    const block = dropped.blockOf[i]!;
    const step = block < 0 ? taken[i - root.index]! : dropped.by[block] || own;
    taken[i - root.index] = step;
    const around = nodes[i]!.parent!.index - root.index;
    if (step !== 0) taken[around] = taken[around] === 0 || taken[around] === step ? step : SEVERAL;
  }
  if (root.kind === TEXT) taken[0] = dropped.by[dropped.blockOf[root.index]!] || own;
  const parts: ReturnType<typeof partsByStep> = [];
  for (let i = root.index; i < root.end; i++) {
    const step = taken[i - root.index]!;
    if (step === SEVERAL) continue;
    parts.push({ node: nodes[i]!, step: step || own });
    i = nodes[i]!.end - 1;
  }
  return parts;
}

function textWithin(doc: HtmlDocument, root: HtmlNode, textOf: (node: HtmlNode) => string): string {
  let text = '';
  for (let i = root.index; i < root.end; i++) {
    const node = doc.nodes[i]!;
    if (node.kind === TEXT) text += `${textOf(node)} `;
    else if (NO_TEXT.has(node.tag)) i = node.end - 1;
  }
  return shownText(text);
}

/** Characters that the searches of one page may pass over; after that only the next text of the page is found. */
const SEARCH_BUDGET = 50_000_000;
/** A match this far ahead is where the page goes on only when it is this long. */
const NEAR = 2000;
const LONG = 16;

/** Tells which texts of a page reached its content tree, by what they show; linear when asked in document order. */
export class WrittenText {
  readonly #text: string;
  #at = 0;
  #budget = SEARCH_BUDGET;

  constructor(root: Root) {
    const parts: string[] = [];
    walkContent(root, (node) => {
      if ('value' in node && typeof node.value === 'string') parts.push(node.value);
      if ('alt' in node && typeof node.alt === 'string') parts.push(node.alt);
      return false;
    });
    this.#text = shownCharacters(parts.join(' '));
  }

  has(text: string): boolean {
    const sought = shownCharacters(text);
    if (this.#text.startsWith(sought, this.#at)) {
      this.#at += sought.length;
      return true;
    }
    const ahead = this.#find(sought, this.#at);
    if (ahead >= 0 && (ahead - this.#at < NEAR || sought.length >= LONG)) this.#at = ahead + sought.length;
    return ahead >= 0 || this.#find(sought, 0) >= 0;
  }

  #find(sought: string, from: number): number {
    if (this.#budget < 0) return -1;
    const found = this.#text.indexOf(sought, from);
    this.#budget -= (found < 0 ? this.#text.length : found) - from;
    return found;
  }
}

/** A text without white space, and without what is taken out of all that is written. */
function shownCharacters(text: string): string {
  return withoutInvisible(text, 'code').replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '');
}
