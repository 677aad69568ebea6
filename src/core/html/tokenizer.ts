import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { type Parser, Token, TokenizerMode } from 'parse5';
import { unitAt } from '../unit-at.ts';
import { wordSet } from '../word-set.ts';
import { isSpace, spaceEnd } from './blank.ts';
import {
  afterGreaterThan,
  commentEnd,
  decodeInSlices,
  parseDoctype,
  rawTextEnd,
  scriptEnd,
} from './markup-pieces.ts';
import { ATTRIBUTE_NAMES, asciiLowerCase, hashStep, TAG_NAMES } from './tag-names.ts';
import { TextEmitter } from './text-emitter.ts';
import type { HtmlNode } from './tree.ts';
import type { HtmlTreeAdapter, HtmlTreeMap } from './tree-adapter.ts';

const GT = 62;
const SOLIDUS = 47;
const EQUALS = 61;

// Classes of ASCII characters.
const SPACE = 1;
const NAME_END = 2;
const LETTER = 4;
const UPPER = 8;
const CLASS = new Uint8Array(128);
for (const unit of [9, 10, 12, 13, 32]) CLASS[unit] = SPACE | NAME_END;
for (const unit of [SOLIDUS, GT]) CLASS[unit] = NAME_END;
for (let unit = 65; unit <= 90; unit++) {
  CLASS[unit] = LETTER | UPPER;
  CLASS[unit + 32] = LETTER;
}

/** From this many attributes on, a set finds duplicates. */
const NAME_SET_THRESHOLD = 32;
/** A tag keeps this many attributes, and of those after them the ones with a known name; others cost only the look. */
export const MAX_UNKNOWN_ATTRIBUTES = 1024;

/** Elements that the tree builder may make again (HTML Standard, 13.2.4.3). */
const FORMATTING = wordSet('a b big code em font i nobr s small strike strong tt u');

const NO_ATTRIBUTES: Token.Attribute[] = [];
const COMMENT: Token.CommentToken = { type: Token.TokenType.COMMENT, data: '', location: null };
/** The comments that say something of a page: React sets `<!--$-->` and `<!--/$-->` around what it shows until a part has come. */
const PART_START: Token.CommentToken = { ...COMMENT, data: '$' };
const PART_END: Token.CommentToken = { ...COMMENT, data: '/$' };
const PART = /<!--(?:\$[?!]?|(\/\$))-->/y;

/**
 * Tokenizer of the HTML Standard (13.2.5) for a whole page at once, in the place of parse5's own: the same tokens
 * for the tree builder, but runs of text, values and comments are found by search instead of by character. What no
 * tree needs is left out: positions, parse errors, text of comments.
 */
export class PageTokenizer {
  /** Set by the tree builder when an element's content is not markup. */
  state: number = TokenizerMode.DATA;
  /** Set by the tree builder: the current node is foreign and no integration point. */
  inForeignNode = false;

  private readonly emitter: TextEmitter;
  private html = '';
  private pos = 0;
  /** Next `&` at or after the last place asked about; the length of the page when there is none. */
  private nextAmp = 0;
  private hasNul = false;
  private hasReturn = false;
  private lastStartTag = '';
  private sawDoctype = false;
  private inNoscript = false;
  /** Whether an end tag of a noscript may follow. */
  private hasNoscriptEnd = true;
  // Results of `scanTagName` and `scanAttributes`.
  private tagName = '';
  private tagId = 0;
  private attrs: Token.Attribute[] = NO_ATTRIBUTES;
  private selfClosing = false;
  /** Attributes of the tag that is read; a list that grows with each would ask for more room than they need. */
  private readonly found: Token.Attribute[] = [];
  /** One each for all tags, but for start tags of formatting elements: the tree builder keeps no others. */
  private readonly startTagToken = tagToken(Token.TokenType.START_TAG);
  private readonly endTagToken = tagToken(Token.TokenType.END_TAG);

  constructor(
    private readonly parser: Parser<HtmlTreeMap>,
    private readonly adapter: HtmlTreeAdapter,
  ) {
    this.emitter = new TextEmitter(parser, adapter, this);
  }

  /** Tokenizes a page into the tree builder, the end of file included; `mayHoldNul` when a U+0000 may be in it. */
  run(page: string, mayHoldNul: boolean): void {
    this.html = page;
    // From the end: `includes` stops at the zero byte of every ASCII letter of a text with others, and takes twice as long.
    this.hasNul = mayHoldNul && page.lastIndexOf('\0') >= 0;
    this.hasReturn = page.includes('\r');
    this.nextAmp = -1;
    this.tokenize();
    this.parser.onEof({ type: Token.TokenType.EOF, location: null });
  }

  private tokenize(): void {
    while (this.pos < this.html.length) {
      if (this.state === TokenizerMode.DATA) this.data();
      else this.rawText(this.state);
    }
  }

  /** Text up to the next markup, and that markup. */
  private data(): void {
    const { html, pos } = this;
    let lt = html.indexOf('<', pos);
    let next = 0;
    for (; lt !== -1; lt = html.indexOf('<', lt + 1)) {
      next = html.charCodeAt(lt + 1);
      if (next < 128 && (CLASS[next]! & LETTER) !== 0) break;
      if (next === 33 || next === 63 || (next === SOLIDUS && lt + 2 < html.length)) break;
    }
    const end = lt === -1 ? html.length : lt;
    if (end > pos && !(this.isLayout(pos, end) && this.emitter.beginsLine(next === SOLIDUS)))
      this.emitter.emit(this.decoded(pos, end, decodeHTML), this.hasNul);
    this.pos = end;
    if (lt === -1) return;
    if (next === SOLIDUS) this.endTag(lt);
    else if (next === 33) this.markupDeclaration(lt);
    else if (next === 63) this.comment(afterGreaterThan(html, lt + 1));
    else this.startTag(lt);
  }

  /** Whether white space alone stands between two indices, with a line break. */
  private isLayout(start: number, end: number): boolean {
    let hasBreak = false;
    for (let i = start; i < end; i++) {
      const unit = unitAt(this.html, i);
      if (unit === 10 || unit === 13) hasBreak = true;
      else if (!isSpace(unit)) return false;
    }
    return hasBreak;
  }

  /** The page's text between two indices, with every line break as a line feed: to copy a whole page for these is dear. */
  private text(start: number, end: number): string {
    const text = this.html.slice(start, end);
    return this.hasReturn && text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  /** The same with its character references decoded. */
  private decoded(start: number, end: number, decode: (text: string) => string): string {
    if (this.nextAmp < start) {
      const amp = this.html.indexOf('&', start);
      this.nextAmp = amp === -1 ? this.html.length : amp;
    }
    const text = this.text(start, end);
    return this.nextAmp < end ? decodeInSlices(text, decode) : text;
  }

  private startTag(lt: number): void {
    const nameEnd = this.scanTagName(lt + 1);
    const end = this.scanAttributes(nameEnd);
    if (end === -1) return;
    const { tagName } = this;
    this.lastStartTag = tagName;
    this.adapter.startTags++;
    const token = FORMATTING.has(tagName) ? tagToken(Token.TokenType.START_TAG) : this.startTagToken;
    token.tagName = tagName;
    token.tagID = this.tagId;
    token.selfClosing = this.selfClosing;
    token.ackSelfClosing = false;
    token.attrs = this.attrs;
    this.parser.onStartTag(token);
    if (tagName === 'noscript' && this.state === TokenizerMode.DATA && !this.inNoscript) this.noscript();
  }

  /**
   * Content of a `<noscript>` that is read as elements. To a browser it is text up to the end tag; so that end tag ends
   * it here too, whatever is open within: an `<iframe/>`, a comment or a `<div>` would take in the rest of the page.
   */
  private noscript(): void {
    const page = this.html;
    const end = this.hasNoscriptEnd ? rawTextEnd(page, this.pos, 'noscript') : page.length;
    this.hasNoscriptEnd = end < page.length;
    const { openElements, activeFormattingElements } = this.parser;
    const noscript = openElements.current as HtmlNode;
    if (!this.hasNoscriptEnd || noscript.tag !== 'noscript') return;
    activeFormattingElements.insertMarker();
    this.inNoscript = true;
    this.html = page.slice(0, end);
    this.tokenize();
    this.html = page;
    this.inNoscript = false;
    this.state = TokenizerMode.DATA;
    if (!openElements.contains(noscript)) return;
    for (let open = openElements.current as HtmlNode; open !== noscript; ) {
      this.closeElement(open.tag, openElements.currentTagId!);
      const next = openElements.current as HtmlNode;
      if (next === open) break;
      open = next;
    }
    activeFormattingElements.clearToLastMarker();
  }

  private endTag(lt: number): void {
    const { html } = this;
    const first = html.charCodeAt(lt + 2);
    if (!(first < 128 && (CLASS[first]! & LETTER) !== 0)) {
      if (first === GT) this.pos = lt + 3;
      else this.comment(afterGreaterThan(html, lt + 2));
      return;
    }
    const nameEnd = this.scanTagName(lt + 2);
    if (html.charCodeAt(nameEnd) === GT) this.pos = nameEnd + 1;
    else if (this.scanAttributes(nameEnd) === -1) return;
    this.closeElement(this.tagName, this.tagId);
  }

  private closeElement(tagName: string, tagID: number): void {
    const token = this.endTagToken;
    token.tagName = tagName;
    token.tagID = tagID;
    this.parser.onEndTag(token);
  }

  /** Reads a tag name from `start` into `tagName` and `tagId`; returns where it ends. */
  private scanTagName(start: number): number {
    const { html } = this;
    const { length } = html;
    let hash = 0;
    let classes = 0;
    let i = start;
    for (; i < length; i++) {
      const unit = unitAt(html, i);
      if (unit < 128) {
        classes |= CLASS[unit]!;
        if ((CLASS[unit]! & NAME_END) !== 0) break;
      }
      hash = hashStep(hash, unit);
    }
    const known = TAG_NAMES.find(html, start, i, hash);
    this.tagName = known === null ? this.cleanName(start, i, classes) : known.name;
    this.tagId = known === null ? 0 : known.id;
    return i;
  }

  /** A name that is not in the tables; `classes` are those of its characters. */
  private cleanName(start: number, end: number, classes: number): string {
    const source = this.html.slice(start, end);
    const name = (classes & UPPER) === 0 ? source : asciiLowerCase(source);
    return this.hasNul ? name.replaceAll('\0', '\ufffd') : name;
  }

  /**
   * Reads attributes from `start` into `attrs` and `selfClosing`, and moves `pos` after the `>`. Returns -1 at the
   * end of the page: the tag is dropped.
   */
  private scanAttributes(start: number): number {
    const { html, found } = this;
    const { length } = html;
    this.attrs = NO_ATTRIBUTES;
    this.selfClosing = false;
    let count = 0;
    let names: Set<string> | null = null;
    let i = start;
    while (i < length) {
      const unit = unitAt(html, i);
      if (unit === GT) {
        if (count > 0) this.attrs = found.slice(0, count);
        this.pos = i + 1;
        return i + 1;
      }
      if (unit === SOLIDUS) {
        if (html.charCodeAt(i + 1) === GT) this.selfClosing = true;
        i++;
        continue;
      }
      if (unit < 128 && (CLASS[unit]! & SPACE) !== 0) {
        i++;
        continue;
      }
      // An attribute; a leading `=` belongs to its name.
      const nameStart = i;
      let hash = hashStep(0, unit);
      let classes = unit < 128 ? CLASS[unit]! : 0;
      for (i++; i < length; i++) {
        const c = unitAt(html, i);
        if (c < 128) {
          if (c === EQUALS || (CLASS[c]! & NAME_END) !== 0) break;
          classes |= CLASS[c]!;
        }
        hash = hashStep(hash, c);
      }
      const known = ATTRIBUTE_NAMES.find(html, nameStart, i, hash);
      const kept = known !== null || count < MAX_UNKNOWN_ATTRIBUTES;
      const nameEnd = i;
      i = spaceEnd(html, i, length);
      let value = '';
      if (html.charCodeAt(i) === EQUALS) {
        i++;
        i = spaceEnd(html, i, length);
        if (i >= length) break;
        const quote = unitAt(html, i);
        const quoted = quote === 34 || quote === 39;
        const from = quoted ? i + 1 : i;
        if (quoted) {
          i = html.indexOf(quote === 34 ? '"' : "'", from);
          if (i === -1) break;
        } else {
          for (; i < length; i++) {
            const c = unitAt(html, i);
            if (c === GT || isSpace(c)) break;
          }
        }
        if (kept && i > from) value = this.decoded(from, i, decodeHTMLAttribute);
        if (quoted) i++;
      }
      if (!kept) continue;
      if (this.hasNul) value = value.replaceAll('\0', '\ufffd');
      const name = known === null ? this.cleanName(nameStart, nameEnd, classes) : known.name;
      if (names === null ? hasName(found, count, name) : names.has(name)) continue;
      found[count++] = { name, value };
      if (names !== null) names.add(name);
      else if (count === NAME_SET_THRESHOLD) names = new Set(found.slice(0, count).map((a) => a.name));
    }
    this.pos = length;
    return -1;
  }

  private markupDeclaration(lt: number): void {
    const { html } = this;
    const next = html.charCodeAt(lt + 2);
    if (next === 45 && html.charCodeAt(lt + 3) === 45)
      this.comment(commentEnd(html, lt + 4), this.commentAt(lt));
    else if ((next | 0x20) === 100 && /^doctype$/i.test(html.slice(lt + 2, lt + 9))) this.doctype(lt);
    else if (this.inForeignNode && html.startsWith('[CDATA[', lt + 2)) {
      const close = html.indexOf(']]>', lt + 9);
      const end = close === -1 ? html.length : close;
      this.pos = close === -1 ? end : end + 3;
      if (end > lt + 9) this.emitter.emit(this.text(lt + 9, end), this.hasNul);
    } else this.comment(afterGreaterThan(html, lt + 2));
  }

  private commentAt(lt: number): Token.CommentToken {
    PART.lastIndex = lt;
    const part = PART.exec(this.html);
    if (part === null) return COMMENT;
    return part[1] === undefined ? PART_START : PART_END;
  }

  private comment(end: number, token = COMMENT): void {
    this.pos = end;
    this.parser.onComment(token);
  }

  private doctype(lt: number): void {
    this.pos = afterGreaterThan(this.html, lt);
    // Only the first can matter; the tree builder ignores the others, whatever they say.
    const source = this.sawDoctype ? '<!DOCTYPE html>' : this.html.slice(lt, this.pos);
    this.sawDoctype = true;
    this.parser.onDoctype(parseDoctype(source));
  }

  /** Content of an element that holds no markup, up to its end tag, which `data` reads next. */
  private rawText(state: number): void {
    const { html, pos } = this;
    let end = html.length;
    if (state === TokenizerMode.SCRIPT_DATA) end = scriptEnd(html, pos);
    else if (state !== TokenizerMode.PLAINTEXT) end = rawTextEnd(html, pos, this.lastStartTag);
    if (end > pos) {
      const text = state === TokenizerMode.RCDATA ? this.decoded(pos, end, decodeHTML) : this.text(pos, end);
      this.emitter.emit(this.hasNul ? text.replaceAll('\0', '\ufffd') : text, false);
    }
    this.pos = end;
    this.state = TokenizerMode.DATA;
  }
}

function tagToken(type: Token.TagToken['type']): Token.TagToken {
  return {
    type,
    tagName: '',
    tagID: 0,
    selfClosing: false,
    ackSelfClosing: false,
    attrs: NO_ATTRIBUTES,
    location: null,
  };
}

function hasName(attrs: readonly Token.Attribute[], count: number, name: string): boolean {
  for (let i = 0; i < count; i++) if (attrs[i]!.name === name) return true;
  return false;
}
