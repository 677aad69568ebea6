import { firstOf } from '../../first-of.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { ROLE } from '../../page/roles.ts';
import { isStyled } from '../../page/style-of.ts';
import { isLanguageBox } from '../../units/code-block.ts';
import { isFieldOfCode } from '../../units/code-label.ts';
import { each, wordSet } from '../../word-set.ts';
import type { Builder } from '../builder.ts';
import { handleAttribution, handleBlockquote } from './blockquote.ts';
import { blocks, type Handler, handleSceneBreak, type Recogniser, skip } from './blocks.ts';
import { handleCallout, handleCalloutTitle, handleDetails, handleSummary } from './callout.ts';
import {
  addCode,
  handleCellNumber,
  handleCodeFrame,
  handleCodeTitle,
  handleCopy,
  handlePre,
} from './code/code-block.ts';
import { handleDistillCode, handleInlineCode } from './code/inline-code.ts';
import { handleDd, handleDl, handleDt } from './definitions.ts';
import { handleSidenote } from './footnotes.ts';
import { handleDoxygenTitle, handleHeading, handleHeadingRole } from './heading.ts';
import { handleFileFacts, handleImage } from './image.ts';
import { handleOldPrice, inlines } from './inline.ts';
import { handleInput, handleTick } from './item-marks.ts';
import { handleLink } from './link.ts';
import { handleItem, handleList } from './list.ts';
import { handleLatexml } from './math/latexml.ts';
import {
  handleDrawing,
  handleMathContainer,
  handleMathPreview,
  handleMathScript,
  handleMathText,
  handleMjxContainer,
  handleTypesetting,
} from './math/math.ts';
import {
  handleAmpPost,
  handleEmbed,
  handleFramePlace,
  handleGist,
  handleIframe,
  handleMedia,
  handleScript,
} from './media.ts';
import { handleNoscript } from './noscript.ts';
import { handleRating } from './rating.ts';
import { handleSignature } from './signature.ts';
import { handleStackedScripts, partBadge, partFraction } from './stacked.ts';
import {
  handleCaption,
  handleCell,
  handleColumn,
  handleRow,
  handleStyledTable,
  handleSummaryCell,
  handleTable,
} from './table/table.ts';
import { handleTabLabels, labelPanel } from './tabs.ts';
import { handleToggle } from './toggle.ts';
import { handleParagraph } from './word-list.ts';

/** The handler of each HTML element; what is not here is `handleUnknown`'s. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...blocks,
  ...inlines,
  ...each('h1 h2 h3 h4 h5 h6', handleHeading),
  ['a', handleLink],
  ...each('img amp-img', handleImage),
  ['noscript', handleNoscript],
  ['script', (node, b) => handleMathScript(node, b) ?? handleScript(node, b)],
  ['figcaption', handleAttribution],
  ['blockquote', handleBlockquote],
  ...each('ul ol menu dir', handleList),
  ['li', handleItem],
  ['p', handleParagraph],
  ['input', handleInput],
  ['dl', handleDl],
  ['dt', handleDt],
  ['dd', handleDd],
  ['details', handleDetails],
  ['summary', handleSummary],
  ...each('pre listing xmp plaintext', handlePre),
  ...each('code samp tt', handleInlineCode),
  ['d-code', handleDistillCode],
  ['textarea', (node, b) => isFieldOfCode(b.doc, node) && addCode(node, null, b)],
  ['table', handleTable],
  ['caption', handleCaption],
  ['col', handleColumn],
  ['tr', handleRow],
  ...each('td th', handleCell),
  ...each('video audio amp-video', handleMedia),
  ...each('iframe amp-iframe', handleIframe),
  ...each('embed object amp-youtube lite-youtube', handleEmbed),
  ...each('amp-twitter amp-instagram amp-tiktok amp-vimeo', handleAmpPost),
  ['mjx-container', handleMjxContainer],
  ['mjx-assistive-mml', skip],
  ...each('d-math math-renderer tex-math la-tex', handleMathText),
  ['d-footnote', (node, b) => handleSidenote(node, b) ?? true],
  ...each('style template head title meta link base select datalist', skip),
]);

/** Roles that make elements without a meaning of their own what HTML has an element for (WAI-ARIA 1.2). */
const BY_ROLE: ReadonlyMap<string, Recogniser> = new Map<string, Recogniser>([
  ['tablist', handleTabLabels],
  ...each('table grid', handleTable),
  ['row', handleRow],
  ...each('cell gridcell columnheader rowheader', handleCell),
  ['list', handleList],
  ['listitem', handleItem],
  ['heading', handleHeadingRole],
  ['button', handleToggle],
  ['checkbox', handleTick],
  ['img', handleRating],
]);
const ROLE_TAGS = wordSet('div span i section ul ol p article nav header button');

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
  [ROLE.gist, handleGist],
  [ROLE.quotedPost, (node, b) => (attr(node, 'data-attrs') === null ? null : handleBlockquote(node, b))],
  [ROLE.attribution, handleAttribution],
  [ROLE.tick, handleTick],
  [ROLE.oldPrice, handleOldPrice],
  [ROLE.signature, handleSignature],
  [ROLE.summaryTable, (node, b) => (node.tag === 'div' ? handleTable(node, b) : null)],
  [ROLE.summaryCell, handleSummaryCell],
  [ROLE.fileFacts, handleFileFacts],
  [ROLE.sceneBreak, handleSceneBreak],
  [ROLE.playerTitle, skip],
  [ROLE.playerControls, skip],
];

/** Lets the recognisers look at an element; null when it is only what its tag says. */
export function recognise(node: HtmlNode, b: Builder): boolean | null {
  const isNamedOnly = node.attrs.length === 1 && node.attrs[0]!.name === 'class';
  const told = isNamedOnly ? null : recogniseTold(node, b);
  if (told !== null) return told;
  labelPanel(node, b);
  const isLaidOut = !isNamedOnly && isStyled(node);
  const laidOut = isLaidOut ? (handleStackedScripts(node, b) ?? handleStyledTable(node, b)) : null;
  const roles = b.roles.of(node);
  if (laidOut !== null || roles.length === 0) return laidOut;
  partFraction(node, b);
  partBadge(node, b);
  return firstOf(recognisersOf(roles), (handle) => handle(node, b));
}

/** What other attributes than a class make of an element. */
function recogniseTold(node: HtmlNode, b: Builder): boolean | null {
  const role = attr(node, 'role');
  const isCode =
    (node.tag === 'figure' && attr(node, 'data-rehype-pretty-code-figure') !== null) ||
    isLanguageBox(b.page, node);
  return (
    (role !== null && ROLE_TAGS.has(node.tag) ? BY_ROLE.get(role)?.(node, b) : null) ??
    (isCode ? handleCodeFrame(node, b) : null) ??
    (node.tag === 'span' ? (handleFramePlace(node, b) ?? handleDrawing(node, b)) : null)
  );
}

const recognisersOf = lazyBy((roles: readonly number[]) =>
  BY_ROLE_OF_CLASS.filter(([role]) => roles.includes(role)).map(([, handle]) => handle),
);
