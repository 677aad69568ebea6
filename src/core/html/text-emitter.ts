import { InsertionMode, type Parser, Token } from 'parse5';
import { wordSet } from '../word-set.ts';
import { isSpace, spaceEnd } from './blank.ts';
import { type HtmlNode, nearest, TEXT } from './tree.ts';
import { type HtmlTreeAdapter, type HtmlTreeMap, keepsSpace } from './tree-adapter.ts';

/**
 * Insertion modes that treat white space and other characters alike, but for `framesetOk`: a run of both can be one
 * token. parse5's own tokenizer makes a token of every word.
 */
const MIXES = flagged(
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_TEMPLATE,
  InsertionMode.TEXT,
  InsertionMode.IN_SELECT,
  InsertionMode.IN_SELECT_IN_TABLE,
);

/** Insertion modes in which white space between two tags changes nothing but the text of the open element. */
const PARTS = flagged(
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_TABLE,
  InsertionMode.IN_TABLE_BODY,
  InsertionMode.IN_ROW,
);

/** By insertion mode: 1 for some. */
function flagged(...modes: readonly InsertionMode[]): Uint8Array {
  const flags = new Uint8Array(32);
  for (const mode of modes) flags[mode] = 1;
  return flags;
}

/** Elements that are boxes of their own lines (HTML rendering section), `pre` apart. */
export const LINE_BOXES = wordSet(
  'html body address article aside blockquote center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr ' +
    'li main nav ol p section table tbody td tfoot th thead tr ul',
);

/** Elements around white space that are asked whether they keep it: a page may open any number of them. */
const MAX_HEIGHT = 64;

/** The type of the entry of an element in parse5's list of formatting elements; the others are markers. */
const FORMATTING = 1;

const { CHARACTER, NULL_CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;

/** Hands text to parse5's tree builder in as few character tokens as its insertion mode allows. */
export class TextEmitter {
  constructor(
    private readonly parser: Parser<HtmlTreeMap>,
    private readonly adapter: HtmlTreeAdapter,
    private readonly context: { readonly inForeignNode: boolean },
  ) {}

  /**
   * Whether white space that stands here alone between two tags, with a line break in it, begins a line of a block: browsers leave it
   * out (CSS Text 3, 4.1.2), unless a style keeps it. `isLast`: an end tag follows.
   */
  beginsLine(isLast: boolean): boolean {
    const { parser } = this;
    if (PARTS[parser.insertionMode] !== 1 || this.context.inForeignNode) return false;
    const parent = parser.openElements.current as HtmlNode;
    const { last } = parent;
    // To selectors, an element that holds it alone is not empty.
    if (last === null ? isLast : last.kind === TEXT || !LINE_BOXES.has(last.tag)) return false;
    if (!LINE_BOXES.has(parent.tag)) return false;
    // Formatting elements that are to be opened anew are opened by white space too.
    if (parser.activeFormattingElements.newest?.type === FORMATTING) return false;
    return !this.adapter.sawKeptSpace || nearest(parent, keepsSpace, MAX_HEIGHT) === null;
  }

  /** Emits text in runs of one class each, until the rest may be mixed. `mayHoldNul`: a U+0000 may be in it. */
  emit(text: string, mayHoldNul: boolean): void {
    const holdsNul = mayHoldNul && text.includes('\0');
    for (let i = 0; i < text.length; ) {
      if (!holdsNul && this.mixes()) {
        this.emitMixed(text.slice(i));
        return;
      }
      const start = i;
      const unit = text.charCodeAt(i);
      if (unit === 0) {
        while (i < text.length && text.charCodeAt(i) === 0) i++;
        this.send(NULL_CHARACTER, text.slice(start, i));
      } else if (isSpace(unit)) {
        i = spaceEnd(text, i, text.length);
        this.send(WHITESPACE_CHARACTER, text.slice(start, i));
      } else {
        for (i++; i < text.length; i++) {
          const c = text.charCodeAt(i);
          if (c === 0 || isSpace(c)) break;
        }
        this.send(CHARACTER, text.slice(start, i));
      }
    }
  }

  private mixes(): boolean {
    return this.context.inForeignNode || MIXES[this.parser.insertionMode] === 1;
  }

  private emitMixed(text: string): void {
    const start = spaceEnd(text, 0, text.length);
    if (start === text.length) this.send(WHITESPACE_CHARACTER, text);
    else if (start > 0 && this.parser.skipNextNewLine) {
      // Only a white-space token loses the newline that may follow `<pre>` and `<textarea>`.
      this.send(WHITESPACE_CHARACTER, text.slice(0, start));
      this.send(CHARACTER, text.slice(start));
    } else this.send(CHARACTER, text);
  }

  private send(type: Token.CharacterToken['type'], chars: string): void {
    const token = { type, chars, location: null };
    if (type === CHARACTER) this.parser.onCharacter(token);
    else if (type === WHITESPACE_CHARACTER) this.parser.onWhitespaceCharacter(token);
    else this.parser.onNullCharacter(token);
  }
}
