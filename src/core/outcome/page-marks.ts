import { isJsonLd } from '../html/json-ld.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { isProductPage } from '../page/page-kinds.ts';
import { elementsNamed, marksOf } from '../page/roles.ts';
import { hidesItself } from '../page/visibility/visibility.ts';
import { anyOf } from '../word-set.ts';
import { CAPTCHA_MARKS, CHALLENGE_ENDPOINTS, GATE_MARKS, OVERLAY_MARKS } from './challenge-marks.table.ts';
import { KNOWN } from './known-marks.ts';
import type { KnownPage } from './known-page.ts';

/** Counts of elements that tell what a page is for, whether shown or not. */
export class PageMarks {
  passwords = 0;
  /** Fields for a line of text, search fields and hidden ones apart. */
  textFields = 0;
  textAreas = 0;
  tables = 0;
  orderedLists = 0;
  /** Widgets that tell people from programs. */
  captchas = 0;
  /** Scripts and addresses that serve challenges. */
  challenges = 0;
  /** Boxes named as a paywall. */
  gates = 0;
  noindex = false;
  /** Structured data says that the text is not free to read. */
  notFree = false;
  /** The page declares a product. */
  sells = false;
  /** Standard pages whose mark is in the markup. */
  readonly known: KnownPage[] = [];

  knows(page: KnownPage | undefined): void {
    if (page !== undefined) this.known.push(page);
  }
}

const CAPTCHA = anyOf(CAPTCHA_MARKS);
const CHALLENGE = anyOf(CHALLENGE_ENDPOINTS);
const GATE = anyOf(GATE_MARKS);
const OVERLAY = anyOf(OVERLAY_MARKS);

/** Characters of a script, and number of scripts, that are looked at: challenges say early what they are. */
const MAX_SCRIPT = 4000;
const MAX_SCRIPTS = 12;
/** Characters of an address that are looked at: hosts and paths come first. */
const MAX_ADDRESS = 300;
/** Words of main text above which scripts are not read: challenges have next to none. */
const MAX_WORDS_OF_CHALLENGE = 250;

const CHROME = new Set(['nav', 'header', 'footer', 'aside']);

/** Counts the marks of a page in one pass. */
export function countMarks(doc: HtmlDocument, mainWords: number): PageMarks {
  const marks = new PageMarks();
  let scripts = 0;
  let chromeTo = 0;
  for (const node of doc.nodes) {
    if (node.tag === '') continue;
    if (node.tag === 'script') {
      readScript(node, marks, scripts++ < MAX_SCRIPTS && mainWords <= MAX_WORDS_OF_CHALLENGE);
      continue;
    }
    if (CHROME.has(node.tag) && !isGate(node) && node.end > chromeTo) chromeTo = node.end;
    if (node.index >= chromeTo) readElement(node, marks);
  }
  marks.sells = isProductPage(doc);
  return marks;
}

/**
 * Whether an element of a page lies over it: a dialog, or named like one and not around all the page has (`has-cookie-banner` on
 * a wrapper tells its state).
 */
export function isOverlay(node: HtmlNode, doc: HtmlDocument): boolean {
  if (node.tag === 'dialog') return true;
  if (node.tag === 'body' || node.tag === 'html' || node.tag === 'main' || node.attrs.length === 0)
    return false;
  const role = attr(node, 'role');
  if (role === 'dialog' || role === 'alertdialog' || attr(node, 'aria-modal') === 'true') return true;
  return overlaysOf(doc).has(node) && !doc.elements.hasWithin(node, 'main');
}

/** Elements named like what lies over a page. */
const overlaysOf = lazyBy((doc: HtmlDocument) => elementsNamed(doc, (name) => holds(name, OVERLAY)));

/** Whether an element is named as the box in place of the rest of an article. */
export function isGate(node: HtmlNode): boolean {
  return holds(marksOf(node), GATE);
}

/** Part of the class or id of a link that is drawn as a button. */
const BUTTON_NAME = /(?:^|[\s_-])(?:btn|button)(?:$|[\s_-])/i;

/** Whether an element is there to be pressed, or says what a field is for. */
export function isButton(node: HtmlNode): boolean {
  if (node.tag === 'button' || node.tag === 'label' || attr(node, 'role') === 'button') return true;
  return node.tag === 'a' && BUTTON_NAME.test(marksOf(node).slice(0, 200));
}

/** Elements that load, send or lead on by themselves; links and pictures are also those of an article about the page. */
const ADDRESS: ReadonlyMap<string, string> = new Map([
  ['form', 'action'],
  ['iframe', 'src'],
  ['frame', 'src'],
  ['link', 'href'],
  ['meta', 'content'],
  ['script', 'src'],
]);

/** Links that load something, not those that tell where the page is. */
const LOADED = /^(?:stylesheet|icon|shortcut icon|preload|modulepreload)$/i;

/** Classes, id and names of attributes of `html` or `body`. */
function rootNames(node: HtmlNode): string {
  return `${marksOf(node).toLowerCase()} ${node.attrs.map(({ name }) => name).join(' ')}`;
}

function readAddress(node: HtmlNode, marks: PageMarks): void {
  const attribute = ADDRESS.get(node.tag);
  if (attribute === undefined) return;
  const address = attr(node, attribute);
  const isRead =
    node.tag === 'link'
      ? LOADED.test(attr(node, 'rel') ?? '')
      : node.tag !== 'meta' || attr(node, 'http-equiv') !== null;
  if (address !== null && isRead)
    marks.knows(KNOWN.address.within(address.slice(0, MAX_ADDRESS).toLowerCase()));
}

/** Elements that are counted as they are. */
const COUNTED = new Map([
  ['textarea', 'textAreas'],
  ['ol', 'orderedLists'],
  ['table', 'tables'],
] as const) as ReadonlyMap<string, 'textAreas' | 'orderedLists' | 'tables'>;

function readElement(node: HtmlNode, marks: PageMarks): void {
  readAddress(node, marks);
  if (node.tag === 'meta') {
    readMeta(node, marks);
    return;
  }
  const counter = COUNTED.get(node.tag);
  if (counter !== undefined) marks[counter]++;
  else if (node.tag === 'input') readInput(node, marks);
  else if (node.tag === 'address') marks.knows(KNOWN.signature.of(errorBefore(node)));
  if (node.attrs.length === 0) return;
  const names = `${marksOf(node)} ${attr(node, 'name') ?? ''}`.toLowerCase();
  const known = KNOWN.name.amongst(names);
  if (known !== undefined && !hidesItself(node)) marks.knows(known);
  if (node.tag === 'html' || node.tag === 'body') marks.knows(KNOWN.root.amongst(rootNames(node)));
  const start = names.slice(0, MAX_SCRIPT);
  if (CAPTCHA.test(start)) marks.captchas++;
  for (const name of ['src', 'action']) if (holds(attr(node, name), CAPTCHA)) marks.captchas++;
  if (GATE.test(start)) marks.gates++;
}

const ERROR_OF_STATUS = /^error \d{3}$/;

/** The second heading right before an element, lower case, that names the status of an error; else empty. */
function errorBefore({ prev }: HtmlNode): string {
  const before = prev?.tag === '' ? prev.prev : prev;
  const text = before?.tag === 'h2' ? (before.first?.text ?? '').trim().toLowerCase() : '';
  return ERROR_OF_STATUS.test(text) ? text : '';
}

const LINE_TYPES = new Set(['text', 'email', 'tel', 'url', 'number']);

function readInput(node: HtmlNode, marks: PageMarks): void {
  const type = attr(node, 'type')?.toLowerCase() ?? 'text';
  if (type === 'password') marks.passwords++;
  else if (LINE_TYPES.has(type)) marks.textFields++;
}

function readMeta(node: HtmlNode, marks: PageMarks): void {
  const content = (attr(node, 'content') ?? '').slice(0, 300).toLowerCase();
  const name = attr(node, 'name')?.toLowerCase() ?? '';
  marks.knows(KNOWN.name.amongst(`${name} ${attr(node, 'id') ?? ''}`));
  if (name === 'robots') marks.noindex ||= content.includes('noindex');
}

function readScript(node: HtmlNode, marks: PageMarks, mayRead: boolean): void {
  const text = node.first?.text ?? '';
  if (isJsonLd(node)) {
    marks.notFree ||= saysNotFree(text);
    return;
  }
  if (['src', 'id'].some((name) => holds(attr(node, name), CHALLENGE))) marks.challenges++;
  readAddress(node, marks);
  marks.knows(KNOWN.name.amongst((attr(node, 'id') ?? '').toLowerCase()));
  // State for a program can hold the text of the page.
  const isData = attr(node, 'type')?.toLowerCase().includes('json') ?? false;
  if (!mayRead || text === '' || isData) return;
  const start = text.slice(0, MAX_SCRIPT).toLowerCase();
  marks.knows(KNOWN.script.within(start));
  if (holds(start, CHALLENGE)) marks.challenges++;
}

/** schema.org `isAccessibleForFree`: false, also as a string or a URL of the Boolean type. */
function saysNotFree(json: string): boolean {
  const at = json.indexOf('"isAccessibleForFree"');
  return (
    at >= 0 && /^\s{0,9}:\s{0,9}"?(?:https?:\/\/schema\.org\/)?false/i.test(json.slice(at + 21, at + 70))
  );
}

/** Whether the start of a value, whatever its letters' case, has what an expression in lower case finds. */
function holds(value: string | null, marks: RegExp): boolean {
  return value !== null && value !== '' && marks.test(value.slice(0, MAX_SCRIPT).toLowerCase());
}
