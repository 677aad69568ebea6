import type { HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { ClassTest } from './class-test.ts';

/** Names of what a pointer brings up beside a word. */
const TOOLTIP =
  /(?:^|\s)(?:tool-?tip|popover|hover-?card)(?:__|--?)?(?:content|text|inner|body|bubble|panel)(?:\s|$)/i;

/** Whether an element is shown on demand only, beside what it explains. */
export function popsUp(node: HtmlNode): boolean {
  return node.attrs.some(
    ({ name, value }) =>
      name === 'popover' ||
      (name === 'role' && value.toLowerCase() === 'tooltip') ||
      (name === 'class' && TOOLTIP.test(value)),
  );
}

/** All such elements of a page. */
export function popUps(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  const named = new ClassTest(a, TOOLTIP).elements();
  return [...elements.having('popover'), ...elements.having('role').filter(popsUp), ...named];
}
