import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';

/** A footnote's definition. */
export interface FootnoteToken {
  readonly type: 'footnote';
  readonly raw: string;
  readonly label: string;
  readonly tokens: Token[];
}

/** A reference to a footnote, or a formula. */
export interface LeafToken {
  readonly type: 'footnoteRef' | 'math' | 'mathBlock';
  readonly raw: string;
  readonly text: string;
}

/** `[^label]: first line`, then lines indented by four spaces, blank ones among them. */
const FOOTNOTE = /^\[\^([^\]\s]+)\]:[ \t]?([^\n]*(?:\n(?: {0,3}\n)* {4}[^\n]*)*)(?:\n+|$)/;

function leaf(
  name: LeafToken['type'],
  level: 'block' | 'inline',
  start: string,
  pattern: RegExp,
): TokenizerAndRendererExtension {
  return {
    name,
    level,
    start: (source: string) => {
      const at = source.indexOf(start);
      return at === -1 ? undefined : at;
    },
    tokenizer(source: string) {
      const match = pattern.exec(source);
      return match === null ? undefined : { type: name, raw: match[0], text: match.at(-1)! };
    },
  };
}

const EXTENSIONS: TokenizerAndRendererExtension[] = [
  {
    name: 'footnote',
    level: 'block',
    start: (source: string) => /^\[\^/m.exec(source)?.index,
    tokenizer(source: string) {
      const match = FOOTNOTE.exec(source);
      if (match === null) return undefined;
      const body = match[2]!.replace(/^ {4}/gm, '');
      return { type: 'footnote', raw: match[0], label: match[1]!, tokens: this.lexer.blockTokens(body, []) };
    },
  },
  leaf('mathBlock', 'block', '$$', /^(\${2,})\n([\s\S]*?)\n\1(?:\n+|$)/),
  leaf('footnoteRef', 'inline', '[^', /^\[\^([^\]\s]+)\]/),
  // Prices are no formulas (Pandoc, `tex_math_dollars`).
  leaf('math', 'inline', '$', /^\$(?![$\s])([^$]*[^$\s])\$(?![$\d])/),
  leaf('math', 'inline', '$', /^(\${2,})(?!\$)([\s\S]*?[^$])\1(?!\$)/),
];

const marked = new Marked({ gfm: true, extensions: EXTENSIONS });

/** Markdown as pagemark writes it (CommonMark, GFM, `[^n]` notes, `$` formulas) as tokens. Makes no HTML. */
export function markdownTokens(markdown: string): Token[] {
  return marked.lexer(markdown);
}
