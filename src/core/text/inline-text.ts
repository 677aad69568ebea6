import type { Image, Inline, Link, Mark } from '../content/tree.ts';
import { inkOf, wordsOf } from './alternatives.ts';
import { scriptText } from './scripts.ts';

/** What is written for a picture; `beside`: the words of its line and of its link. */
export type ImageText = (image: Image, beside: readonly string[]) => string;

/** A link or script to end, and the piece that it began with. */
interface Ending {
  readonly ended: Link | Mark;
  readonly from: number;
}

/** Titles of players, and of links to media files, that say nothing without the address. */
const STOCK_TITLE = /^(?:youtube|vimeo|dailymotion|tiktok|loom)\s(?:video|playlist|player)(?:\splayer)?$/i;
const MEDIUM = /^(?:video|audio)(?:\splayer)?$/i;
const MEDIA_FILE = /\.(?:mp4|webm|mov|m3u8|mp3|m4a|ogg|wav)(?:[?#]|$)/i;

/**
 * Text of inline nodes, with line breaks as `\n`; pictures are their alternative text, unless `imageText` says otherwise or
 * the words beside them are the same.
 */
export function inlineText(nodes: readonly Inline[], imageText: ImageText = alternativeOf): string {
  const only = nodes[0];
  if (nodes.length === 1 && only?.type === 'text') return only.value;
  return new InlineText(nodes, imageText).write();
}

function alternativeOf({ alt }: Image, beside: readonly string[]): string {
  return beside.includes(inkOf(alt)) ? '' : alt;
}

class InlineText {
  private readonly nodes: readonly Inline[];
  private readonly imageText: ImageText;
  private readonly out: string[] = [];
  private link: Link | null = null;
  /** The words of the line and of the link, once a picture asks for them. */
  private lineWords: string | null = null;
  private linkWords: string | null = null;
  private followsImage = false;
  /** A picture was left out after a blank: the next one is too many. */
  private leavesBlank = false;

  constructor(nodes: readonly Inline[], imageText: ImageText) {
    this.nodes = nodes;
    this.imageText = imageText;
  }

  write(): string {
    const stack: (Inline | Ending)[] = this.nodes.toReversed();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if ('ended' in node) this.end(node);
      else if ('children' in node) {
        if (node.type === 'link') this.enterLink(node);
        if (node.type === 'link' || isScript(node)) stack.push({ ended: node, from: this.out.length });
        for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
      } else this.leaf(node);
    }
    return this.out.join('');
  }

  private leaf(node: Exclude<Inline, { children: unknown }>): void {
    if (node.type === 'image') this.image(node);
    else if (node.type === 'break') this.push('\n');
    else if (node.type === 'footnoteReference') this.push(`[${node.identifier}]`);
    else this.push(node.value);
  }

  /** A picture says a text of its own: it stands apart from words and other pictures. */
  private image(image: Image): void {
    const text = this.imageText(image, this.wordsBeside());
    if (text === '') {
      this.leavesBlank = /(?:^|\s)$/.test(this.tail());
      return;
    }
    if (/[\p{L}\p{N}]$/u.test(this.tail())) this.push(' ');
    this.push(text);
    this.followsImage = true;
  }

  private push(piece: string): void {
    const text = this.leavesBlank ? piece.trimStart() : piece;
    if (text === '') return;
    this.leavesBlank = false;
    if (this.followsImage && /^[\p{L}\p{N}]/u.test(text)) this.out.push(' ');
    this.followsImage = false;
    this.out.push(text);
  }

  private wordsBeside(): string[] {
    this.lineWords ??= wordsOf(this.nodes);
    if (this.link === null) return [this.lineWords];
    this.linkWords ??= wordsOf(this.link.children);
    return [this.lineWords, this.linkWords];
  }

  private enterLink(link: Link): void {
    this.link = link;
    this.linkWords = null;
  }

  private end({ ended, from }: Ending): void {
    if (ended.type === 'link') {
      this.link = null;
      const isAlone = this.nodes.length === 1 && from === 0;
      if (isAlone && needsAddress(this.out.join('').trim(), ended.url)) this.push(` ${ended.url}`);
      return;
    }
    const text = this.out.splice(from).join('');
    this.push(scriptText(ended.tag as 'sup' | 'sub', text, this.tail()));
  }

  /** The last characters that were written. */
  private tail(): string {
    return this.out.slice(-2).join('').slice(-4);
  }
}

function isScript(node: Inline): node is Mark {
  return node.type === 'mark' && (node.tag === 'sup' || node.tag === 'sub');
}

function needsAddress(title: string, url: string): boolean {
  return STOCK_TITLE.test(title) || (MEDIUM.test(title) && MEDIA_FILE.test(url));
}
