import { InsertionMode, type Parser, Token } from 'parse5';
import { isSpace } from './blank.ts';
import type { HtmlTreeMap } from './tree-adapter.ts';

/**
 * Insertion modes that treat white space and other characters alike, but for `framesetOk`: a run of both can be one
 * token. parse5's own tokenizer makes a token of every word.
 */
const MIXES = new Uint8Array(32);
for (const mode of [
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_TEMPLATE,
  InsertionMode.TEXT,
  InsertionMode.IN_SELECT,
  InsertionMode.IN_SELECT_IN_TABLE,
])
  MIXES[mode] = 1;

const { CHARACTER, NULL_CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;

/** Hands text to parse5's tree builder in as few character tokens as its insertion mode allows. */
export class TextEmitter {
  constructor(
    private readonly parser: Parser<HtmlTreeMap>,
    private readonly context: { readonly inForeignNode: boolean },
  ) {}

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
        i = spaceEnd(text, i);
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
    const start = spaceEnd(text, 0);
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

function spaceEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && isSpace(text.charCodeAt(i))) i++;
  return i;
}
