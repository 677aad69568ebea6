import { tokensOf } from '../site/highlight.ts';
import { h } from './dom.ts';

/** Code as nodes: what stands out in it as elements with a class. */
export function highlighted(code: string, language: string): (Node | string)[] {
  return tokensOf(code, language).map(({ kind, text }) =>
    kind === null ? text : h('span', { class: `code-${kind}` }, text),
  );
}
