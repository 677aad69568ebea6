import { plainText } from '../content/plain-text.ts';
import type { Block, Image, Inline, Link, Root } from '../content/tree.ts';
import { lazy } from '../lazy.ts';
import { walkContent, walkInline } from '../walk-content.ts';

/** What is written for a picture; `beside`: the words of its line and of its link. */
export type ImageText = (image: Image, beside: readonly string[]) => string;

/** Titles of players, and of links to media files, that say nothing without the address. */
const STOCK_TITLE = /^(?:youtube|vimeo|dailymotion|tiktok|loom)\s(?:video|playlist|player)(?:\splayer)?$/i;
const MEDIUM = /^(?:video|audio)(?:\splayer)?$/i;
const MEDIA_FILE = /\.(?:mp4|webm|mov|m3u8|mp3|m4a|ogg|wav)(?:[?#]|$)/i;

/** Text of inline nodes, breaks as `\n`; pictures as `imageText` has them, else as their words where none beside say them. */
export function inlineText(nodes: readonly Inline[], imageText: ImageText = alternativeOf): string {
  const only = nodes[0];
  if (nodes.length === 1 && only?.type === 'text') return only.value;
  return new InlineText(nodes, imageText).write();
}

function alternativeOf({ alt }: Image, beside: readonly string[]): string {
  return beside.includes(comparisonKey(alt)) ? '' : alt;
}

class InlineText {
  private readonly out: string[] = [];
  private link: Link | null = null;
  /** The words of the line, and of the link that is open, once a picture has asked for them: few do. */
  private lineWords: string | null = null;
  private linkWords: string | null = null;
  private followsImage = false;
  /** A picture was left out after a blank: the next one is too many. */
  private leavesBlank = false;

  constructor(
    private readonly nodes: readonly Inline[],
    private readonly imageText: ImageText,
  ) {}

  write(): string {
    walkInline(this.nodes, (node) => this.enter(node));
    return this.out.join('');
  }

  private enter(node: Inline): (() => void) | boolean {
    const from = this.out.length;
    if (node.type === 'link') {
      this.link = node;
      this.linkWords = null;
      return () => this.endLink(node, from);
    }
    if (node.type === 'mark' && (node.tag === 'sup' || node.tag === 'sub')) {
      const { tag } = node;
      return () => this.endScript(tag, from);
    }
    if (!('children' in node)) this.leaf(node);
    return true;
  }

  private leaf(node: Exclude<Inline, { children: unknown }>): void {
    if (node.type === 'image') this.image(node);
    else if (node.type === 'break') this.push('\n');
    else if (node.type === 'footnoteReference') this.push(`[${node.identifier}]`);
    else this.push(node.value);
  }

  /** A picture says a text of its own: it stands apart from words and other pictures. */
  private image(image: Image): void {
    const text = image.alt === '' ? '' : this.imageText(image, this.wordsBeside());
    if (text === '') {
      this.leavesBlank = /(?:^|\s)$/.test(this.tail());
      return;
    }
    if (/[\p{L}\p{N}]$/u.test(this.tail())) this.push(' ');
    this.push(text);
    this.followsImage = true;
  }

  private wordsBeside(): string[] {
    this.lineWords ??= wordsOf(this.nodes);
    if (this.link !== null) this.linkWords ??= wordsOf(this.link.children);
    return this.linkWords === null ? [this.lineWords] : [this.lineWords, this.linkWords];
  }

  private push(piece: string): void {
    const text = this.leavesBlank ? piece.trimStart() : piece;
    if (text === '') return;
    this.leavesBlank = false;
    if (this.followsImage && /^[\p{L}\p{N}]/u.test(text)) this.out.push(' ');
    this.followsImage = false;
    this.out.push(text);
  }

  private endLink({ url }: Link, from: number): void {
    this.link = null;
    this.linkWords = null;
    const isAlone = this.nodes.length === 1 && from === 0;
    if (isAlone && needsAddress(this.out.join('').trim(), url)) this.push(` ${url}`);
  }

  private endScript(tag: 'sup' | 'sub', from: number): void {
    const text = this.out.splice(from).join('');
    this.push(scriptText(tag, text, this.tail()));
  }

  private tail(): string {
    return this.out.slice(-2).join('').slice(-4);
  }
}

function needsAddress(title: string, url: string): boolean {
  return STOCK_TITLE.test(title) || (MEDIUM.test(title) && MEDIA_FILE.test(url));
}

/** An alternative text that so many pictures have is that of an ornament, and written once. */
const MANY = 4;

/** Which alternative texts of a page its text says: those that its words do not say beside the picture. */
export class Alternatives {
  private readonly pictures: () => ReadonlyMap<string, number>;
  private readonly written = new Set<string>();

  constructor(root: Root) {
    this.pictures = lazy(() => {
      const pictures = new Map<string, number>();
      walkContent(root, (node) => {
        if (node.type === 'image') pictures.set(node.alt, (pictures.get(node.alt) ?? 0) + 1);
      });
      return pictures;
    });
  }

  /** What a picture says beside these words; nothing where they say it, or an ornament said it before. */
  textOf({ alt }: Image, beside: readonly string[]): string {
    if (alt.trim() === '' || beside.includes(comparisonKey(alt))) return '';
    if (this.pictures().get(alt)! >= MANY) {
      if (this.written.has(alt)) return '';
      this.written.add(alt);
    }
    return alt;
  }
}

/** A text as it is compared: its letters and digits. */
function comparisonKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The words of inline content without its pictures, as they are compared. */
export function wordsOf(nodes: readonly Inline[]): string {
  return comparisonKey(plainText(nodes));
}

/** The words of a paragraph or heading beside a picture, as they are compared. */
export function wordsOfBlock(block: Block | undefined): string[] {
  return block?.type === 'paragraph' || block?.type === 'heading' ? [wordsOf(block.children)] : [];
}

/** Superscripts and subscripts that Unicode has and that models and readers know: digits, signs, a few letters. */
const RAISED = tableOf('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const LOWERED = tableOf('0123456789+-−=()ijkmn', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ᵢⱼₖₘₙ');

/** Signs that are written raised by themselves, or are as well read on the line: ®, *, †, commas between notes. */
const SIGNS = /^[\p{P}\p{S}\s]*$/u;
/** Letters that end a numeral or an abbreviation: 4th, XIXe, Mme, No. */
const ENDING = /^(?:st|nd|rd|th|er|re|e|ère|ème|eme|d|de|te|ste|o|os|a|as|me|mes|lle|lles|r|gr)$/;
const MARKS: ReadonlyMap<string, string> = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);
/** What is longer is no script but a text in small letters. */
const MAX_CHARS = 12;

function tableOf(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((char, i) => [char, targets[i]!]));
}

/** A superscript or subscript after `before` in a line: 10⁶ in Unicode, else behind `^` or `_` at a sign, else a word of its own. */
export function scriptText(tag: 'sup' | 'sub', text: string, before: string): string {
  const value = text.trim();
  const touches = !/(?:^|\s)$/.test(before);
  const unicode = inUnicode(value, tag === 'sup' ? RAISED : LOWERED);
  if (unicode !== null && (touches || /^\p{N}/u.test(value))) return unicode;
  if (!touches || /^[[(:]/.test(value) || SIGNS.test(value)) return text;
  if (tag === 'sup') {
    if (MARKS.has(value)) return MARKS.get(value)!;
    if (ENDING.test(value) && /[\p{N}\p{Lu}]$/u.test(before)) return value;
  }
  const isWord = /^\p{L}{2}/u.test(value) && /$(?<=\p{L}[\p{L}\p{N}]+)/u.test(before) && tag === 'sup';
  if (isWord || value.length > MAX_CHARS) return ` ${value}`;
  const sign = tag === 'sup' ? '^' : '_';
  return /^[\p{L}\p{N}]+$/u.test(value) ? sign + value : `${sign}(${value})`;
}

/** `text` in the letters of `table`, signs between them as they are; null when it has others, or no digit or letter. */
function inUnicode(text: string, table: ReadonlyMap<string, string>): string | null {
  if (text.length > MAX_CHARS || !/[\p{L}\p{N}]/u.test(text)) return null;
  let out = '';
  for (const char of text) {
    const own = table.get(char) ?? (/[\s,;–*†‡]/.test(char) ? char : null);
    if (own === null) return null;
    out += own;
  }
  return out;
}
