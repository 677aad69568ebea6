import { FAMILY_OF, KEYWORDS } from './languages.table.ts';

/** Longer code stays plain: each piece that stands out is an element. In characters. */
const HIGHLIGHT_MAX_CHARACTERS = 60_000;

/** Kind and shape of a piece of code. */
type Piece = readonly [
  kind: 'comment' | 'string' | 'number' | 'name' | 'word' | 'keyword' | 'fence',
  shape: RegExp,
];

const LINE: Piece = ['comment', /\/\/[^\n]*/y];
const BLOCK: Piece = ['comment', /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/y];
/** Not within a word or a variable of a shell: `$#`. */
const HASH: Piece = ['comment', /(?<!\S)#[^\n]*/y];
const DOUBLE: Piece = ['string', /"(?:[^"\\\n]|\\[\s\S])*"?/y];
const SINGLE: Piece = ['string', /'(?:[^'\\\n]|\\[\s\S])*'?/y];
const NUMBER: Piece = ['number', /\d[\w.]*/y];
/** Unquoted: its numbers are part of it. */
const ADDRESS: Piece = ['word', /https?:\/\/[^\s'"]+/y];
const WORD: Piece = ['word', /[A-Za-z_$][\w$]*/y];
/** What is in none of the pieces, a run at a time. */
const PLAIN = /\w+|[^\S\n]+|[\s\S]/uy;

/** The pieces of a family of languages, each tried in turn. */
const FAMILIES: Readonly<Record<string, readonly Piece[]>> = {
  c: [LINE, BLOCK, DOUBLE, SINGLE, ['string', /`(?:[^`\\]|\\[\s\S])*`?/y], NUMBER, WORD],
  hash: [HASH, ['string', /"""[^"]*"""/y], DOUBLE, SINGLE, NUMBER, WORD],
  shell: [HASH, ['string', /"(?:[^"\\]|\\[\s\S])*"?/y], ['string', /'[^']*'?/y], ADDRESS, NUMBER, WORD],
  sql: [['comment', /--[^\n]*/y], BLOCK, DOUBLE, SINGLE, NUMBER, WORD],
  markup: [
    ['comment', /<!--[^>]*>/y],
    ['keyword', /<[/!?]?[A-Za-z][\w:.-]*/y],
    ['keyword', /[/?]?>/y],
    ['string', /(?<==)"[^"]*"?/y],
    ['string', /(?<==)'[^']*'?/y],
  ],
  json: [['name', /"(?:[^"\\\n]|\\[^\n])*"(?=:)/y], DOUBLE, ['number', /-?\d[\w.+-]*/y], WORD],
  markdown: [
    ['fence', /^(?:`{3,}|~{3,})/my],
    ['keyword', /^#{1,6} [^\n]*/my],
    ['name', /^ *[-*+] /my],
    ['name', /^ *\d+[.)] /my],
    ['name', /^> ?/my],
    ['string', /`[^`\n]+`/y],
    ['comment', /(?<=\])\([^()\s]*\)/y],
  ],
};

/** A piece of code; null: it does not stand out. */
interface CodeToken {
  readonly kind: Exclude<Piece[0], 'word' | 'fence'> | null;
  readonly text: string;
}

/** Code in pieces that joined are the code: comments, strings, numbers, names, keywords. A language that is not known is one piece. */
export function tokensOf(code: string, language: string): readonly CodeToken[] {
  const family = FAMILY_OF[language.toLowerCase()] ?? '';
  const pieces = FAMILIES[family];
  if (pieces === undefined || code.length > HIGHLIGHT_MAX_CHARACTERS) return [{ kind: null, text: code }];
  const keywords = new Set((KEYWORDS[family] ?? '').split(' '));
  const tokens: CodeToken[] = [];
  let plain = '';
  for (let at = 0; at < code.length; ) {
    const { kind, text } = pieceAt(code, at, pieces);
    const shown = kind === 'word' ? (keywords.has(text) ? 'keyword' : null) : kind;
    if (shown === null) plain += text;
    else {
      tokens.push({ kind: null, text: plain }, { kind: shown, text });
      plain = '';
    }
    at += text.length;
  }
  return [...tokens, { kind: null, text: plain }];
}

function pieceAt(
  code: string,
  at: number,
  pieces: readonly Piece[],
): { readonly kind: Exclude<Piece[0], 'fence'> | null; readonly text: string } {
  for (const [kind, shape] of pieces) {
    const text = textAt(code, at, shape);
    if (text === undefined) continue;
    if (kind !== 'fence') return { kind, text };
    const end = code.indexOf(`\n${text}`, at);
    return { kind: 'string', text: code.slice(at, end === -1 ? code.length : end + 1 + text.length) };
  }
  return { kind: null, text: textAt(code, at, PLAIN)! };
}

function textAt(code: string, at: number, shape: RegExp): string | undefined {
  shape.lastIndex = at;
  return shape.exec(code)?.[0];
}
