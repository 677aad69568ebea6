import { attr, type HtmlNode } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { ROLE, type RoleSet } from '../../page/roles.ts';
import type { Builder } from '../builder.ts';
import { handleAttribution } from './blockquote.ts';
import { handleCallout, handleCalloutTitle } from './callout.ts';
import { handleCellNumber, handleCodeFrame, handleCodeTitle, handleCopy } from './code/code-frame.ts';
import { handleSidenote } from './footnotes/sidenote.ts';
import type { Recogniser } from './handler.ts';
import { handleDoxygenTitle, handleHeadingRole } from './heading.ts';
import { handleOldPrice } from './inline.ts';
import { handleTick } from './input.ts';
import { handleItem, handleList } from './list.ts';
import { handleLatexml } from './math/latexml.ts';
import { handleMathContainer, handleMathPreview } from './math/math.ts';
import { handleTypesetting } from './math/typesets.ts';
import { handleFramePlace } from './media.ts';
import { handleRating } from './rating.ts';
import { handleSignature } from './signature.ts';
import { handleStackedScripts, partBadge, partFraction } from './stacked.ts';
import {
  handleCell,
  handleRow,
  handleStyledTable,
  handleSummaryCell,
  handleSummaryTable,
  handleTable,
} from './table/table.ts';
import { handleTabLabels, labelPanel } from './tabs.ts';

/** Roles that make elements without a meaning of their own what HTML has an element for (WAI-ARIA 1.2). */
const BY_ROLE: ReadonlyMap<string, Recogniser> = new Map<string, Recogniser>([
  ['tablist', handleTabLabels],
  ['table', handleTable],
  ['grid', handleTable],
  ['row', handleRow],
  ['cell', handleCell],
  ['gridcell', handleCell],
  ['columnheader', handleCell],
  ['rowheader', handleCell],
  ['list', handleList],
  ['listitem', handleItem],
  ['heading', handleHeadingRole],
  ['checkbox', handleTick],
  ['img', handleRating],
]);
const ROLE_TAGS = new Set([
  'div',
  'span',
  'i',
  'section',
  'ul',
  'ol',
  'p',
  'article',
  'nav',
  'header',
  'button',
]);

/** What classes can make of an element, the more telling first; each looks only at elements with its role. */
const BY_ROLE_OF_CLASS: readonly (readonly [number, Recogniser])[] = [
  [ROLE.stackedScripts, handleStackedScripts],
  [ROLE.typesetting, handleTypesetting],
  [ROLE.mathPreview, handleMathPreview],
  [ROLE.math, handleMathContainer],
  [ROLE.latexml, handleLatexml],
  [ROLE.calloutTitle, handleCalloutTitle],
  [ROLE.calloutTitle, handleDoxygenTitle],
  [ROLE.callout, handleCallout],
  [ROLE.prompt, handleCellNumber],
  [ROLE.codeTitle, handleCodeTitle],
  [ROLE.code, handleCodeFrame],
  [ROLE.tool, handleCopy],
  [ROLE.tabLabels, handleTabLabels],
  [ROLE.sidenote, handleSidenote],
  [ROLE.attribution, handleAttribution],
  [ROLE.tick, handleTick],
  [ROLE.oldPrice, handleOldPrice],
  [ROLE.signature, handleSignature],
  [ROLE.summaryTable, handleSummaryTable],
  [ROLE.summaryCell, handleSummaryCell],
];

/** Lets the recognisers look at an element; null when it is only what its tag says. */
export function recognise(node: HtmlNode, b: Builder): boolean | null {
  const { roles, role } = b.at;
  if (role !== '') {
    const handle = BY_ROLE.get(role);
    const done = handle !== undefined && ROLE_TAGS.has(node.tag) ? handle(node, b) : null;
    if (done !== null) return done;
  }
  if (node.tag === 'figure' && attr(node, 'data-rehype-pretty-code-figure') !== null) {
    const done = handleCodeFrame(node, b);
    if (done !== null) return done;
  }
  const placed = node.tag === 'span' ? handleFramePlace(node, b) : null;
  if (placed !== null) return placed;
  labelPanel(node, b);
  if (b.at.style !== '') {
    const laidOut = handleStackedScripts(node, b) ?? handleStyledTable(node, b);
    if (laidOut !== null) return laidOut;
  }
  if (roles.isEmpty) return null;
  partFraction(node, b);
  partBadge(node, b);
  for (const handle of recognisersOf(roles)) {
    const done = handle(node, b);
    if (done !== null) return done;
  }
  return null;
}

/** What is asked of elements with these roles. */
const recognisersOf = lazyBy((roles: RoleSet) =>
  BY_ROLE_OF_CLASS.filter(([role]) => roles.has(role)).map(([, handle]) => handle),
);
