import { isBlank } from '../../html/blank.ts';
import {
  attr,
  childrenOf,
  elementBeside,
  firstPart,
  type HtmlNode,
  isHeadingTag,
  siblingElement,
} from '../../html/tree.ts';
import { ROLE, type Roles } from '../../page/roles.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import { wordSet } from '../../word-set.ts';
import type { Builder } from '../builder.ts';
import type { OpenMark } from '../frame.ts';
import { protectedMailto } from '../shown-text.ts';
import { pageOf } from '../urls.ts';
import { headingAround, isControl, isEditLink, isSymbol } from './control.ts';
import { leadsToPicture, linkedPicture } from './image-source.ts';
import { partFromPrevious } from './inline-gap.ts';
import { goesOn } from './teaser-link.ts';
import { alternativeOf, titleBeside } from './title.ts';

/** Elements which end a line of text: a link around them is a card. */
const CARD_PARTS = wordSet(
  'address article aside blockquote dd div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table ul',
);

/** Most words of a link that shares the page or buys: "Share on Facebook", "Add to cart"; a text that says more is about it. */
const MAX_TOOL_WORDS = 4;

/** Addresses that put a product into the cart (WooCommerce, Easy Digital Downloads). */
const INTO_CART = /[?&](?:add-to-cart=|edd_action=add_to_cart)/;

/** What a permalink beside a heading says. */
const PERMALINK_TEXT =
  /^(?:[#¶§⚓🔗∞†◆]|🔗\uFE0F?|\[?link\]?|permalink|permanent link|anchor|edit|\[edit\]|direct link to.*|link to .*|permalink to .*)?$/iu;

/** A letter of an icon font (Read the Docs). */
const PRIVATE_SYMBOL = /^\p{Co}$/u;

/** `<a>`: an absolute link around its text; permalinks, empty links and unsafe schemes leave no link. */
export function handleLink(node: HtmlNode, b: Builder): boolean {
  const href = attr(node, 'href');
  // A blank in a link of its own parts what stands beside it.
  if (node.end === node.index + 2 && /^[ \t\r\n]+$/.test(node.first!.text)) return true;
  if (
    isPermalink(node, href, b) ||
    isSourceLink(node, b.roles) ||
    isControl(node, href, b) ||
    isEditLink(node, href, b) ||
    isDownloadAgain(node, href) ||
    goesOn(node, href, b)
  )
    return false;
  if (/^\s*(?:#\s*$|javascript:)/i.test(href ?? '') && isSymbol(node, b)) return false;
  partFromPrevious(node, b);
  if (href === null || isSelfLink(node, href, b) || b.hasMark('link')) return true;
  const url = protectedMailto(node, href, b.doc) ?? b.resolve(href);
  if (url === null) sayNumber(node, href, b);
  if (url === null || linkedPicture(node, b) !== null) return true;
  const isOfCart = INTO_CART.test(url) || b.roles.has(node, ROLE.cartButton);
  const isTool = SHARE.test(url) || (isOfCart && !b.isInCell);
  if (isTool && labelOf(b.doc, node, 80).split(' ').length <= MAX_TOOL_WORDS) return false;
  const said = () =>
    [labelOf(b.doc, node), ...b.doc.elements.within(node, 'img').map(alternativeOf)].join(' ');
  b.link(node, { url, title: titleBeside(node, said) }, placeOf(node, b));
  if (/^[.,](?!\d)/.test(node.next?.text ?? '')) b.onExit(node, b.closeUp);
  return true;
}

/** Whether a link downloads what the one right before it leads to: its button (WordPress). */
function isDownloadAgain(node: HtmlNode, href: string | null): boolean {
  const before = attr(node, 'download') === null ? null : elementBeside(node, 'prev');
  return before?.tag === 'a' && attr(before, 'href') === href;
}

/** A number to call (RFC 3966) without its parameters: digits, signs between them, blanks as links encode them. */
const TELEPHONE = /^\s*tel:((?:[+\d().-]|%20|\s){3,40})/i;
/** Fewest digits by which a text says the number itself. */
const MIN_DIGITS = 5;

/** Writes the number that a link calls behind its words, where neither these nor what stands around them say a number. */
function sayNumber(node: HtmlNode, href: string, b: Builder): void {
  const number = TELEPHONE.exec(href)?.[1]?.replace(/%20/g, ' ').trim() ?? '';
  if (!/\d/.test(number) || !/\p{L}/u.test(labelOf(b.doc, node, 80))) return;
  const around = labelOf(b.doc, node.parent ?? node).replace(/\D+/g, '');
  if (around.length >= MIN_DIGITS) return;
  b.onExit(node, () => b.text(` (${number})`));
}

/** What links of Elementor open on the page: a pop-up, a gallery, a cart. */
const ACTION = /^\s*#elementor-action/;

/** Whether a link leads to the heading that it is in or around, from a heading to its own page, or is a script's button. */
function isSelfLink(node: HtmlNode, href: string, b: Builder): boolean {
  if (href.trim() === '#' || ACTION.test(href)) return true;
  const only = firstPart(node);
  const isAround = only !== null && isHeadingTag(only.tag) && siblingElement(only, 'next') === null;
  if (href.trim().startsWith('#') && (isAround || b.frame.kind === 'heading')) return true;
  if (b.frame.kind !== 'heading') return false;
  return pageOf(b.resolve(href) ?? '') === pageOf(b.options.url ?? b.doc.baseUrl) && isMostOfHeading(node, b);
}

function isMostOfHeading(node: HtmlNode, b: Builder): boolean {
  const heading = headingAround(node);
  return heading === null || labelOf(b.doc, node).length * 2 > labelOf(b.doc, heading).length;
}

/** An anchor sign beside a heading or a definition, by its text or its class. */
function isPermalink(node: HtmlNode, href: string | null, b: Builder): boolean {
  const marked = b.roles.has(node, ROLE.permalink);
  const local = href === null || href.includes('#');
  if (!local || (!marked && b.frame.kind !== 'heading' && node.end - node.index > 3)) return false;
  // A label leaves the words of buttons out.
  if (b.doc.elements.hasWithin(node, 'img', 'button')) return false;
  const text = labelOf(b.doc, node, 120);
  if (text === '') return href !== null;
  if (PRIVATE_SYMBOL.test(text)) return true;
  if (!marked && b.frame.kind !== 'heading') return text === '¶' || text === '#' || text === '§';
  return PERMALINK_TEXT.test(text);
}

/** Where a link around blocks is written: on its heading, else on its first text. */
function placeOf(node: HtmlNode, b: Builder): OpenMark['place'] {
  if (node.end === node.index + 2 || leadsToPicture(node, b)) return 'every';
  const kept = b.keptIn(node);
  if (kept.some((inner) => isHeadingTag(inner.tag) && hasWords(b.doc, inner)))
    return b.frame.phrasing ? 'every' : 'heading';
  const isCard = kept.some(({ tag }) => CARD_PARTS.has(tag)) && kept.some(({ text }) => !isBlank(text));
  return isCard ? 'first' : 'every';
}

/** Whether a generator links a definition to its source, with the version that it is of, or an example to where it runs. */
export function isSourceLink(node: HtmlNode, roles: Roles): boolean {
  if (roles.has(node, ROLE.rustdocRun) || roles.has(node, ROLE.viewCode)) return true;
  if (node.first !== null && roles.has(node.first, ROLE.viewCode)) return true;
  const isSource = (part: HtmlNode) => roles.has(part, ROLE.rustdocSource);
  return roles.has(node, ROLE.rustdocEdge) && [node, ...childrenOf(node)].some(isSource);
}

/** Addresses that share a page: hosts and paths for it, and mails to nobody. */
export const SHARE = new RegExp(
  `^(?:mailto:\\?|https?://(?:[\\w-]+\\.)*(?:${[
    'facebook\\.com/(?:sharer|share\\.php|dialog/(?:share|feed))',
    '(?:twitter|x)\\.com/(?:intent/(?:tweet|post)|share\\b|home\\?status)',
    'linkedin\\.com/(?:shareArticle|sharing/|cws/share)',
    'pinterest\\.(?:[a-z]+\\.)?[a-z]+/pin/create',
    'reddit\\.com/submit',
    'tumblr\\.com/(?:share|widgets/share)',
    '(?:t|telegram)\\.me/share',
    '(?:api|web)\\.whatsapp\\.com/send',
    'wa\\.me/\\?text',
    'bsky\\.app/intent/compose',
    'threads\\.(?:net|com)/intent',
    'vk\\.com/share',
    'connect\\.ok\\.ru/offer',
    'xing\\.com/spi/shares',
    'getpocket\\.com/(?:save|edit)',
    'news\\.ycombinator\\.com/submitlink',
    'line\\.me/(?:R/(?:msg|share)|lineit/share)',
    'service\\.weibo\\.com/share',
    'b\\.hatena\\.ne\\.jp/(?:entry|add)',
    'share\\.flipboard\\.com/bookmarklet',
    'digg\\.com/submit',
    'buffer\\.com/add',
  ].join('|')}))`,
  'i',
);
