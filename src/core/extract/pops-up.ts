import type { HtmlNode } from '../html/tree.ts';

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
