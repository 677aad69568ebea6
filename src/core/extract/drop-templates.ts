import type { HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { CONTEXT } from './element-kind.ts';

/** A text that only holds the place of another one. */
const TEMPLATE = /^\s*\{\{[^{}]*\}\}\s*$/;
/** Attributes by which AngularJS, Vue and Alpine know what they fill in. */
const DIRECTIVE = /^(?:data-)?(?:ng|v|x)-/;
/** Elements around a text that may have such an attribute. */
const MAX_HEIGHT = 4;

/**
 * Drops templates that a script would have filled in or taken out: `<b ng-show="error">{{ error.message }}</b>`. A text
 * about templates stays. Changes `keep`.
 */
export function dropTemplates(a: Annotation, keep: Uint8Array): void {
  a.blocks.forEach(({ first, end, context }, i) => {
    if (keep[i] !== 1 || end > first + 1 || (context & CONTEXT.code) !== 0) return;
    const { text, parent } = a.doc.nodes[first]!;
    if (text.includes('{{') && TEMPLATE.test(text) && hasDirective(parent)) keep[i] = 0;
  });
}

function hasDirective(node: HtmlNode | null): boolean {
  let up = node;
  for (let height = 0; up !== null && height < MAX_HEIGHT; height++) {
    if (up.attrs.some(({ name }) => DIRECTIVE.test(name))) return true;
    up = up.parent;
  }
  return false;
}
