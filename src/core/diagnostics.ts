import type { Root } from './content/tree.ts';
import type { Extraction } from './extract/extract.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode, MATHML_NS, SVG_NS, TEXT } from './html/tree.ts';
import { inkOf } from './ink.ts';
import { walkContent } from './walk-content.ts';
import { WrittenText } from './written-text.ts';

/** How many of each structure there are. */
export interface StructureCounts {
  readonly tables: number;
  /** Code blocks; inline code does not count. */
  readonly code: number;
  readonly formulas: number;
  readonly images: number;
}

/** A subtree that a step removed. */
export interface RemovedBlock {
  /** Name of the step. */
  readonly step: string;
  /** The element as a selector, such as `div#comments.list`; `#text` for a text node. */
  readonly element: string;
  /** Its text with white space collapsed; `''` for what holds none. */
  readonly text: string;
}

/** A stage that threw: a defect of ours, kept from the caller. The outcome is `malformed_document`. */
export interface Fault {
  readonly stage: 'extract' | 'content' | 'markdown' | 'text';
  readonly message: string;
}

/** How a conversion went; computed only when it is read. */
export interface Diagnostics {
  readonly engine: string;
  /** WHATWG name of the encoding that the bytes were decoded from; `utf-8` for a string. */
  readonly encoding: string;
  /** How the content was found. */
  readonly strategy: string;
  /** Share of the page's characters (white space apart) that were kept, 0 to 1. */
  readonly keptShare: number;
  /** In the whole page, and in the output. */
  readonly structures: { readonly in: StructureCounts; readonly out: StructureCounts };
  /** In document order; scripts, styles and other elements without text or media are left out. */
  readonly removed: readonly RemovedBlock[];
  /** Estimate of the tokens of the Markdown; see `estimateTokens`. */
  readonly tokens: number;
  /** Why the outcome is not `ok`: each sign with its weight, such as `password field (+2)`. Empty for `ok`. */
  readonly outcomeSigns: readonly string[];
  readonly faults: readonly Fault[];
}

/** Elements whose text is never shown and says nothing to a reader. */
const NO_TEXT = new Set(['script', 'style', 'link', 'meta', 'title', 'base', 'head', 'template']);
const MEDIA = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'iframe',
  'svg',
  'canvas',
  'object',
  'embed',
  'table',
]);

/** The step that text falls to which extraction kept and no construct wrote: toolbars of code, icons, repeated labels. */
const CONSTRUCT_STEP = 'construct';

/** What was kept of a page and what was removed from it, by step. */
export function traceRemovals(
  doc: HtmlDocument,
  { selection, strategy }: Extraction,
  content: Root,
): Pick<Diagnostics, 'keptShare' | 'removed'> {
  const removed: RemovedBlock[] = [];
  const written = strategy === 'none' ? null : new WrittenText(content);
  let kept = 0;
  let lost = 0;
  const { nodes } = doc;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    const step = selection.removedBy[i]!;
    if (step > 0) {
      const text = textWithin(doc, node);
      lost += inkOf(text);
      if (text !== '' || hasMedia(doc, node))
        removed.push({ step: selection.steps[step - 1] ?? 'unknown', element: selectorOf(node), text });
      i = node.end - 1;
    } else if (node.kind === TEXT) {
      const ink = inkOf(node.text);
      if (ink === 0 || !written || written.has(node.text)) kept += ink;
      else {
        lost += ink;
        const element = selectorOf(node.parent ?? node);
        removed.push({ step: CONSTRUCT_STEP, element, text: node.text.replace(/\s+/g, ' ').trim() });
      }
    } else if (node.ns === MATHML_NS) {
      // Formulas are written in another notation.
      i = node.end - 1;
    } else if (NO_TEXT.has(node.tag) && node.tag !== 'head') {
      i = node.end - 1;
    }
  }
  return { keptShare: kept + lost === 0 ? 0 : kept / (kept + lost), removed };
}

function textWithin(doc: HtmlDocument, root: HtmlNode): string {
  let text = '';
  for (let i = root.index; i < root.end; i++) {
    const node = doc.nodes[i]!;
    if (node.kind === TEXT) text += `${node.text} `;
    else if (NO_TEXT.has(node.tag)) i = node.end - 1;
  }
  return text.replace(/\s+/g, ' ').trim();
}

function hasMedia(doc: HtmlDocument, root: HtmlNode): boolean {
  for (let i = root.index; i < root.end; i++) if (MEDIA.has(doc.nodes[i]!.tag)) return true;
  return false;
}

function selectorOf(node: HtmlNode): string {
  if (node.kind !== ELEMENT) return '#text';
  const id = attr(node, 'id')?.trim().slice(0, 60);
  const classes = (attr(node, 'class') ?? '').slice(0, 120).split(/\s+/).filter(Boolean).slice(0, 3);
  return node.tag + (id ? `#${id}` : '') + classes.map((name) => `.${name}`).join('');
}

/** Structures of a page as it came. */
export function countPageStructures(doc: HtmlDocument): StructureCounts {
  const counts = { tables: 0, code: 0, formulas: 0, images: 0 };
  for (let i = 0; i < doc.nodes.length; i++) {
    const { tag, ns, end } = doc.nodes[i]!;
    if (ns === MATHML_NS && tag === 'math') {
      counts.formulas++;
      i = end - 1;
    } else if (ns === SVG_NS) i = end - 1;
    else if (tag === 'table') counts.tables++;
    else if (tag === 'pre') counts.code++;
    else if (tag === 'img') counts.images++;
  }
  return counts;
}

/** Structures of a content tree. */
export function countContentStructures(root: Root): StructureCounts {
  const counts = { tables: 0, code: 0, formulas: 0, images: 0 };
  walkContent(root, ({ type }) => {
    if (type === 'table' || type === 'htmlTable') counts.tables++;
    else if (type === 'code') counts.code++;
    else if (type === 'math' || type === 'inlineMath') counts.formulas++;
    else if (type === 'image') counts.images++;
    return false;
  });
  return counts;
}
