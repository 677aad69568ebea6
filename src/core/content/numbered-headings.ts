import type { Block, Heading, Paragraph } from './tree.ts';

/** A number alone in its box, with its mark or without. */
const NUMBER = /^\s*0?(\d{1,2})[.)]?\s*$/;
/** Fewest numbers that count: one is a word of the page. */
const MIN_COUNTED = 2;

/** Blocks in which numbers that stand right above headings of one depth, and count them from 1 on, begin these headings. */
export function withNumberedHeadings(blocks: readonly Block[]): Block[] {
  const counted = new Map<Heading['depth'], { above: Paragraph; heading: Heading }[]>();
  const broken = new Set<Heading['depth']>();
  blocks.forEach((heading, i) => {
    if (heading.type !== 'heading') return;
    const above = blocks[i - 1];
    const number = above?.type === 'paragraph' ? numberOf(above) : null;
    if (number === null) return;
    const all = counted.get(heading.depth) ?? [];
    counted.set(heading.depth, all);
    if (number !== all.length + 1) broken.add(heading.depth);
    all.push({ above: above as Paragraph, heading });
  });
  const gone = new Set<Block>();
  for (const [depth, all] of counted) {
    if (all.length < MIN_COUNTED || broken.has(depth)) continue;
    all.forEach(({ above, heading }, i) => {
      heading.children.unshift({ type: 'text', value: `${i + 1}. ` });
      gone.add(above);
    });
  }
  return gone.size === 0 ? [...blocks] : blocks.filter((block) => !gone.has(block));
}

function numberOf({ children: [only, other] }: Paragraph): number | null {
  const number = only?.type === 'text' && other === undefined ? NUMBER.exec(only.value) : null;
  return number === null ? null : Number(number[1]);
}
