import { walkInline } from '../walk-content.ts';
import { linkAddresses } from './bare-addresses.ts';
import { soleImage, takesIn } from './pictures.ts';
import { addText } from './plain-text.ts';
import { withoutRepeatedLinks } from './repeats.ts';
import type { Delete, Emphasis, Inline, Link, Mark, Strong, Text } from './tree.ts';

type Container = Emphasis | Strong | Delete | Link | Mark;

/** Inline containers nested deeper than this are transparent: no page means more, and lookups stay short. */
const MAX_INLINE_NESTING = 24;

/** Whether a text needs more than appending. */
const UNSETTLED = /[\t\n\f\r\u0085\u00a0\u2028\u2029]| {2}/;

/** A run of blanks, non-breaking ones among them: what they hold together is for the layout of one page. */
const BLANKS = /[ \t\n\f\r\u0085\u00a0\u2028\u2029]+/g;
const SPACE = 0x20;

/**
 * Settles one inline run as a browser would lay it out: blanks collapsed over all its nodes, none at its ends, around breaks or
 * at the inner edges of marks and links; adjacent texts, equal marks and code spans joined, bold also over a blank; empty nodes
 * gone; links inside links and links without an address opened up; addresses in text made links. Non-breaking spaces are blanks.
 * `onOneLine`: breaks are blanks. The tree that comes in is not kept.
 */
export function normalizeRun(nodes: readonly Inline[], onOneLine = false): Inline[] {
  const [only, other] = nodes;
  if (only === undefined) return [];
  if (only.type !== 'text' || other !== undefined) return new RunBuilder(onOneLine).build(nodes);
  const value = withSpaces(only.value).trim();
  return value === '' ? [] : linkAddresses([{ type: 'text', value }]);
}

/** A text with its blanks as one space each. */
function withSpaces(value: string): string {
  return UNSETTLED.test(value) ? value.replace(BLANKS, ' ') : value;
}

class RunBuilder {
  private readonly root: Inline[] = [];
  /** Containers entered; the first `opened.length` of them are in the output. */
  private readonly wanted: Container[] = [];
  private readonly opened: Container[] = [];
  /** The text written last: to ask the joined text for its end would copy it each time. */
  private written = '';
  private blank = false;
  private breaks = 0;

  constructor(private readonly onOneLine: boolean) {}

  build(nodes: readonly Inline[]): Inline[] {
    const leave = () => this.leave();
    walkInline(nodes, (node) => {
      if ('children' in node) return this.enter(node) ? leave : true;
      this.leaf(node);
      return false;
    });
    this.trimEnds();
    return linkAddresses(withoutRepeatedLinks(this.root));
  }

  /** False for a container that is transparent, and not left. */
  private enter(node: Container): boolean {
    if (this.wanted.length >= MAX_INLINE_NESTING) return false;
    if (node.type === 'link' && node.url.trim() === '') return false;
    const isUnique = node.type === 'link' || node.type === 'delete';
    if (isUnique && this.wanted.some(({ type }) => type === node.type)) return false;
    if ((node.type === 'strong' || node.type === 'emphasis') && showsPictures(node.children)) return false;
    this.wanted.push(node);
    return true;
  }

  private leave(): void {
    this.wanted.pop();
    if (this.opened.length > this.wanted.length) this.opened.pop();
  }

  private leaf(node: Exclude<Inline, Container>): void {
    if (node.type === 'text') this.text(node.value);
    else if (node.type === 'inlineCode') this.code(node.value);
    else if (node.type === 'break') {
      this.blank = this.onOneLine;
      if (!this.onOneLine) this.breaks++;
    } else if (node.type === 'image' && node.url.trim() === '') this.text(node.alt);
    else if (node.type === 'inlineMath' ? node.value.trim() !== '' : !this.isTakenIn(node)) {
      const before = (this.opened.at(-1)?.children ?? this.root).at(-1);
      if (node.type === 'inlineMath' && before?.type === 'inlineMath') this.blank = true;
      this.place().push(node);
    }
  }

  private code(value: string): void {
    if (value === '') return;
    const siblings = this.place();
    const last = siblings.at(-1);
    if (last?.type === 'inlineCode') last.value += value;
    else siblings.push({ type: 'inlineCode', value });
  }

  /** Whether the picture right before, in a link or not, is the same one. */
  private isTakenIn(node: Inline): boolean {
    const before = soleImage(this.root.slice(-1));
    return before !== null && node.type === 'image' && takesIn(before, node);
  }

  private text(value: string): void {
    const text = withSpaces(value);
    const from = text.charCodeAt(0) === SPACE ? 1 : 0;
    const to = text.endsWith(' ') ? text.length - 1 : text.length;
    if (from > 0) this.blank = true;
    if (from >= to) return;
    const inner = text.slice(from, to);
    addText(this.place(inner), inner);
    this.written = inner;
    if (to < text.length) this.blank = true;
  }

  /**
   * Where the next visible thing goes. What waits between it and the last one, blanks and breaks, is put where
   * the fewest containers are open; then the wanted containers are opened, or the last sibling's continued. `text`: the
   * next thing, where it is text.
   */
  private place(text = ''): Inline[] {
    let siblings = this.opened.at(-1)?.children ?? this.root;
    if (this.root.length > 0) {
      if (this.breaks > 0) for (let i = 0; i < this.breaks; i++) siblings.push({ type: 'break' });
      else if (this.blank) addText(this.blankPlace(siblings), ' ');
    }
    this.blank = false;
    this.breaks = 0;
    while (this.opened.length < this.wanted.length) {
      const container = this.wanted[this.opened.length]!;
      const last = siblings.at(-1);
      const goesOn = last !== undefined && continues(last, container, this.written, text);
      const open = goesOn ? (last as Container) : { ...container, children: [] };
      if (!goesOn) siblings.push(open);
      this.opened.push(open);
      siblings = open.children;
    }
    return siblings;
  }

  /** Where a blank goes: into bold that goes on after it. */
  private blankPlace(siblings: Inline[]): Inline[] {
    const last = siblings.at(-1);
    const next = this.wanted[this.opened.length];
    return last?.type === 'strong' && next?.type === 'strong' ? last.children : siblings;
  }

  /** The ends of a run lose wide blanks too (paragraph indents of Chinese pages). */
  private trimEnds(): void {
    while (this.root[0]?.type === 'text' && this.root[0].value.trim() === '') this.root.shift();
    const first = leafAt(this.root, 0);
    if (first !== null) first.value = first.value.trimStart();
    const last = leafAt(this.root, -1);
    if (last !== null) last.value = last.value.trimEnd();
  }
}

const EMOJI =
  /^\s*(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u{1f3fb}-\u{1f3ff}\u200d]){1,16}\s*$/u;

/** Whether all that a mark is on are pictures and emoji, which are neither bold nor italic. */
function showsPictures(nodes: readonly Inline[], depth = 0): boolean {
  if (nodes.every((node) => node.type === 'text' && node.value.trim() === '')) return false;
  return nodes.every((node) => {
    if (node.type === 'image') return true;
    if (node.type === 'text') return node.value.trim() === '' || EMOJI.test(node.value.slice(0, 40));
    return 'children' in node && depth < 2 && showsPictures(node.children, depth + 1);
  });
}

/** Whether two are one: equal marks, links to one address that tear a word, which ends in `before`, the text last written. */
function continues(last: Inline, next: Container, before: string, text: string): boolean {
  if (last.type !== next.type) return false;
  if (next.type === 'mark') return (last as Mark).tag === next.tag;
  if (next.type !== 'link') return true;
  const { url, title, children } = last as Link;
  const end = children.at(-1);
  if (url !== next.url || title !== next.title || end?.type !== 'text') return false;
  return /[\p{L}\p{N}]$/u.test(before.slice(-2)) && /^[\p{Ll}\p{N}]/u.test(text);
}

function leafAt(nodes: readonly Inline[], index: 0 | -1): Text | null {
  let node = nodes.at(index);
  while (node !== undefined && 'children' in node) node = node.children.at(index);
  return node?.type === 'text' ? node : null;
}
