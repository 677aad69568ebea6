import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import {
  ATTRIBUTION,
  CALLOUT,
  CALLOUT_TITLE,
  CODE,
  CODE_TITLE,
  COPY,
  GUTTER,
  MATH,
  MATH_PREVIEW,
  SIDENOTE,
  TAB_LABELS,
} from '../traits.ts';
import { handleAttribution } from './blockquote.ts';
import { handleCallout, handleCalloutTitle } from './callout.ts';
import { handleCodeFrame, handleCodeTitle, handleCopy, handleGutter } from './code/code-frame.ts';
import { handleSidenote } from './footnotes/sidenote.ts';
import type { Recogniser } from './handler.ts';
import { handleMathBox, handleMathPreview } from './math/math.ts';
import { handleTabLabels, labelPanel } from './tabs.ts';

/** What classes can make of an element, the more telling first; each looks only at elements with its bit. */
const BY_TRAIT: readonly (readonly [number, Recogniser])[] = [
  [MATH_PREVIEW, handleMathPreview],
  [MATH, handleMathBox],
  [CALLOUT_TITLE, handleCalloutTitle],
  [CALLOUT, handleCallout],
  [CODE_TITLE, handleCodeTitle],
  [CODE, handleCodeFrame],
  [GUTTER, handleGutter],
  [COPY, handleCopy],
  [TAB_LABELS, handleTabLabels],
  [SIDENOTE, handleSidenote],
  [ATTRIBUTION, handleAttribution],
];

/** Lets the recognisers look at an element; null when it is only what its tag says. */
export function recognise(node: HtmlNode, b: Builder): boolean | null {
  const { traits, role } = b.at;
  if (role === 'tablist') return handleTabLabels(node, b);
  if (role === 'tabpanel' || b.memory.has('tabs')) labelPanel(node, b);
  if (traits === 0) return null;
  for (const [bit, handle] of BY_TRAIT) {
    if ((traits & bit) === 0) continue;
    const done = handle(node, b);
    if (done !== null) return done;
  }
  return null;
}
