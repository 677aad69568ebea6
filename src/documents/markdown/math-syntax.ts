import type { Options } from 'micromark';
import type { Code, Effects, Extension, State } from './parser-patches.ts';

type HtmlExtension = NonNullable<Options['htmlExtensions']>[number];

interface Tokenizer {
  readonly previous: Code;
  readonly parser: { readonly lazy: Readonly<Record<number, boolean>> };
  now(): { readonly line: number };
}
interface Compiler {
  raw(html: string): void;
  encode(text: string): string;
  sliceSerialize(token: unknown): string;
}

const DOLLAR = 36;
const BACKSLASH = 92;

const isLineEnd = (code: Code): boolean => code !== null && code < -2;
const isBlank = (code: Code): boolean => code === null || code < 0 || code === 32;
const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57;

/**
 * Formulas in Markdown as GitHub and Pandoc write them: `$a$`, with no blank inside the dollars and no digit after
 * them so that prices stay prices, `$$a$$`, and blocks between lines of `$$`.
 */
export function mathSyntax(): Extension {
  return {
    text: { [DOLLAR]: { name: 'mathText', tokenize: tokenizeText } },
    flow: { [DOLLAR]: { name: 'mathFlow', tokenize: tokenizeFlow, concrete: true } },
  } as unknown as Extension;
}

/** Formulas as elements that the core reads: LaTeX between its own delimiters. */
export function mathHtml(): HtmlExtension {
  const write = (html: string) =>
    function (this: Compiler) {
      this.raw(html);
    };
  return {
    enter: {
      mathInline: write('<span class="math inline">\\('),
      mathDisplay: write('<span class="math display">\\['),
      mathFlow: write('<p><span class="math display">\\['),
    },
    exit: {
      mathInline: write('\\)</span>'),
      mathDisplay: write('\\]</span>'),
      mathFlow: write('\\]</span></p>'),
      mathData(this: Compiler, token: unknown) {
        this.raw(this.encode(this.sliceSerialize(token)));
      },
    },
  } as unknown as HtmlExtension;
}

/** Takes dollars, at the most so many, and goes on with `then`, which is told how many there were. */
function dollars(
  effects: Effects,
  most: number,
  then: (count: number, code: Code) => ReturnType<State>,
): State {
  let count = 0;
  const next: State = (code) => {
    if (code !== DOLLAR || count === most) return then(count, code);
    count++;
    effects.consume(code);
    return next;
  };
  return next;
}

function takeLineEnd(effects: Effects, code: Code): void {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
}

function tokenizeText(this: Tokenizer, effects: Effects, ok: State, nok: State): State {
  let size = 0;
  let last: Code = DOLLAR;
  let token = { type: '' };
  const open = dollars(effects, 3, (count, code) => {
    size = count;
    if (size > 2 || (size === 1 && isBlank(code))) return nok(code);
    effects.exit('mathSequence');
    if (size === 2) token.type = 'mathDisplay';
    return between(code);
  });
  const between: State = (code) => {
    if (code === null) return nok(code);
    if (isLineEnd(code)) {
      takeLineEnd(effects, code);
      last = code;
      return between;
    }
    if (code === DOLLAR) {
      effects.enter('mathSequence');
      return dollars(effects, size, close)(code);
    }
    effects.enter('mathData');
    return data(code);
  };
  const data: State = (code) => {
    if (code === null || isLineEnd(code) || code === DOLLAR) {
      effects.exit('mathData');
      return between(code);
    }
    effects.consume(code);
    last = code;
    return code === BACKSLASH ? escaped : data;
  };
  const escaped: State = (code) => {
    if (code !== DOLLAR && code !== BACKSLASH) return data(code);
    effects.consume(code);
    last = code;
    return data;
  };
  const close = (closed: number, code: Code): ReturnType<State> => {
    if (closed !== size || (size === 1 && (isBlank(last) || isDigit(code)))) return nok(code);
    effects.exit('mathSequence');
    effects.exit(token.type);
    return ok(code);
  };
  return (code) => {
    if (this.previous === DOLLAR) return nok(code);
    token = effects.enter('mathInline');
    effects.enter('mathSequence');
    return open(code);
  };
}

function tokenizeFlow(this: Tokenizer, effects: Effects, ok: State, nok: State): State {
  const open = dollars(effects, 3, (count, code) => {
    if (count !== 2) return nok(code);
    effects.exit('mathSequence');
    return line(code);
  });
  const line: State = (code) => {
    if (code === null || code === DOLLAR) return nok(code);
    if (isLineEnd(code)) return next(code);
    effects.enter('mathData');
    return data(code);
  };
  const data: State = (code) => {
    if (code === null || code === DOLLAR || isLineEnd(code)) {
      effects.exit('mathData');
      return code === DOLLAR ? effects.attempt(closing, done, nok)(code) : line(code);
    }
    effects.consume(code);
    return data;
  };
  const next: State = (code) => {
    takeLineEnd(effects, code);
    return (after) =>
      this.parser.lazy[this.now().line] ? nok(after) : effects.attempt(closing, done, line)(after);
  };
  const done: State = (code) => {
    effects.exit('mathFlow');
    return ok(code);
  };
  return (code) => {
    effects.enter('mathFlow');
    effects.enter('mathSequence');
    return open(code);
  };
}

/** `$$` and nothing but blanks to the end of the line. */
const closing = {
  tokenize(effects: Effects, ok: State, nok: State): State {
    const blanks: State = (code) => {
      if (code === null || isLineEnd(code)) {
        effects.exit('mathSequence');
        return ok(code);
      }
      if (!isBlank(code)) return nok(code);
      effects.consume(code);
      return blanks;
    };
    const sequence = dollars(effects, 2, (count, code) => (count === 2 ? blanks(code) : nok(code)));
    return (code) => {
      if (code !== DOLLAR) return nok(code);
      effects.enter('mathSequence');
      return sequence(code);
    };
  },
  partial: true,
};
