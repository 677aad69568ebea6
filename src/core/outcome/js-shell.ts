import { attr, type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';
import { visibleLength } from '../html/visible-length.ts';
import { ROLE, rolesOf } from '../page/roles.ts';
import { hidesItself } from '../page/visibility/visibility.ts';
import { wordSet } from '../word-set.ts';
import {
  APP_ROOT_IDS,
  BUNDLE_ADDRESS,
  LOADED_REDIRECT,
  MOVES,
  POSTS_FORM,
  PRESSES,
  RELOAD,
  SCRIPTED_REDIRECT,
  SETS_COOKIE,
  WAITS,
} from './js-marks.table.ts';
import { isOverlay } from './page-marks.ts';
import { startsLoading } from './says-loading.ts';

/** A page with more text of its own than this says something, whatever else it is. */
const MAX_VISIBLE_LENGTH = 500;
/**
 * Weight of marks that a page needs before it is called a shell, by the visible length of its own text (up to `length`): the more a page says, the more must speak against it.
 */
const NEEDED: readonly { readonly length: number; readonly weight: number }[] = [
  { length: 60, weight: 2 },
  { length: 250, weight: 4 },
  { length: MAX_VISIBLE_LENGTH, weight: 5 },
];
/**
 * Text for browsers without scripts, or hidden until they have run, that is the content itself: forums, shops. Dialogs
 * that wait hidden in a shell have less.
 */
const CARRIED_LENGTH = 1_000;
/** An application's root with more text has been rendered. */
const ROOT_LENGTH = 40;
/** A root with more nodes in it, text or none, has been rendered too. */
const MAX_ROOT_NODES = 400;
/** A sentence below a heading has as much text. */
const SAID_LENGTH = 10;
const HEADING = /^h[1-3]$/;
/** Text of one script that is looked at, in UTF-16 units. */
const MAX_SCRIPT = 20_000;

/** Text that is not the page's own content, or no text at all. */
const ASIDE = wordSet('nav header footer aside noscript template script style svg select');

/** What holds no text that is shown. */
const SILENT = new Set(['script', 'style', 'template']);

/** Type of a script that a browser runs. */
export const JAVASCRIPT_TYPE = /^$|javascript|ecmascript|^module$/i;

/** What speaks for a page that its scripts have yet to make. */
class ShellMarks {
  /** Visible length of the page's own text. */
  length = 0;
  scripts = false;
  bundle = false;
  redirect = false;
  /** It leads on as it loads: a form that posts itself, a cookie and a reload, a handler of its body. */
  leadsOn = false;
  noscriptHint = false;
  emptyRoot = false;
  /** The root was rendered on the server: what it holds is the page, however short. */
  filledRoot = false;
  emptyContainer = false;
  placeholder = false;
  frame = false;
  firstText = '';
  /** What holds the last heading. */
  headed: HtmlNode | null = null;
  /** Visible length of all headings. */
  headingLength = 0;
  /** The page has a heading and a sentence below it, as a page rendered on the server has, however short. */
  said = false;
}

/**
 * Whether a page is the shell of an application: it has next to no text, and several weak marks say that scripts will
 * bring it. Linear, and done after the first screen of a page that has text.
 */
export function isJsShell(doc: HtmlDocument): boolean {
  const marks = mayBeShell(doc) ? readMarks(doc) : null;
  if (marks === null || !(marks.scripts || marks.frame || marks.redirect || marks.leadsOn)) return false;
  const loading = marks.placeholder || startsLoading(marks.firstText);
  const others =
    2 * Number(marks.emptyRoot && !marks.said) +
    (loading ? 3 : 2) * Number(marks.redirect) +
    4 * Number(marks.leadsOn) +
    2 * Number(marks.frame && !marks.said) +
    Number(marks.bundle) +
    Number(loading) +
    Number(marks.emptyContainer) +
    Number(marks.length === 0) -
    2 * Number(marks.filledRoot && !loading);
  // Where a text stands beside a heading, a hint alone asks for scripts that do something else: a search, a menu.
  const isText = marks.headingLength > 0 && marks.length - marks.headingLength >= SAID_LENGTH;
  const isHinted = marks.noscriptHint || saysScripts(marks.firstText);
  const weight = others + 2 * Number(isHinted && (others > 0 || !isText));
  return NEEDED.some((needed) => marks.length <= needed.length && weight >= needed.weight);
}

/** Whether a page has anything that could bring its text: a script, a frame or a redirect. */
function mayBeShell({ elements, body }: HtmlDocument): boolean {
  return (
    elements.tagged('script', 'iframe').length > 0 ||
    elements.tagged('meta').some(isRefresh) ||
    (body !== null && attr(body, 'onload') !== null)
  );
}

/** `null` for a page with enough text of its own. */
function readMarks(doc: HtmlDocument): ShellMarks | null {
  const marks = new ShellMarks();
  const { nodes } = doc;
  const elements: HtmlNode[] = [];
  let inBody = false;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.kind === TEXT) {
      if (!inBody) continue;
      if (marks.firstText.length < 40) marks.firstText += node.text.trim();
      marks.length += visibleLength(node.text);
      if (marks.length > MAX_VISIBLE_LENGTH) return null;
      continue;
    }
    elements.push(node);
    if (node === doc.body) marks.leadsOn = LOADED_REDIRECT.test((attr(node, 'onload') ?? '').slice(0, 1_000));
    inBody ||= node === doc.body;
    if (!inBody && (node.tag === 'script' || node.tag === 'title')) i = node.end - 1;
    if (!inBody || node === doc.body) continue;
    const hidden = hidesItself(node) || isOverlay(node, doc) || node.tag === 'noscript';
    if (hidden && lengthWithin(doc, node, CARRIED_LENGTH, ({ tag }) => SILENT.has(tag)) > CARRIED_LENGTH)
      return null;
    if (hidden || ASIDE.has(node.tag)) i = node.end - 1;
  }
  for (const element of elements) readElement(doc, element, marks);
  return marks;
}

function readElement(doc: HtmlDocument, node: HtmlNode, marks: ShellMarks): void {
  if (node.tag === 'script') readScript(doc, node, marks);
  else if (node.tag === 'noscript') marks.noscriptHint ||= saysScripts(textWithin(doc, node));
  else if (node.tag === 'meta') marks.redirect ||= isRefresh(node);
  else if (node.tag === 'iframe')
    marks.frame ||= !hidesItself(node) && !isTiny(node) && attr(node, 'src') !== null;
  else if (HEADING.test(node.tag)) {
    marks.headed = node.parent;
    marks.headingLength += visibleLength(textWithin(doc, node));
  } else if (node.tag === 'p' && node.parent === marks.headed)
    marks.said ||= saysSomething(textWithin(doc, node));
  else readContainer(doc, node, marks);
}

/** Whether a text tells something: not that it is loading, nor that scripts are needed. */
function saysSomething(text: string): boolean {
  const shown = text.trim();
  return visibleLength(shown) >= SAID_LENGTH && !startsLoading(shown) && !saysScripts(shown);
}

const saysScripts = (text: string): boolean => /java\s?script/i.test(text);

/** A redirect within a few seconds, to where browsers follow one. */
function isRefresh(meta: HtmlNode): boolean {
  const content = attr(meta, 'content') ?? '';
  return (
    /^refresh$/i.test(attr(meta, 'http-equiv') ?? '') &&
    /^\s*[0-5](?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?\S/i.test(content) &&
    !/[\s;,="']javascript:/i.test(content)
  );
}

function readScript(doc: HtmlDocument, node: HtmlNode, marks: ShellMarks): void {
  const type = (attr(node, 'type') ?? '').trim();
  if (!JAVASCRIPT_TYPE.test(type)) return;
  const text = textWithin(doc, node);
  marks.scripts = true;
  marks.redirect ||= text.length < 1_000 && leadsElsewhere(text);
  marks.leadsOn ||= comesBack(text) || (sendsForm(text) && isUnshownForm(doc));
  marks.bundle ||= type === 'module' || BUNDLE_ADDRESS.test((attr(node, 'src') ?? '').slice(0, 500));
}

const sendsForm = (script: string): boolean =>
  POSTS_FORM.test(script) || (PRESSES.test(script) && !WAITS.test(script));

/** Whether a script leads elsewhere, or loads its page again, as soon as it runs. */
const leadsElsewhere = (script: string): boolean =>
  SCRIPTED_REDIRECT.test(script) || (MOVES.test(script) && !WAITS.test(script));

/** Whether a script sets a cookie and loads the page with it. */
const comesBack = (script: string): boolean => RELOAD.test(script) && SETS_COOKIE.test(script);

/** Whether a script of a page sets a cookie and loads the page with it, as challenges do. */
export function reloadsWithCookie(doc: HtmlDocument): boolean {
  return doc.elements.tagged('script').some((script) => comesBack(textWithin(doc, script)));
}

/** Whether a page has a form of which there is nothing to fill in. */
function isUnshownForm({ elements }: HtmlDocument): boolean {
  const isShown = (field: HtmlNode): boolean =>
    field.tag !== 'input' || !/^(?:hidden|submit|image|button)$/i.test(attr(field, 'type') ?? '');
  return elements.tagged('form').length > 0 && !elements.tagged('input', 'select', 'textarea').some(isShown);
}

function readContainer(doc: HtmlDocument, node: HtmlNode, marks: ShellMarks): void {
  const id = (attr(node, 'id') ?? '').toLowerCase();
  marks.placeholder ||= rolesOf(doc).has(node, ROLE.placeholder);
  const isRoot = APP_ROOT_IDS.has(id) || (node.tag.includes('-') && node.parent === doc.body);
  if (!isRoot && (id === '' || node.parent !== doc.body)) return;
  if (isRoot ? marks.emptyRoot : marks.emptyContainer) return;
  if (node.end - node.index > MAX_ROOT_NODES) return;
  const filled = lengthWithin(doc, node, ROOT_LENGTH, (inner) => isBeside(inner, doc)) > ROOT_LENGTH;
  if (isRoot && filled) marks.filledRoot = true;
  else if (isRoot) marks.emptyRoot = true;
  else if (!filled) marks.emptyContainer = true;
}

/** What a page holds beside its own text: navigation, footers, what is hidden or laid over it. */
export function isBeside(node: HtmlNode, doc: HtmlDocument): boolean {
  return ASIDE.has(node.tag) || hidesItself(node) || isOverlay(node, doc);
}

/** Frames that count or exchange messages. */
function isTiny(node: HtmlNode): boolean {
  return ['width', 'height'].some((side) => /^\s*[0-9]{1,2}(?:px)?\s*$/.test(attr(node, side) ?? ''));
}

function textWithin(doc: HtmlDocument, node: HtmlNode): string {
  let text = '';
  for (let i = node.index + 1; i < node.end && text.length < MAX_SCRIPT; i++) text += doc.nodes[i]!.text;
  return text.slice(0, MAX_SCRIPT);
}

/** Visible length of an element without what `skip` names, counted until it is more than `most`. */
function lengthWithin(
  doc: HtmlDocument,
  root: HtmlNode,
  most: number,
  skip: (node: HtmlNode) => boolean,
): number {
  let length = 0;
  for (let i = root.index + 1; i < root.end && length <= most; i++) {
    const node = doc.nodes[i]!;
    if (node.kind === TEXT) length += visibleLength(node.text);
    else if (skip(node)) i = node.end - 1;
  }
  return length;
}
