import { markdownTree } from './markdown-tree.mjs';

const BLOCKS = new Set(
  'paragraph heading code listItem list blockquote table tableRow tableCell thematicBreak html footnoteDefinition math'.split(
    ' ',
  ),
);
const SILENT = new Set(['image', 'imageReference', 'definition', 'yaml']);
/** Scripts written without blanks: every character counts as a word. */
const SIGN = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const WORD = new RegExp(`[${SIGN}]|(?:(?![${SIGN}])[\\p{L}\\p{N}\\p{M}_])+`, 'gu');

/** Words in lower case after NFKC; figures are words, punctuation is not. */
export function words(text) {
  return (text.normalize('NFKC').match(WORD) ?? []).map((word) => word.toLowerCase());
}

const withoutTags = (html) => html.replace(/<!--[\s\S]*?-->/g, ' ').replace(/<[a-z/!][^>]*>/gi, ' ');

/** What Markdown says once its marks are off, and its structure: headings, lines of code, table rows, links. */
export function readMarkdown(markdown) {
  const found = { headings: [], code: [], rows: [], links: [] };
  const parts = [];
  const plain = (node) => node.value ?? (node.children ?? []).map(plain).join('');
  const visit = (node) => {
    if (SILENT.has(node.type)) return;
    if (BLOCKS.has(node.type)) parts.push('\n');
    if (node.type === 'heading') found.headings.push(words(plain(node)).join(' '));
    if (node.type === 'code') found.code.push(...node.value.split('\n').filter((line) => line.trim() !== ''));
    if (node.type === 'link') found.links.push(`${words(plain(node)).join(' ')} ${node.url}`);
    if (node.type === 'tableRow')
      found.rows.push(node.children.map((cell) => words(plain(cell)).join(' ')).join('|'));
    if (node.type === 'html') parts.push(withoutTags(node.value));
    else if (node.type === 'break') parts.push('\n');
    else if (node.value !== undefined) parts.push(node.value);
    for (const child of node.children ?? []) visit(child);
    if (BLOCKS.has(node.type)) parts.push('\n');
  };
  visit(markdownTree(markdown));
  return { words: words(parts.join('')), ...found };
}

function counted(list) {
  const counts = new Map();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** How many of `gold` are in `found`, each as often as it is in both. */
function shared(found, gold) {
  const counts = counted(found);
  let sum = 0;
  for (const [item, count] of counted(gold)) sum += Math.min(count, counts.get(item) ?? 0);
  return sum;
}

/**
 * Scores a Markdown answer against a label with `markdown` or `text`: precision, recall and F1 over words as a
 * multiset, order left out; with gold Markdown also which share of its headings, code lines, rows and links came out.
 */
export function scorePage(markdown, label) {
  const answer = readMarkdown(markdown);
  const gold = label.markdown === undefined ? { words: words(label.text) } : readMarkdown(label.markdown);
  const common = shared(answer.words, gold.words);
  const precision = answer.words.length > 0 ? common / answer.words.length : 0;
  const recall = gold.words.length > 0 ? common / gold.words.length : 0;
  const score = { f1: common > 0 ? (2 * precision * recall) / (precision + recall) : 0, precision, recall };
  for (const kind of ['headings', 'code', 'rows', 'links'])
    if (gold[kind]?.length > 0) score[kind] = shared(answer[kind], gold[kind]) / gold[kind].length;
  return score;
}

/** Mean of the values that are numbers, or null. */
export function mean(values) {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null;
}
