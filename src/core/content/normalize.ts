import { Budget } from '../budget.ts';
import { noInvisible } from '../invisible-characters.ts';
import { appendAll } from './append-all.ts';
import { cleanContent } from './clean-content.ts';
import { pushFact } from './facts.ts';
import { normalizeRun } from './normalize-run.ts';
import { repeatsPicture, soleImage, takePictures } from './pictures.ts';
import { plainText } from './plain-text.ts';
import { pushTable } from './repeats.ts';
import type { Block, Heading, Inline, List, ListItem, Paragraph, Root, Table } from './tree.ts';
import { goesOn } from './tree.ts';
import { isWholly, type Weight, withoutWeight } from './whole-marks.ts';

/**
 * Makes a raw content tree writable: what shows nothing out of every string (`cleanContent`; what goes is added to `counts`),
 * every inline run settled (`normalizeRun`), headings on one line, paragraphs parted at double breaks, table rows padded to one
 * width, blocks without content dropped, and pictures that follow themselves (one for wide, one for narrow screens). Works in
 * place, without recursion, and returns the same root. Normalising twice changes nothing.
 */
export function normalizeContent(root: Root, budget = UNBOUNDED, counts = noInvisible()): Root {
  cleanContent(root, counts);
  const stack: Frame[] = [];
  enter(stack, root.children, (blocks) => {
    root.children = blocks;
  });
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const block = frame.blocks[frame.next++];
    budget.spend(1, DOING);
    if (block !== undefined) settle(block, frame, stack, budget);
    else {
      stack.pop();
      frame.finish(frame.kept);
    }
  }
  return root;
}

const UNBOUNDED = new Budget(Number.POSITIVE_INFINITY);
const DOING = 'settling the content';

interface Frame {
  readonly blocks: readonly Block[];
  next: number;
  readonly kept: Block[];
  /** The list in `kept` that was made of lists of one item last. */
  pieced: List | null;
  readonly finish: (kept: Block[]) => void;
}

function enter(stack: Frame[], blocks: readonly Block[], finish: (kept: Block[]) => void): void {
  stack.push({ blocks, next: 0, kept: [], pieced: null, finish });
}

function settle(block: Block, frame: Frame, stack: Frame[], budget: Budget): void {
  const { kept } = frame;
  switch (block.type) {
    case 'paragraph':
      for (const paragraph of partParagraph(block, normalizeRun(block.children)))
        if (!repeatsPicture(kept, paragraph) && !partsOnly(paragraph, frame)) pushFact(paragraph, kept);
      break;
    case 'heading':
      settleHeading(block, kept);
      break;
    case 'code':
    case 'math':
    case 'thematicBreak':
      if (block.type === 'thematicBreak' || block.value.trim() !== '') kept.push(block);
      break;
    case 'table':
      if (settleTable(block, budget)) pushTable(block, kept);
      break;
    case 'list':
      settleList(block, frame, stack);
      break;
    case 'blockquote':
    case 'footnoteDefinition':
      enter(stack, block.children, (blocks) => {
        block.children = withoutEdgeRules(blocks);
        if (blocks.length > 0) kept.push(block);
      });
      break;
    case 'callout':
      block.title = normalizeRun(block.title);
      enter(stack, block.children, (blocks) => {
        block.children = blocks;
        if (blocks.length + block.title.length > 0) kept.push(block);
      });
      break;
    case 'details':
      block.summary = normalizeRun(block.summary);
      enter(stack, block.children, (blocks) => {
        block.children = blocks;
        if (blocks.length > 0) kept.push(block);
        else if (block.summary.length > 0) kept.push({ type: 'paragraph', children: block.summary });
      });
      break;
    case 'htmlTable':
      settleHtmlTable(block, kept, stack);
      break;
  }
}

/** A sign that parts what stands beside it in a row, and most characters of that. */
const SEPARATOR = /^[·•∙⋅‧・|¦│]$/;
const MAX_PART_CHARS = 60;

/** Whether a paragraph between two short ones is nothing but such a sign: boxes of a row, each a block. */
function partsOnly({ children: [only, other] }: Paragraph, { blocks, next, kept }: Frame): boolean {
  if (only?.type !== 'text' || other !== undefined || !SEPARATOR.test(only.value)) return false;
  return isPart(kept.at(-1)) && isPart(blocks[next]);
}

function isPart(block: Block | undefined): boolean {
  if (block?.type !== 'paragraph' || block.children.every(({ type }) => type === 'strong')) return false;
  return plainText(block.children).trim().length <= MAX_PART_CHARS;
}

const NONE: ReturnType<typeof takePictures> = { before: [], after: [] };

/** Pictures at the edges of a heading are no words of it and stand before and after it; one alone is what it says. */
function settleHeading(heading: Heading, kept: Block[]): void {
  const run = normalizeRun(heading.children, true);
  const areWords = run.length === 1 && run[0]!.type === 'text';
  const { before, after } = areWords || soleImage(run)?.alt ? NONE : takePictures(run);
  for (const picture of before) kept.push({ type: 'paragraph', children: [picture] });
  heading.children = withoutStyle(before.length + after.length > 0 ? normalizeRun(run, true) : run);
  if (heading.children.length > 0) pushHeading(kept, heading);
  for (const picture of after) kept.push({ type: 'paragraph', children: [picture] });
}

/** Adds a heading. One that is a picture right above it, with no section of its own, is a paragraph. */
function pushHeading(kept: Block[], heading: Heading): void {
  const last = kept.at(-1);
  if (last?.type === 'heading' && last.depth >= heading.depth && soleImage(last.children) !== null)
    kept[kept.length - 1] = { type: 'paragraph', children: last.children };
  kept.push(heading);
}

/** What on all of a heading is its style: it stands out by itself. */
const HEADING_STYLES: readonly Weight[] = ['strong', 'emphasis', 'highlight'];

function withoutStyle(run: Inline[]): Inline[] {
  const styles = HEADING_STYLES.filter((weight) => isWholly(run, weight));
  if (styles.length === 0) return run;
  return normalizeRun(styles.reduce<Inline[]>(withoutWeight, run), true);
}

/** Blocks of a container without the rules at its ends: they part its boxes from what is around it. */
function withoutEdgeRules(blocks: Block[]): Block[] {
  const first = blocks.findIndex((block) => block.type !== 'thematicBreak');
  const last = blocks.findLastIndex((block) => block.type !== 'thematicBreak');
  return first < 0 ? blocks : blocks.slice(first, last + 1);
}

/** Items are settled as frames of their own, from the last to the first so that the first comes off first. */
function settleList(list: List, frame: Frame, stack: Frame[]): void {
  const items: ListItem[] = [];
  enter(stack, [], () => {
    list.children = items;
    const last = frame.kept.at(-1);
    const heading = headingAlone(list);
    if (heading !== null) frame.kept.push(heading);
    else if (items.length === 1 && last?.type === 'list' && takesItem(last, list, frame.pieced)) {
      last.children.push(items[0]!);
      frame.pieced = last;
    } else if (items.length > 0) frame.kept.push(list);
  });
  for (const item of list.children.toReversed()) {
    enter(stack, item.children, (blocks) => {
      item.children = withoutEdgeRules(blocks);
      const last = items.at(-1);
      // Pages nest lists in an item of their own, after the one that they belong to.
      const [only, other] = item.children;
      const isSublist = item.checked === null && only?.type === 'list' && other === undefined;
      if (last !== undefined && !list.ordered && isSublist) appendAll(last.children, blocks);
      else if (blocks.length > 0) items.push(item);
    });
  }
}

/** The heading that is all of a list: what it heads follows outside. */
function headingAlone({ ordered, children }: List): Heading | null {
  const [item] = children;
  if (ordered || children.length !== 1 || item!.checked !== null || item!.children.length !== 1) return null;
  const [only] = item!.children;
  return only?.type === 'heading' ? only : null;
}

/** Whether a list of one item goes on with one like it, or made of such: pages write a list of its own around every item. */
function takesItem(last: List, next: List, pieced: List | null): boolean {
  return (last.children.length < 2 || last === pieced) && goesOn(last, next.ordered, next.start);
}

function settleHtmlTable(table: Block & { type: 'htmlTable' }, kept: Block[], stack: Frame[]): void {
  table.caption = normalizeRun(table.caption);
  let filled = table.caption.length > 0;
  enter(stack, [], () => {
    if (filled) kept.push(table);
  });
  for (const row of table.rows) {
    for (const cell of row.cells) {
      enter(stack, cell.children, (blocks) => {
        cell.children = blocks;
        if (blocks.length > 0) filled = true;
      });
    }
  }
}

/** Pads rows to the widest one; false for a table without any content. */
function settleTable({ align, children: rows }: Table, budget: Budget): boolean {
  const columns = rows.reduce((most, row) => Math.max(most, row.children.length), align.length);
  budget.spend(rows.length * columns, DOING);
  const cells = rows.flatMap((row) => row.children);
  for (const cell of cells) cell.children = normalizeRun(cell.children);
  if (cells.every((cell) => cell.children.length === 0)) return false;
  while (align.length < columns) align.push(null);
  for (const row of rows)
    while (row.children.length < columns) row.children.push({ type: 'tableCell', children: [] });
  return true;
}

/** Two breaks in a row are the space between paragraphs. */
function partParagraph(paragraph: Paragraph, run: Inline[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let from = 0;
  for (let at = 0; at < run.length; at++) {
    if (run[at]?.type !== 'break' || run[at + 1]?.type !== 'break') continue;
    paragraphs.push({ type: 'paragraph', children: run.slice(from, at) });
    while (run[at + 1]?.type === 'break') at++;
    from = at + 1;
  }
  paragraph.children = from === 0 ? run : run.slice(from);
  if (paragraph.children.length > 0) paragraphs.push(paragraph);
  return paragraphs;
}
