import { h } from './dom.ts';
import { FAMILY_OF, KEYWORDS } from './languages.table.ts';

/** Longer code stays plain: each coloured piece is an element. In characters. */
const HIGHLIGHT_MAX_CHARACTERS = 60_000;

/** Kind and shape of a piece of code; the kind becomes the class `hl-KIND`. */
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
const WORD: Piece = ['word', /[A-Za-z_$][\w$]*/y];
/** What is in none of the pieces, a run at a time. */
const PLAIN = /\w+|[^\S\n]+|[\s\S]/uy;

/** The pieces of a family of languages, each tried in turn. */
const FAMILIES: Readonly<Record<string, readonly Piece[]>> = {
  c: [LINE, BLOCK, DOUBLE, SINGLE, ['string', /`(?:[^`\\]|\\[\s\S])*`?/y], NUMBER, WORD],
  hash: [HASH, ['string', /"""[^"]*"""/y], DOUBLE, SINGLE, NUMBER, WORD],
  shell: [HASH, ['string', /"(?:[^"\\]|\\[\s\S])*"?/y], ['string', /'[^']*'?/y], NUMBER, WORD],
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

/** Code as nodes: comments, strings, numbers and keywords as elements with a class. A language that is not known stays plain. */
export function highlighted(code: string, language: string): (Node | string)[] {
  const family = FAMILY_OF[language.toLowerCase()] ?? '';
  const pieces = FAMILIES[family];
  if (pieces === undefined || code.length > HIGHLIGHT_MAX_CHARACTERS) return [code];
  const keywords = new Set((KEYWORDS[family] ?? '').split(' '));
  const nodes: (Node | string)[] = [];
  let plain = '';
  for (let at = 0; at < code.length; ) {
    const { kind, text } = pieceAt(code, at, pieces);
    const shown = kind === 'word' && keywords.has(text) ? 'keyword' : kind;
    if (shown === null || shown === 'word') plain += text;
    else {
      nodes.push(plain, h('span', { class: `hl-${shown}` }, text));
      plain = '';
    }
    at += text.length;
  }
  nodes.push(plain);
  return nodes;
}

function pieceAt(
  code: string,
  at: number,
  pieces: readonly Piece[],
): { readonly kind: Piece[0] | null; readonly text: string } {
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
