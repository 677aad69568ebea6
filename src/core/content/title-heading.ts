import type { PageTitles } from '../page/page-titles.ts';
import { wordHashes } from '../page/word-scan.ts';
import { plainText } from './plain-text.ts';
import type { Root } from './tree.ts';

/** Blocks at the beginning of the content among which its title is: a picture, a date and a section stand ahead of it at most. */
const MAX_OPENING = 4;

/** Makes the line that is the page's title its heading, where no other heading is of the first level. Returns `root`. */
export function withTitleHeading(root: Root, titles: () => PageTitles): Root {
  const { children } = root;
  if (children.some((block) => block.type === 'heading' && block.depth === 1)) return root;
  for (const [i, line] of children.slice(0, MAX_OPENING).entries()) {
    if (line.type === 'heading') return root;
    if (line.type !== 'paragraph' || line.children.some(({ type }) => type === 'break')) continue;
    const hashes = wordHashes(plainText(line.children));
    if (!titles().isLine({ hashes, count: { words: hashes.length } })) continue;
    const [only] = line.children;
    const isStrong = line.children.length === 1 && only?.type === 'strong';
    children[i] = { type: 'heading', depth: 1, children: isStrong ? only.children : line.children };
    return root;
  }
  return root;
}
