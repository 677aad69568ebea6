import { firstPart, type HtmlNode, partBeside } from '../html/tree.ts';
import { isFactRow, MAX_LABEL_CHARS, MAX_VALUE_CHARS } from '../units/fact-row.ts';
import { wordSet } from '../word-set.ts';
import type { Builder } from './builder.ts';
import { plainText } from './plain-text.ts';
import type { Block, Inline, List, ListItem, Paragraph } from './tree.ts';

/** Elements that are rows of a page. */
const FACT_BOXES = wordSet('div section p');

/** Paragraphs that say a label and its value, and lists of them. */
const facts = new WeakSet<Block>();

/** Content of what is no label, but the name of a thing, or leads to it. */
const NO_LABEL = new Set<Inline['type']>(['inlineCode', 'link', 'mark']);
/** A sentence of several words; an amount may end with a unit that is cut short. */
const SENTENCE = /^\P{N}.*\s\S*[.!?]$|。$/su;

/** The one line that says a label and its value, each a paragraph; null where they are none. */
export function factOf([label, value, other]: readonly Block[]): Paragraph | null {
  if (label?.type !== 'paragraph' || value?.type !== 'paragraph' || other !== undefined) return null;
  const [said, told] = [label, value].map(({ children }) => plainText(children).trim()) as [string, string];
  if (said === '' || said.length > MAX_LABEL_CHARS || /[.?!。？！]$/.test(said)) return null;
  if (SENTENCE.test(told)) return null;
  if (told === '' || told.length > MAX_VALUE_CHARS || value.children.some(isNoValue)) return null;
  const name = label.children.flatMap((part) => (part.type === 'strong' ? part.children : [part]));
  if (facts.has(value) || name.some(({ type }) => NO_LABEL.has(type))) return null;
  const isAmount = /\d/.test(said) && /^\P{L}*(?: \p{L}{1,5})?$/u.test(said);
  const hasColon = /^[:：]/.test(told);
  const isParted = isAmount || hasColon || /[:：]$/.test(said);
  const last = name.at(-1);
  if (!isParted && last?.type === 'text') last.value = last.value.trimEnd();
  if (!isParted) name.push({ type: 'text', value: ':' });
  const line: Inline[] = [
    { type: 'strong', children: name },
    { type: 'text', value: hasColon ? '' : ' ' },
    ...value.children,
  ];
  return asFact({ type: 'paragraph', children: line });
}

const isNoValue = ({ type }: Inline): boolean => type === 'break' || type === 'image';

/** Notes that a block is a fact, or a list of some. */
function asFact<T extends Block>(block: T): T {
  facts.add(block);
  return block;
}

/** Adds a settled paragraph; facts that follow each other are a list. */
export function pushFact(paragraph: Paragraph, kept: Block[]): void {
  const last = kept.at(-1);
  if (last === undefined || !facts.has(paragraph) || !facts.has(last)) return void kept.push(paragraph);
  const itemOf = (block: Block): ListItem => ({
    type: 'listItem',
    checked: null,
    spread: false,
    children: [block],
  });
  if (last.type === 'list') return void last.children.push(itemOf(paragraph));
  const children = [last, paragraph].map(itemOf);
  kept[kept.length - 1] = asFact<List>({ type: 'list', ordered: false, start: 1, spread: false, children });
}

/** A look without a list of the parts, which most boxes need no more than. */
function hasTwoParts(box: HtmlNode): boolean {
  const first = firstPart(box);
  const second = first === null ? null : partBeside(first, 'next');
  return second !== null && partBeside(second, 'next') === null;
}

/** Enters a box of a label and its value, which are one line; null for others. */
export function handleFact(node: HtmlNode, b: Builder): boolean | null {
  if (!FACT_BOXES.has(node.tag) || b.frame.phrasing || !hasTwoParts(node) || !isFactRow(b.page, node))
    return null;
  return b.openFlow(node, { kind: 'flow' }, ({ blocks }) => {
    const [line, other] = blocks;
    // What stands on a line already may be a speaker and his words.
    if (line?.type === 'paragraph' && other === undefined) b.add(line);
    else b.addAll([factOf(blocks) ?? blocks].flat());
  });
}
