import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { handleAttribution, handleBlockquote } from './blockquote.ts';
import { blocks, skip } from './blocks.ts';
import { handleDistillCode, handleInlineCode } from './code/inline-code.ts';
import { handlePre } from './code/pre.ts';
import { handleDd, handleDl, handleDt } from './definitions.ts';
import { handleDetails, handleSummary } from './details.ts';
import { handleSidenoteElement } from './footnotes/sidenote.ts';
import type { Handler } from './handler.ts';
import { handleHeading } from './heading.ts';
import { handleImage } from './image.ts';
import { inlines } from './inline.ts';
import { handleInput } from './input.ts';
import { handleLink } from './link.ts';
import { handleItem, handleList } from './list.ts';
import { addMath } from './math/add-math.ts';
import { handleMathText, handleMjxContainer, isMathScript, scriptFormula } from './math/math.ts';
import { handleAmpPost, handleEmbed, handleIframe, handleMedia } from './media.ts';
import { handleNoscript } from './noscript.ts';
import { handleCaption, handleCell, handleColumn, handleRow, handleTable } from './table/table.ts';
import { handleParagraph } from './word-list.ts';

/** Scripts are not content, but those of MathJax 2 which hold a formula. */
function handleScript(node: HtmlNode, b: Builder): boolean {
  if (isMathScript(node)) addMath(b, scriptFormula(node, b));
  return false;
}

/** The handler of each HTML element; what is not here is `unknown.ts`'s. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...blocks,
  ...inlines,
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((tag) => [tag, handleHeading] as const),
  ['a', handleLink],
  ['img', handleImage],
  ['amp-img', handleImage],
  ['noscript', handleNoscript],
  ['script', handleScript],
  ['figcaption', handleAttribution],
  ['blockquote', handleBlockquote],
  ['ul', handleList],
  ['ol', handleList],
  ['menu', handleList],
  ['dir', handleList],
  ['li', handleItem],
  ['p', handleParagraph],
  ['input', handleInput],
  ['dl', handleDl],
  ['dt', handleDt],
  ['dd', handleDd],
  ['details', handleDetails],
  ['summary', handleSummary],
  ['pre', handlePre],
  ['listing', handlePre],
  ['xmp', handlePre],
  ['plaintext', handlePre],
  ['code', handleInlineCode],
  ['samp', handleInlineCode],
  ['tt', handleInlineCode],
  ['d-code', handleDistillCode],
  ['table', handleTable],
  ['caption', handleCaption],
  ['col', handleColumn],
  ['tr', handleRow],
  ['td', handleCell],
  ['th', handleCell],
  ['video', handleMedia],
  ['audio', handleMedia],
  ['amp-video', handleMedia],
  ['iframe', handleIframe],
  ['amp-iframe', handleIframe],
  ['embed', handleEmbed],
  ['object', handleEmbed],
  ['amp-youtube', handleEmbed],
  ...['amp-twitter', 'amp-instagram', 'amp-tiktok', 'amp-vimeo'].map((tag) => [tag, handleAmpPost] as const),
  ['lite-youtube', handleEmbed],
  ['mjx-container', handleMjxContainer],
  ['mjx-assistive-mml', skip],
  ...['d-math', 'math-renderer', 'tex-math', 'la-tex'].map((tag) => [tag, handleMathText] as const),
  ['d-footnote', handleSidenoteElement],
  ...['style', 'template', 'head', 'title', 'meta', 'link', 'base', 'select', 'datalist', 'textarea'].map(
    (tag) => [tag, skip] as const,
  ),
]);
