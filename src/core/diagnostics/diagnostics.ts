import type { RemovalStep } from '../../contract/removal-steps.ts';
import type { Root } from '../content/tree.ts';
import { type HtmlDocument, MATHML_NS, SVG_NS } from '../html/tree.ts';
import type { InvisibleCounts } from '../invisible-characters.ts';
import type { Evidence } from '../page/visibility/evidence.ts';
import { walkContent } from '../walk-content.ts';

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
  readonly step: RemovalStep;
  /** The element as a selector, such as `div#comments.list`; `#text` for a text node. */
  readonly element: string;
  /** Its text with white space collapsed; `''` for what holds none. */
  readonly text: string;
  /** The end of the text that stays right ahead of it, at most 40 characters; absent where nothing does, or for no page. */
  readonly after?: string;
}

/** A part that stays, and that a selector takes out. */
export interface KeptPart {
  /** The element as a selector, such as `div#comments.list`. */
  readonly element: string;
  /** Its first and its last words, at most 40 characters each. */
  readonly begins: string;
  readonly ends: string;
}

/** A part that is hidden, or folds, and stays because something on the page says that readers come to see it. */
export interface DisclosedPart {
  readonly element: string;
  /** What of its text stays. */
  readonly text: string;
  readonly evidence: Evidence;
}

/** A stage that threw: a defect of ours. What it would have made is empty, and the outcome is `malformed_document`. */
export interface Fault {
  readonly stage: 'extract' | 'content' | 'markdown' | 'text';
  readonly message: string;
}

/** How a conversion went; computed only when it is read. */
export interface Diagnostics {
  readonly engine: string;
  /** WHATWG name of the encoding that the bytes were decoded from; `utf-8` for a string. */
  readonly encoding: string;
  /** Of a page of XML: that it was read as such, or why as HTML. */
  readonly xml?: string;
  readonly strategy: string;
  /** Share of the page's characters (white space apart) that were kept, 0 to 1. */
  readonly keptShare: number;
  /** In the whole page, and in the output. */
  readonly structures: { readonly in: StructureCounts; readonly out: StructureCounts };
  /**
   * Of a page, in document order, at most 200: parts of what stays that an id, a class or a telling tag names, so that a selector can
   * take them out; not where it would take out half of it.
   */
  readonly kept?: readonly KeptPart[];
  /** In document order; scripts, styles and other elements without text or media are left out. */
  readonly removed: readonly RemovedBlock[];
  /** What stays though it is hidden, in document order. */
  readonly disclosed: readonly DisclosedPart[];
  /** Characters that show nothing which were taken out of the content, by kind. */
  readonly invisible: InvisibleCounts;
  /** Estimate of the tokens of the Markdown; see `estimateTokens`. */
  readonly tokens: number;
  /** Why the outcome is not `ok`: each sign with its weight, such as `password field (+2)`. Empty for `ok`. */
  readonly outcomeSigns: readonly string[];
  readonly faults: readonly Fault[];
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
  });
  return counts;
}
