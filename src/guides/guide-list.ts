import { plainText } from '../core/content/plain-text.ts';
import type { Block, Link, Root } from '../core/content/tree.ts';
import { GUIDES_BASE } from './read-guide.ts';

/** A guide as the list of guides names it. */
export interface GuideEntry {
  /** Name in its address and of its file without the ending. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/** A group of guides under a heading. */
export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly GuideEntry[];
}

/** The groups of `docs/README.md`: a heading and a table whose rows begin with the link of a guide. */
export function guideList({ children }: Root): readonly GuideGroup[] {
  return children.flatMap((block, i) => {
    const before = children[i - 1];
    if (block.type !== 'table' || before?.type !== 'heading') return [];
    return [{ title: plainText(before.children), guides: rowsOf(block) }];
  });
}

function rowsOf({ children: [, ...rows] }: Extract<Block, { type: 'table' }>): readonly GuideEntry[] {
  return rows.map(({ children: [first, second] }) => {
    const link = first!.children.find((node): node is Link => node.type === 'link');
    if (link === undefined) throw new Error('Begin every row of docs/README.md with the link of a guide');
    return {
      name: link.url.slice(GUIDES_BASE.length).replace(/\.md$/, ''),
      title: plainText(link.children),
      about: plainText(second!.children),
    };
  });
}
