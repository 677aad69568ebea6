import { FUNCTIONS, SYMBOLS } from '../core/content/handlers/math/symbols.ts';
import { h } from '../site/browser/dom.ts';
import { FormulaTokens, UnknownLatex } from './formula-tokens.ts';
import {
  ACCENTS,
  ALPHABETS,
  GRIDS,
  IGNORED,
  MORE_SYMBOLS,
  OLDER_LETTERS,
  SPACES,
} from './math-commands.table.ts';
import { fenced, m, operator, row, styledLetter, symbol } from './mathml-elements.ts';

/** A longer formula is shown as it is written. In characters. */
const FORMULA_MAX_CHARACTERS = 4000;
/** Deeper formulas are not set. */
const DEPTH_MAX = 40;
const COMMAND_SYMBOLS = new Map([...SYMBOLS].map(([char, command]) => [command, char]));
const FONTS = new Set(['mathrm', 'operatorname', 'rm', 'mathit', 'mathnormal']);
const TEXTS = new Set(['text', 'textrm', 'textbf', 'textit', 'textsf', 'texttt', 'mbox', 'hbox']);
const TAKES_LIMITS = /^(?:[∑∏∐⋃⋂⨁⨂⋁⋀]|lim|limsup|liminf|max|min|sup|inf|det|gcd|Pr|arg (?:max|min))$/;

/**
 * A formula as the browser sets it: LaTeX as MathML. One with a command that is not known is shown as its LaTeX. Its source
 * stays in `data-tex`.
 */
export function formula(tex: string, isBlock: boolean): HTMLElement {
  const source = tex.trim();
  const holder = h(isBlock ? 'div' : 'span', { class: 'math', 'data-tex': source });
  const math = source.length > FORMULA_MAX_CHARACTERS ? null : new FormulaParser(source).parse(isBlock);
  if (math === null) holder.append(h('code', {}, source));
  else holder.append(math);
  if (isBlock) holder.tabIndex = 0;
  return holder;
}

/** Reads the LaTeX that pages have for formulas, and builds MathML Core. */
class FormulaParser extends FormulaTokens {
  private depth = 0;

  /** The formula; null when a command in it is not known or a group does not end. */
  parse(isBlock: boolean): Element | null {
    try {
      const grid = this.grid(null);
      return m('math', isBlock ? { display: 'block' } : {}, grid);
    } catch (error) {
      if (error instanceof UnknownLatex) return null;
      throw error;
    }
  }

  /** Cells up to the end of an environment, or of the formula where it is null. */
  private grid(environment: string | null): Element {
    const rows: Element[][] = [[]];
    for (;;) {
      rows.at(-1)!.push(row(this.atoms(['&', '\\\\', '\\end', undefined])));
      if (this.takes('&')) continue;
      if (this.takes('\\\\')) {
        if (this.peek() === '[') this.optional();
        rows.push([]);
        continue;
      }
      if (environment === null && this.peek() === undefined) break;
      if (environment !== null && this.takes('\\end') && this.rawGroup() === environment) break;
      throw new UnknownLatex('an environment does not end');
    }
    if (rows.length === 1 && rows[0]!.length === 1) return rows[0]![0]!;
    const isAligned = environment === null || /align|split|equation/.test(environment);
    const lines = rows.map((cells) =>
      m('mtr', {}, ...cells.map((cell, i) => m('mtd', { class: isAligned ? `side-${i % 2}` : '' }, cell))),
    );
    return m('mtable', isAligned ? { displaystyle: 'true' } : {}, ...lines);
  }

  private atoms(ends: readonly (string | undefined)[]): Element[] {
    const out: Element[] = [];
    for (let token = this.peek(); !ends.includes(token); token = this.peek()) {
      if (token === undefined) throw new UnknownLatex('a group does not end');
      const atom = this.scripted(this.atom());
      if (atom !== null) out.push(atom);
    }
    return out;
  }

  /** A base with what stands above and below it. */
  private scripted(base: Element | null): Element | null {
    let sub: Element | null = null;
    let sup: Element | null = null;
    for (;;) {
      if (this.takes('_')) sub = this.argument();
      else if (this.takes('^')) sup = this.argument();
      else if (this.peek() === "'") sup = this.primes();
      else if (this.takes('\\limits') || this.takes('\\nolimits')) continue;
      else break;
    }
    if (sub === null && sup === null) return base;
    const body = base ?? m('mrow', {});
    const under = TAKES_LIMITS.test(body.textContent) || /[⏟⏞]$/.test(body.textContent);
    const parts = [body, sub, sup].filter((part) => part !== null);
    const both = under ? 'munderover' : 'msubsup';
    const one = sub === null ? (under ? 'mover' : 'msup') : under ? 'munder' : 'msub';
    return m(sub !== null && sup !== null ? both : one, {}, ...parts);
  }

  private primes(): Element {
    let signs = '';
    while (this.takes("'")) signs += '′';
    return operator(signs);
  }

  /** What a command takes: a group, or the next atom. */
  private argument(): Element {
    return this.peek() === '{' ? row(this.group()) : (this.atom() ?? m('mrow', {}));
  }

  private group(): Element[] {
    if (!this.takes('{')) throw new UnknownLatex('a group is missing');
    const atoms = this.atoms(['}']);
    this.at++;
    return atoms;
  }

  private optional(): Element[] {
    if (!this.takes('[')) return [];
    const atoms = this.atoms([']']);
    this.at++;
    return atoms;
  }

  /** The next thing with no scripts; null for what shows nothing. */
  private atom(): Element | null {
    if (++this.depth > DEPTH_MAX) throw new UnknownLatex('too deep');
    const atom = this.atomAtAnyDepth();
    this.depth--;
    return atom;
  }

  private atomAtAnyDepth(): Element | null {
    if (this.peek() === '{') return m('mrow', {}, ...this.group());
    const token = this.next();
    if (token.startsWith('\\')) return this.command(token.slice(1));
    if (/^\d/.test(token)) return m('mn', {}, token);
    if (token === '}' || token === '&' || token === '^' || token === '_') throw new UnknownLatex(token);
    if (token === '~') return m('mspace', { width: SPACES[' ']! });
    return symbol(token === '-' ? '−' : token === '*' ? '∗' : token);
  }

  private command(name: string): Element | null {
    if (Object.hasOwn(SPACES, name)) return m('mspace', { width: SPACES[name]! });
    if (IGNORED.includes(name)) return null;
    if (TEXTS.has(name)) return m('mtext', {}, this.rawGroup().replaceAll('\\', ''));
    if (FUNCTIONS.has(name)) return m('mi', {}, name);
    if (FONTS.has(name)) return this.upright();
    if (name in ALPHABETS) return this.styled(name);
    if (name in ACCENTS) return this.accented(name);
    const structure = this.structure(name);
    if (structure !== null) return structure;
    const char = COMMAND_SYMBOLS.get(`\\${name}`) ?? MORE_SYMBOLS[name];
    if (char === undefined) throw new UnknownLatex(name);
    return symbol(char);
  }

  private structure(name: string): Element | null {
    switch (name) {
      case 'frac':
      case 'dfrac':
      case 'tfrac':
      case 'cfrac':
        return m('mfrac', {}, this.argument(), this.argument());
      case 'binom':
        return fenced('(', m('mfrac', { linethickness: '0' }, this.argument(), this.argument()), ')');
      case 'sqrt': {
        const index = this.optional();
        const body = this.argument();
        return index.length === 0 ? m('msqrt', {}, body) : m('mroot', {}, body, row(index));
      }
      case 'overset':
      case 'stackrel':
      case 'underset': {
        const script = this.argument();
        return m(name === 'underset' ? 'munder' : 'mover', {}, this.argument(), script);
      }
      case 'phantom':
        return m('mphantom', {}, this.argument());
      case 'left':
        return this.between();
      case 'begin':
        return this.environment();
      default:
        return null;
    }
  }

  private upright(): Element {
    this.takes('*');
    const text = this.rawGroup().trim();
    if (!/^[\w\s.,-]*$/.test(text)) throw new UnknownLatex(text);
    return m('mi', { mathvariant: 'normal' }, text);
  }

  private styled(name: string): Element {
    const text = this.peek() === '{' ? this.rawGroup() : this.next();
    if (!/^[A-Za-z\d\s]*$/.test(text)) throw new UnknownLatex(text);
    const chars = [...text].map((char) => OLDER_LETTERS[name + char] ?? styledLetter(char, ALPHABETS[name]!));
    return m('mi', {}, ...chars);
  }

  private accented(name: string): Element {
    const isUnder = name.startsWith('under');
    const sign = operator(ACCENTS[name]!, { stretchy: String(/over|under|wide/.test(name)) });
    return m(isUnder ? 'munder' : 'mover', isUnder ? {} : { accent: 'true' }, this.argument(), sign);
  }

  private between(): Element {
    const open = this.delimiter();
    const body = row(this.atoms(['\\right']));
    this.at++;
    return fenced(open, body, this.delimiter());
  }

  private delimiter(): string {
    const token = this.next();
    if (token === '.') return '';
    if (!token.startsWith('\\')) return token;
    return COMMAND_SYMBOLS.get(token) ?? MORE_SYMBOLS[token.slice(1)] ?? token.slice(1);
  }

  private environment(): Element {
    const name = this.rawGroup();
    const signs = Object.hasOwn(GRIDS, name) ? GRIDS[name] : undefined;
    if (signs === undefined) throw new UnknownLatex(name);
    if (name === 'array' || name === 'alignedat') this.rawGroup();
    return fenced(signs[0], this.grid(name), signs[1]);
  }
}
