import { markdownTree } from './markdown-tree.mjs';
import { words } from './score.mjs';

/** A block this long, in characters, that a page says twice is no formula of its own. */
const MIN_REPEATED_CHARS = 60;
/** A word is glued of two of at least this many letters. */
const MIN_GLUED_CHARS = 2;
/** What repeats by its nature: quotations, notes, and code that a manual shows again with one line changed elsewhere. */
const REPEATING = new Set(['blockquote', 'footnoteDefinition', 'code']);
const LEAVES = new Set(['paragraph', 'heading', 'tableCell']);
const VERBATIM = new Set(['code', 'inlineCode', 'math', 'inlineMath', 'html']);
const textOf = (node) => node.value ?? (node.children ?? []).map(textOf).join('');
const tally = (counts, name, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);

/** The source with every place of code, formulas and tags blanked. */
function proseOf(markdown, verbatim) {
  let out = '';
  let from = 0;
  for (const { position } of verbatim) {
    out += markdown.slice(from, position.start.offset);
    from = position.end.offset;
  }
  return out + markdown.slice(from);
}

function countEscapes(prose, counts) {
  for (const [, sign] of prose.matchAll(/\\([!-/:-@[-`{-~])/g)) {
    tally(counts, 'escapes');
    tally(counts, `\\${sign}`);
  }
  for (const _ of prose.matchAll(/https?\\:|www\\\.|(?<=[\w.+-])\\@/gi)) tally(counts, 'broken addresses');
}

/** Words that the label writes as two. */
function countGlued(said, gold, counts) {
  const known = new Set(gold);
  const pairs = new Set(gold.slice(1).map((word, i) => `${gold[i]} ${word}`));
  for (const word of said) {
    if (known.has(word) || !/^\p{L}+$/u.test(word)) continue;
    for (let at = MIN_GLUED_CHARS; at <= word.length - MIN_GLUED_CHARS; at++)
      if (pairs.has(`${word.slice(0, at)} ${word.slice(at)}`)) {
        tally(counts, 'glued words');
        break;
      }
  }
}

/** Blocks that say what one above says, oftener than people say that the page does. */
function countRepeated(tree, gold, counts) {
  // Two blanks between words, so that a copy right after the first is found too.
  const spaced = (text) => ` ${words(text).join('  ')} `;
  const inLabel = spaced(gold ?? '');
  const seen = new Map();
  for (const text of leafTexts(tree, REPEATING)) {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line.length > MIN_REPEATED_CHARS) tally(seen, line);
  }
  for (const [line, times] of seen) {
    if (times === 1) continue;
    const wanted = Math.max(1, inLabel.split(spaced(line)).length - 1);
    if (times > wanted) tally(counts, 'repeated blocks', times - wanted);
  }
}

/**
 * What disturbs whoever reads Markdown, as a map of name to count, `words` among them: backslashes (all, and by their sign),
 * addresses broken by one, titles of links, pictures without words, blocks said twice, headings that skip a level, non-breaking
 * blanks, tags. `gold`: what people say the page says; words that it writes as two are glued, blocks that it has twice not repeated.
 */
export function noiseOf(markdown, gold) {
  const source = markdown.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  const counts = new Map();
  const verbatim = [];
  let level = 0;
  const visit = (node) => {
    if (VERBATIM.has(node.type)) verbatim.push(node);
    if (node.type === 'html') tally(counts, 'tags');
    if (node.type === 'link' && node.title) tally(counts, 'link titles');
    if (node.type === 'image' && !node.alt?.trim()) tally(counts, 'empty pictures');
    if (node.type === 'text') tally(counts, 'nbsp', node.value.split('\u00a0').length - 1);
    if (node.type === 'heading') {
      if (level > 0 && node.depth > level + 1) tally(counts, 'level skips');
      level = node.depth;
    }
    for (const child of node.children ?? []) visit(child);
  };
  const tree = markdownTree(source);
  visit(tree);
  countEscapes(proseOf(source, verbatim), counts);
  countRepeated(tree, gold, counts);
  const said = words([...leafTexts(tree)].join('\n'));
  tally(counts, 'words', said.length);
  if (gold !== undefined) countGlued(said, words(gold), counts);
  return counts;
}

/** Texts of the blocks without blocks inside, but in those of some types. */
function* leafTexts(node, without = new Set()) {
  if (without.has(node.type)) return;
  if (LEAVES.has(node.type) || node.value !== undefined) yield textOf(node);
  else for (const child of node.children ?? []) yield* leafTexts(child, without);
}
