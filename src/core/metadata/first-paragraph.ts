import type { Root } from '../content/tree.ts';
import { walkContent } from '../walk-content.ts';
import { plainText } from './plain-text.ts';

/** Most characters of an excerpt. */
const EXCERPT_LIMIT = 500;

/** Text of the first paragraph that says something, for pages without a description; null when there is none. */
export function firstParagraph(root: Root): string | null {
  for (const block of root.children) {
    if (block.type !== 'paragraph') continue;
    let text = '';
    walkContent({ type: 'root', children: [block] }, (node) => {
      if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath')
        text += node.value;
      else if (node.type === 'break') text += ' ';
      return text.length > 4 * EXCERPT_LIMIT;
    });
    const excerpt = plainText(text, EXCERPT_LIMIT);
    if (excerpt) return excerpt;
  }
  return null;
}
