import { attr, HTML_NS, type HtmlDocument, type HtmlNode, nearest, TEXT } from '../html/tree.ts';
import { visibleLength } from '../html/visible-length.ts';
import { lazy } from '../lazy.ts';
import { MEDIA } from '../page/element-kind.ts';
import { marksOf, ROLE, rolesOf } from '../page/roles.ts';
import type { Selection } from '../select/selection.ts';
import { wordSet } from '../word-set.ts';
import { int32s } from '../zeroed.ts';
import {
  BINDING,
  CONTENT_NAMES,
  CONTROLLER_ADDRESS,
  PART_ATTRIBUTES,
  PART_ELEMENTS,
  PART_TRIGGER,
  TEMPLATE_LISTS,
  TEMPLATE_TEXTS,
  WIDGET_NAME,
} from './incomplete-marks.table.ts';
import { APP_ROOT_IDS } from './js-marks.table.ts';
import { isBeside } from './js-shell.ts';
import type { Evidence } from './page-reading.ts';
import { saysLoading } from './says-loading.ts';

/** What a page has in the place of content that is on its way. */
export type Gap =
  | 'an unread template'
  | 'a part that is asked for'
  | 'a component without its content'
  | 'a skeleton'
  | 'several skeletons'
  | 'text that says: loading'
  | 'an empty place for the content'
  | 'an empty root of an application'
  | 'an empty element that a script names';

/** A part with more text holds what it will show, or enough of it. */
const PART_LENGTH = 60;
/** Elements that scripts fill. */
const CONTAINERS = wordSet('div section article main ul ol dl table tbody p span');
/** What is content without text. */
const SEEN = new Set([...MEDIA, ...'math input button select textarea form hr br'.split(' ')]);
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'svg', 'select', 'textarea']);
const CODE = new Set(['pre', 'code', 'samp', 'kbd']);

/** Identifiers of empty elements that are looked for in the scripts of a page: each goes through all of their text. */
const MAX_ASKED = 200;
/** Elements above a gap that are looked at for text. */
const MAX_CLIMB = 8;

/** All that templates are told by; those of AngularJS are written with `data-` as well. */
const TEMPLATE_ATTRIBUTES = [...TEMPLATE_LISTS, ...TEMPLATE_TEXTS, 'data-bind'].flatMap((name) =>
  name.startsWith('ng-') ? [name, `data-${name}`] : [name],
);

/** A page and what of it was kept. */
type Page = Pick<Evidence, 'doc' | 'extraction'>;

/**
 * The gaps of a page that stand with its content: outside navigation, footer, asides and what is laid over the page, and in
 * the part that holds most of the kept text. `scripts`: their texts. Linear.
 */
export function gapsOf(page: Page, scripts: readonly string[]): ReadonlySet<Gap> {
  return new GapReader(page, scripts).read();
}

class GapReader {
  readonly #gaps = new Set<Gap>();
  readonly #doc: HtmlDocument;
  readonly #scripts: () => string;
  /** Identifiers that were looked for in the scripts. */
  #asked = 0;
  /** Up to each node: visible length of text, that of kept text, and media. */
  readonly #text: Int32Array;
  readonly #kept: Int32Array;
  readonly #media: Int32Array;
  /** The landmark that holds most of what was kept: gaps count inside it alone. */
  readonly #main: HtmlNode | undefined;
  /** Whether some element has a directive of a template, or asks for a part. */
  readonly #hasTemplates: boolean;
  readonly #hasParts: boolean;

  constructor({ doc, extraction }: Page, scripts: readonly string[]) {
    this.#doc = doc;
    this.#scripts = lazy(() => scripts.join('\n'));
    const size = doc.nodes.length + 1;
    this.#text = int32s(size);
    this.#kept = int32s(size);
    this.#media = int32s(size);
    this.#count(extraction.selection);
    const isThere = (name: string): boolean => doc.elements.hasAttribute(name);
    this.#hasTemplates = TEMPLATE_ATTRIBUTES.some(isThere);
    this.#hasParts = [...PART_ATTRIBUTES].some(isThere);
    this.#main = doc.elements.tagged('main').find((main) => this.#holdsContent(main));
  }

  #count({ removedBy }: Selection): void {
    const { nodes } = this.#doc;
    let unreadTo = 0;
    let removedTo = 0;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      const length = i >= unreadTo ? visibleLength(node.text) : 0;
      if (removedBy[i] !== 0) removedTo = Math.max(removedTo, node.end);
      this.#text[i + 1] = this.#text[i]! + length;
      this.#kept[i + 1] = this.#kept[i]! + (i < removedTo ? 0 : length);
      this.#media[i + 1] = this.#media[i]! + (i >= unreadTo && SEEN.has(node.tag) ? 1 : 0);
      if (UNREAD.has(node.tag)) unreadTo = Math.max(unreadTo, node.end);
    }
  }

  #lengthIn(node: HtmlNode): number {
    return this.#text[node.end]! - this.#text[node.index + 1]!;
  }

  /** Whether the first element around a gap that holds more text than the gap holds half of what was kept. */
  #isAtContent(gap: HtmlNode): boolean {
    const own = gap.kind === TEXT ? visibleLength(gap.text) : this.#lengthIn(gap);
    const around = nearest(gap.parent, (node) => this.#lengthIn(node) > own, MAX_CLIMB + 1);
    if (around === null) return false;
    const main = this.#main;
    if (main !== undefined && (gap.index < main.index || gap.index >= main.end)) return false;
    return this.#holdsContent(around);
  }

  #holdsContent(node: HtmlNode): boolean {
    return (this.#kept[node.end]! - this.#kept[node.index]!) * 2 >= this.#kept.at(-1)!;
  }

  /** Notes a gap that stands with the content; `isGap` is asked last, where to know it is dear. */
  #note(gap: Gap, node: HtmlNode, isGap: () => boolean = () => true): void {
    if (!this.#gaps.has(gap) && this.#isAtContent(node) && isGap()) this.#gaps.add(gap);
  }

  read(): ReadonlySet<Gap> {
    const { nodes, body } = this.#doc;
    for (let i = body?.index ?? nodes.length; i < (body?.end ?? 0); i++) {
      const node = nodes[i]!;
      if (node.kind === TEXT) this.#readText(node);
      else {
        if (this.#hasTemplates) this.#readTemplate(node);
        if (node !== body && this.#isAside(node)) i = node.end - 1;
        else if (node.ns === HTML_NS) this.#readElement(node);
      }
    }
    return this.#gaps;
  }

  #isAside(node: HtmlNode): boolean {
    if (CODE.has(node.tag) || node.tag === 'button' || node.tag === 'dialog') return true;
    // What has directives is hidden until a library has read it.
    const isCloaked = this.#hasTemplates && node.attrs.some(({ name }) => TEMPLATE_LISTS.has(name));
    return !isCloaked && isBeside(node, this.#doc);
  }

  #readText(node: HtmlNode): void {
    const { text, index, parent } = node;
    const length = this.#text[index + 1]! - this.#text[index]!;
    if (text.includes('{{') && /\{\{[^{}]{1,200}\}\}/.test(text.slice(0, 2_000)))
      this.#note('an unread template', node);
    const isAlone = parent !== null && length > 0 && this.#lengthIn(parent) === length;
    if (isAlone && parent.tag !== 'a' && text.length < 200 && saysLoading(text))
      this.#note('text that says: loading', node);
  }

  /** Directives stand on what is skipped too: `<template>`, what is hidden until it is filled. */
  #readTemplate(node: HtmlNode): void {
    for (const { name, value } of node.attrs) {
      const plain = name.startsWith('data-ng-') ? name.slice(5) : name;
      const isFilled =
        TEMPLATE_TEXTS.has(plain) || (plain === 'data-bind' && BINDING.test(value.slice(0, 200)));
      if (!TEMPLATE_LISTS.has(plain) && !(isFilled && this.#lengthIn(node) === 0)) continue;
      if (!WIDGET_NAME.test(marksOf(node).slice(0, 200))) this.#note('an unread template', node);
    }
  }

  #readElement(node: HtmlNode): void {
    if (this.#asksForPart(node)) this.#note('a part that is asked for', node);
    if (this.#lengthIn(node) > 0) return;
    const names = `${marksOf(node)} ${node.tag}`.slice(0, 200);
    if (WIDGET_NAME.test(names)) return;
    if (rolesOf(this.#doc).has(node, ROLE.placeholder) || attr(node, 'aria-busy') === 'true')
      this.#note(this.#gaps.has('a skeleton') ? 'several skeletons' : 'a skeleton', node);
    if (CONTAINERS.has(node.tag) && isFilledByController(node))
      this.#note('an empty element that a script names', node);
    if (this.#media[node.end] !== this.#media[node.index + 1]) return;
    const id = attr(node, 'id') ?? '';
    if (node.tag.includes('-')) this.#note('a component without its content', node);
    if (isContentPlace(node, names)) this.#note('an empty place for the content', node);
    if (APP_ROOT_IDS.has(id.toLowerCase())) this.#note('an empty root of an application', node);
    if (CONTAINERS.has(node.tag) && id !== '')
      this.#note('an empty element that a script names', node, () => this.#isNamedByScript(id));
  }

  #isNamedByScript(id: string): boolean {
    if (this.#asked++ >= MAX_ASKED) return false;
    const scripts = this.#scripts();
    return scripts.includes(id) && ['"', "'", '`'].some((quote) => scripts.includes(id + quote));
  }

  #asksForPart(node: HtmlNode): boolean {
    if (this.#lengthIn(node) > PART_LENGTH) return false;
    if (PART_ELEMENTS.has(node.tag)) return attr(node, 'src') !== null;
    if (!this.#hasParts || !CONTAINERS.has(node.tag)) return false;
    const isAsked = node.attrs.some(({ name, value }) => PART_ATTRIBUTES.has(name) && value !== '');
    const trigger = attr(node, 'hx-trigger') ?? attr(node, 'data-hx-trigger');
    return (
      isAsked &&
      (trigger === null ? attr(node, 'up-defer') !== null : PART_TRIGGER.test(trigger.slice(0, 200)))
    );
  }
}

/** A controller of Stimulus, or of a script like it, that has the address of what it loads. */
function isFilledByController({ attrs }: HtmlNode): boolean {
  return attrs.some(
    ({ name, value }) => CONTROLLER_ADDRESS.test(name.slice(0, 80)) && /^(?:https?:\/)?\//.test(value),
  );
}

function isContentPlace(node: HtmlNode, names: string): boolean {
  if (node.tag === 'main' || node.tag === 'article' || attr(node, 'role') === 'main') return true;
  return node.tag === 'div' && names.split(/\s+/).some((name) => CONTENT_NAMES.has(name.toLowerCase()));
}
