import { blockFields, type ContentNode, walkContent } from '../walk-content.ts';
import { withNumberedHeadings } from './numbered-headings.ts';
import { soleImage } from './pictures.ts';
import { plainText } from './plain-text.ts';
import type { Block, Inline, Link, Paragraph, Root, Table, TableRow } from './tree.ts';

/**
 * Takes lines out that stand right above a heading and say the same, as the name of a product ahead of its title, or its number, and
 * lists of what notes say. Returns `root`.
 */
export function withoutRepeatedLines(root: Root): Root {
  const notes = new Set(root.children.filter(({ type }) => type === 'footnoteDefinition').map(textOf));
  if (notes.size > 0) root.children = root.children.filter((block) => !repeatsNotes(block, notes));
  const settle = (node: ContentNode): void => {
    const lists = node as unknown as Record<string, ContentNode[]>;
    for (const field of blockFields(node)) {
      const blocks = lists[field] as Block[];
      for (const [i, block] of blocks.entries()) unlinkPicture(block, blocks, i + 1);
      if (blocks.some(({ type }) => type === 'heading'))
        lists[field] = withNumberedHeadings(
          blocks.filter((block, i) => !repeatsHeading(block, blocks[i + 1])),
        );
    }
  };
  walkContent(root, settle, blockFields);
  return root;
}

/** Blocks below the picture of an entry among which its title stands. */
const MAX_TO_TITLE = 3;

/** Takes the link off a picture, a block of its own, where words below it, ahead of the next such picture, lead to the same page. */
function unlinkPicture(block: Block, blocks: readonly Block[], below: number): void {
  const link = pictureLinkOf(block);
  if (link === null) return;
  for (const other of blocks.slice(below, below + MAX_TO_TITLE)) {
    const next = pictureLinkOf(other);
    if (next !== null && next.url !== link.url) return;
    const isText = next === null && (other.type === 'paragraph' || other.type === 'heading');
    if (isText && targetsIn(other.children).includes(link.url)) (block as Paragraph).children = link.children;
  }
}

/** The link that is all of a paragraph and holds a picture alone. */
function pictureLinkOf(block: Block): Link | null {
  const only = block.type === 'paragraph' && soleImage(block.children) !== null ? block.children[0]! : null;
  return only?.type === 'link' ? only : null;
}

/** Whether all items of a list say what notes say, behind their numbers. */
function repeatsNotes(list: Block, notes: ReadonlySet<string>): boolean {
  return list.type === 'list' && list.children.every((item) => notes.has(textOf(item)));
}

/** The words of an item or a note without its number. */
function textOf(node: ContentNode): string {
  let text = '';
  walkContent(node, (inner) => {
    if ('value' in inner) text += `${inner.value} `;
  });
  return text.replace(/^\s*\d+\s/, '').replace(/\s+/g, ' ');
}

/** Whether a block is a line that says nothing but what the heading below says, and leads nowhere else. */
function repeatsHeading(line: Block, heading: Block | undefined): boolean {
  if (line.type !== 'paragraph' || heading?.type !== 'heading') return false;
  if (plainText(line.children).trim() !== plainText(heading.children).trim()) return false;
  const there = targetsIn(heading.children);
  return targetsIn(line.children).every((target) => there.includes(target));
}

function targetsIn(run: readonly Inline[]): readonly string[] {
  return run.flatMap((node) => [
    ...('url' in node ? [node.url] : []),
    ...('identifier' in node ? [node.identifier] : []),
    ...('children' in node ? targetsIn(node.children) : []),
  ]);
}

/** Adds a table in place of a row ahead that it repeats, or that heads it: widgets scroll a body below a copy of its head. */
export function pushTable(table: Table, kept: Block[]): void {
  const above = kept.at(-1);
  const [first] = table.children;
  if (above?.type === 'table' && above.children.length === 1 && first !== undefined) {
    const head = above.children[0]!;
    const isHeadless = textsOf(first).every((text) => text === '') && !/\d/.test(textsOf(head).join(''));
    const fits = head.children.length === first.children.length;
    if (table.isBelowHead && isHeadless && fits) table.children[0] = head;
    if (textsOf(table.children[0]!).join('\n') === textsOf(head).join('\n')) kept.pop();
  }
  kept.push(table);
}

function textsOf({ children }: TableRow): string[] {
  return children.map((cell) => plainText(cell.children).trim());
}

/** A text cut short that is shorter than this may be the beginning of another one by chance. */
const MIN_CUT_CHARS = 16;
const CUT = /(?<!\s)\s*(?:…|\.{3})$/;

/** A settled run in which links side by side to one address that say the same, or the beginning of it, are one, the longest. */
export function withoutRepeatedLinks(run: Inline[]): Inline[] {
  if (run.length < 2 || !run.some(({ type }) => type === 'link')) return run;
  const kept: Inline[] = [];
  for (const node of run) {
    const last = kept.at(-1);
    const at = last?.type === 'text' && last.value.trim() === '' ? -2 : -1;
    const before = kept.at(at);
    if (node.type !== 'link' || before?.type !== 'link' || !repeatsLink(node, before)) kept.push(node);
    else {
      if (at === -2) kept.pop();
      if (plainText(node.children).length > plainText(before.children).length) kept[kept.length - 1] = node;
    }
  }
  return kept;
}

function repeatsLink(one: Link, other: Link): boolean {
  if (one.url !== other.url || !isPlain(one) || !isPlain(other)) return false;
  const [short, long] = [one, other]
    .map(({ children }) => plainText(children))
    .sort((first, second) => first.length - second.length) as [string, string];
  if (short === long) return true;
  return short.length >= MIN_CUT_CHARS && long.startsWith(short.replace(CUT, ''));
}

function isPlain({ title, children }: Link): boolean {
  return title === null && children.every(({ type }) => type === 'text');
}
