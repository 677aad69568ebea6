import type { HtmlDocument } from '../html/tree.ts';
import { lazy } from '../lazy.ts';
import { int32s, uint8s } from '../zeroed.ts';
import { CONTEXT } from './element-kind.ts';
import { rolesOf } from './roles.ts';
import type { WordCount } from './word-scan.ts';

/** A run of text between two block boundaries: the unit that is kept or dropped. */
export interface Block {
  /** Index of the nearest block-level ancestor. */
  readonly element: number;
  /** Indexes of the first text node and after the last one. */
  readonly first: number;
  end: number;
  readonly count: WordCount;
  linkWords: number;
  links: number;
  breaks: number;
  /** Hashes of its first words, at most `MAX_BLOCK_HASHES`. */
  readonly hashes: number[];
  /** Context bits of its first text. */
  context: number;
}

/** Words of a block that are kept as hashes. */
export const MAX_BLOCK_HASHES = 16;

function seenBlocks(a: Annotation): Uint8Array {
  const seen = uint8s(a.blocks.length);
  for (let i = 0; i < a.blockOf.length; i++)
    if (a.blockOf[i]! >= 0 && (a.context[i]! & CONTEXT.hidden) === 0) seen[a.blockOf[i]!] = 1;
  return seen;
}

/** Has what the columns of an annotation take their length from. */
class Sized {
  protected readonly size: number;

  constructor(readonly doc: HtmlDocument) {
    this.size = doc.nodes.length;
  }
}

/** Facts of a page by node index. Prefix sums: `sum[end] - sum[start]` is the sum over a subtree. */
export class Annotation extends Sized {
  readonly blocks: Block[] = [];
  /** Parent of each node; -1 for the root. Passes that need no more of the nodes than this stay off them. */
  readonly parents = int32s(this.size);
  /** Index after the last descendant of each node. */
  readonly ends = int32s(this.size);
  /** Block of each text node that has words or symbols, else -1. */
  readonly blockOf = int32s(this.size).fill(-1);
  /** Context bits, inherited. */
  readonly context = int32s(this.size);
  readonly depth = int32s(this.size);
  readonly unrendered = uint8s(this.size);
  readonly signature = int32s(this.size);
  /** What class attributes say. */
  readonly roles = rolesOf(this.doc);
  readonly words = int32s(this.size + 1);
  readonly linkWords = int32s(this.size + 1);
  readonly punctuation = int32s(this.size + 1);
  /** Words in blocks of 12 words or more that are at most half links. */
  readonly proseWords = int32s(this.size + 1);
  readonly headings = int32s(this.size + 1);
  readonly controls = int32s(this.size + 1);
  readonly images = int32s(this.size + 1);
  /** Number of blocks that begin before this node. */
  readonly blockStarts = int32s(this.size + 1);
  /** By block: 1 where some text of it is not hidden. */
  readonly seen = lazy(() => seenBlocks(this));
}
