import { h } from './dom.ts';
import { FAMILY_OF, KEYWORDS } from './languages.table.ts';

/** Longer code stays plain: each coloured piece is an element. In characters. */
const HIGHLIGHT_MAX_CHARACTERS = 60_000;

/** Names of groups are what a piece is; each becomes the class `hl-NAME`. */
const FAMILIES: Readonly<Record<string, RegExp>> = {
  c: /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|`(?:[^`\\]|\\[\s\S])*`?)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_$][\w$]*)/g,
  hash: /(?<comment>(?<!\S)#[^\n]*)|(?<string>"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_][\w]*)/g,
  shell:
    /(?<comment>(?<!\S)#[^\n]*)|(?<string>"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_][\w]*)/g,
  sql: /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>'[^'\n]*'?|"[^"\n]*"?)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_][\w]*)/g,
  markup:
    /(?<comment><!--[\s\S]*?(?:-->|$))|(?<keyword><[/!?]?[A-Za-z][\w:.-]*|[/?]?>)|(?<string>(?<==)(?:"[^"]*"?|'[^']*'?))/g,
  json: /(?<name>"(?:[^"\\\n]|\\[^\n])*"(?=\s?:))|(?<string>"(?:[^"\\\n]|\\[^\n])*"?)|(?<number>-?\b\d[\w.+-]*)|(?<word>[a-z]+)/g,
  markdown:
    /(?<string>^(?<fence>`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??\k<fence>[^\n]*$)|(?<keyword>^#{1,6}[ ][^\n]*)|(?<name>^[ ]*(?:[-*+]|\d+[.)])(?=[ ])|^(?:>[ ]?)+|^\|[ :|-]+\|$)|(?<code>`[^`\n]+`)|(?<comment>(?<=\])\([^()\s]*\))/gm,
};

/** Code as nodes: comments, strings, numbers and keywords as elements with a class. A language that is not known stays plain. */
export function highlighted(code: string, language: string): (Node | string)[] {
  const family = FAMILY_OF[language.toLowerCase()] ?? '';
  const pattern = FAMILIES[family];
  if (pattern === undefined || code.length > HIGHLIGHT_MAX_CHARACTERS) return [code];
  const keywords = new Set((KEYWORDS[family] ?? '').split(' '));
  const nodes: (Node | string)[] = [];
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = kindOf(match.groups!, keywords);
    if (kind === null) continue;
    nodes.push(code.slice(at, match.index), h('span', { class: `hl-${kind}` }, match[0]));
    at = match.index + match[0].length;
  }
  nodes.push(code.slice(at));
  return nodes;
}

function kindOf(
  groups: Readonly<Record<string, string | undefined>>,
  keywords: ReadonlySet<string>,
): string | null {
  const [kind, text] = Object.entries(groups).find(([, value]) => value !== undefined)!;
  if (kind === 'code') return 'string';
  if (kind !== 'word') return kind;
  return keywords.has(text!) || keywords.has(text!.toLowerCase()) ? 'keyword' : null;
}
