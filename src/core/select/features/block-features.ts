import { HashTable, numberAlike } from '../../hash-table.ts';
import type { HtmlDocument } from '../../html/tree.ts';
import { type Annotation, type Block, MAX_BLOCK_HASHES } from '../../page/annotation.ts';
import { CONTEXT, tagKind } from '../../page/element-kind.ts';
import { titleWords } from '../../page/head.ts';
import { headingLevel } from '../../page/headings.ts';
import { descriptionWords } from '../../page/page-titles.ts';
import { jsonLdTexts } from '../../page/structured-words.ts';
import { mix, wordHashes } from '../../page/word-scan.ts';
import { int32s, uint8s } from '../../zeroed.ts';
import { clamp, type FeatureColumns, ratio } from './feature-columns.ts';

/** Features of each block by itself: its text, its tag, its context, its place on the page. */
export function addBlockFeatures(a: Annotation, out: FeatureColumns): void {
  addTextFeatures(a.blocks, out);
  addContextFeatures(a, out);
  addPlaceFeatures(a, out);
  addTitleFeatures(a, out);
  addHeadingFeatures(a, out);
}

const TEXT_FEATURES: readonly (readonly [string, (b: Block) => number])[] = [
  ['words', (b) => b.count.words],
  ['chars per word', (b) => ratio(b.count.chars, b.count.words * 16)],
  ['link share', (b) => ratio(b.linkWords, b.count.words)],
  ['links', (b) => b.links],
  ['sentences', (b) => b.count.sentences],
  ['ends sentence', (b) => (b.count.endsSentence ? 1 : 0)],
  ['breaks', (b) => b.breaks],
];

function addTextFeatures(blocks: readonly Block[], out: FeatureColumns): void {
  for (const [name, read] of TEXT_FEATURES) {
    const column = out.add(name);
    for (let i = 0; i < blocks.length; i++) column[i] = clamp(read(blocks[i]!));
  }
}

/** Contexts that trees ask for: of the others a training asked a handful of its thousands of questions. */
const CONTEXTS = [
  'table',
  'navigation',
  'footer',
  'aside',
  'main',
  'article',
  'section',
  'dialog',
  'hidden',
  'item',
  'heading',
] as const;

function addContextFeatures(a: Annotation, out: FeatureColumns): void {
  const kind = out.add('tag');
  const parentKind = out.add('parent tag');
  const depth = out.add('depth');
  const contexts = int32s(a.blocks.length);
  a.blocks.forEach((block, i) => {
    const element = a.doc.nodes[block.element]!;
    contexts[i] = block.context;
    kind[i] = tagKind(element.tag);
    parentKind[i] = element.parent ? tagKind(element.parent.tag) : 0;
    depth[i] = a.depth[block.element]!;
  });
  for (const name of CONTEXTS) {
    const column = out.add(`in ${name}`);
    const bit = CONTEXT[name];
    for (let i = 0; i < column.length; i++) column[i] = (contexts[i]! & bit) === 0 ? 0 : 1;
  }
}

function addPlaceFeatures(a: Annotation, out: FeatureColumns): void {
  const place = out.add('place in words');
  const before = out.add('words before');
  const after = out.add('words after');
  const prose = out.add('prose before');
  const proseAfter = out.add('prose after');
  const copies = out.add('copies');
  const copy = out.add('copy');
  const n = a.doc.nodes.length;
  const total = a.words[n]!;
  const texts = numberAlike(a.blocks.map(({ count }) => count.hash));
  const seen = int32s(texts.length);
  for (const text of texts) seen[text]!++;
  const order = int32s(texts.length);
  a.blocks.forEach((block, i) => {
    const words = a.words[block.first]!;
    place[i] = ratio(words, total);
    before[i] = clamp(words);
    after[i] = clamp(total - words - block.count.words);
    prose[i] = clamp(a.proseWords[block.first]!);
    proseAfter[i] = clamp(a.proseWords[n]! - a.proseWords[block.end]!);
    const text = texts[i]!;
    copies[i] = clamp(seen[text]!);
    copy[i] = clamp(order[text]!);
    order[text]!++;
  });
}

/** Which of a page's own words a word is. */
const OF_TITLE = 1;
const OF_DESCRIPTION = 2;

function addTitleFeatures(a: Annotation, out: FeatureColumns): void {
  const ofTitle = out.add('title covered');
  const inDescription = out.add('words of the description');
  const inData = out.add('words of the structured data');
  const pairs = structuredPairs(a.doc);
  const title = titleWords(a.doc);
  const described = descriptionWords(a.doc, 2000);
  const said = new HashTable(title.size + described.length);
  for (const word of described) said.set(word, OF_DESCRIPTION);
  for (const word of title) said.set(word, OF_TITLE | said.get(word));
  a.blocks.forEach(({ hashes }, i) => {
    let titled = 0;
    let told = 0;
    let paired = 0;
    const n = Math.min(hashes.length, MAX_BLOCK_HASHES);
    for (let k = 0; k < n; k++) {
      const of = said.get(hashes[k]!);
      if ((of & OF_TITLE) !== 0) titled++;
      if ((of & OF_DESCRIPTION) !== 0) told++;
      if (k > 0 && pairs.get(mix(hashes[k - 1]!, hashes[k]!)) !== 0) paired++;
    }
    inData[i] = pairs.size === 0 ? -1 : ratio(paired, n - 1);
    ofTitle[i] = ratio(titled, title.size);
    inDescription[i] = ratio(told, n);
  });
}

/**
 * Pairs of neighbouring words, hashed, of the page's JSON-LD: names of listed things, descriptions, article and
 * question bodies. What stands there as well is what the page is about.
 */
function structuredPairs(doc: HtmlDocument): HashTable {
  const texts = [...jsonLdTexts(doc)].map(wordHashes);
  const pairs = new HashTable(texts.reduce((sum, words) => sum + words.length, 0));
  for (const words of texts)
    for (let k = 1; k < words.length; k++) pairs.set(mix(words[k - 1]!, words[k]!), 1);
  return pairs;
}

function addHeadingFeatures(a: Annotation, out: FeatureColumns): void {
  const isHeading = uint8s(a.blocks.length);
  const since = out.add('words since heading');
  const next = out.add('words to next heading');
  const sinceTop = out.add('words since first heading');
  const headingsBefore = out.add('headings before');
  let lastAt = 0;
  let topAt = -1;
  a.blocks.forEach((block, i) => {
    const own = headingLevel(a, block);
    const at = a.words[block.first]!;
    isHeading[i] = own === 0 ? 0 : 1;
    since[i] = clamp(at - lastAt);
    sinceTop[i] = topAt < 0 ? -1 : clamp(at - topAt);
    headingsBefore[i] = clamp(a.headings[block.first]!);
    if (own === 0) return;
    lastAt = at;
    if (own === 1 && topAt < 0) topAt = at;
  });
  let nextAt = a.words[a.doc.nodes.length]!;
  for (let i = a.blocks.length - 1; i >= 0; i--) {
    next[i] = clamp(nextAt - a.words[a.blocks[i]!.first]!);
    if (isHeading[i] === 1) nextAt = a.words[a.blocks[i]!.first]!;
  }
}
