import { withEmbeddedContent } from '../../src/core/embedded/with-embedded-content.ts';
import { parseHtml } from '../../src/core/html/parse.ts';
import { annotate } from '../../src/core/page/annotate.ts';
import type { Annotation } from '../../src/core/page/annotation.ts';
import { type PageStructure, relateElements } from '../../src/core/page/page-structure.ts';
import { judgeVisibility } from '../../src/core/page/visibility/judge-visibility.ts';
import { describeBlocks } from '../../src/core/select/features/describe-blocks.ts';
import type { FeatureColumns } from '../../src/core/select/features/feature-columns.ts';
import { type Names, readNames, textKeys } from '../../src/core/select/features/name-features.ts';
import { alignBlocks, alignMarks } from './align.ts';
import { type LabelledPage, readHtml } from './corpus.ts';
import type { PageVotes } from './fit-vocabulary.ts';

/** Fewest words of a paragraph, and most tenths of them that are links. */
const MIN_PROSE_WORDS = 12;
const LINKED_TENTHS = 3;
/** Fewest words that a label leaves out, and their share of those that it has. */
const MIN_LEFT_OUT = 150;
const LEFT_OUT_SHARE = 1 / 2;

/**
 * Whether a label stops in mid-article: below its last words the same prose goes on, in paragraphs of the template position
 * that most of the label's own have. Such a page teaches that the end of an article is none.
 */
function stopsEarly(a: Annotation, s: PageStructure, labels: ArrayLike<number>): boolean {
  const positions = new Map<number, number>();
  let all = 0;
  let last = -1;
  const isProse = (i: number): boolean => {
    const { count, linkWords } = a.blocks[i]!;
    return count.words >= MIN_PROSE_WORDS && linkWords * 10 <= count.words * LINKED_TENTHS;
  };
  for (let i = 0; i < a.blocks.length; i++) {
    if (labels[i]! < 0.5) continue;
    last = i;
    const { element, count } = a.blocks[i]!;
    all += count.words;
    if (isProse(i)) positions.set(s.path[element]!, (positions.get(s.path[element]!) ?? 0) + count.words);
  }
  const [main] = [...positions].sort((one, other) => other[1] - one[1])[0] ?? [];
  let leftOut = 0;
  for (let i = last + 1; i < a.blocks.length; i++)
    if (isProse(i) && s.path[a.blocks[i]!.element] === main) leftOut += a.blocks[i]!.count.words;
  return leftOut >= MIN_LEFT_OUT && leftOut >= all * LEFT_OUT_SHARE;
}

/** A page ready for training: annotated, described, labelled. */
export interface PreparedPage {
  readonly page: LabelledPage;
  readonly fold: number;
  readonly annotation: Annotation;
  readonly structure: PageStructure;
  readonly names: Names;
  readonly columns: FeatureColumns;
  /** Share of each block that is gold; -1 where it is neutral or nothing is known. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
  readonly votes: PageVotes;
}

/** How much a page of each data set says about what we want; the suites of other tools say less. Others teach nothing but by readers' labels. */
export const DATASET_WEIGHT: Readonly<Record<string, number>> = {
  wcxb: 1,
  'wcxb-more': 0.6,
  zh: 2,
  readability: 0.5,
  defuddle: 0.4,
  snippets: 0.4,
  magic: 1.5,
  fundus: 1.2,
  postlight: 1,
  recipes: 0.2,
};

/** The same of a page that readers marked, whatever its data set. */
const READERS_WEIGHT = 2.5;

/** Kinds of page that few data sets have: without more weight, articles decide for them. */
const KIND_WEIGHT: Readonly<Record<string, number>> = {
  product: 1.2,
  listing: 1.2,
  collection: 1.2,
  service: 1.2,
  forum: 1,
};

export function preparePage(page: LabelledPage, fold: number): PreparedPage {
  const parsed = parseHtml(readHtml(page.file), page.url);
  judgeVisibility(parsed);
  const annotation = annotate(withEmbeddedContent(parsed, page.url), true);
  const structure = relateElements(annotation);
  const columns = describeBlocks(annotation, structure, page.url);
  const labels = labelsOf(annotation, structure, page);
  const weights = weightsOf(annotation, page, labels);
  const names = readNames(annotation);
  const votes = votesOf(annotation, names, page.domain, fold, labels, weights);
  return { page, fold, annotation, structure, names, columns, labels, weights, votes };
}

/** Kinds of page whose labels of benchmarks say what is content, but not what is none (`bench/readers/README.md`). */
const HALF_LABELLED = ['listing', 'collection', 'service', 'product', 'forum'];

function labelsOf(a: Annotation, s: PageStructure, page: LabelledPage): Float32Array {
  if (page.marked !== null) return alignMarks(a.blocks, page.marked);
  if (page.gold === null) return snippetLabels(a, page);
  const labels = alignBlocks(a.blocks, page.gold);
  if (stopsEarly(a, s, labels)) return labels.fill(-1);
  return HALF_LABELLED.includes(page.type) ? labels.map((label) => (label < 0.5 ? -1 : label)) : labels;
}

/** Blocks that hold a snippet to find or to avoid; all others are unknown. */
function snippetLabels(a: Annotation, page: LabelledPage): Float32Array {
  const squeeze = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
  const labels = new Float32Array(a.blocks.length).fill(-1);
  const include = page.include.map(squeeze);
  const exclude = page.exclude.map(squeeze);
  a.blocks.forEach((block, i) => {
    let text = '';
    for (let k = block.first; k < block.end; k++) text += a.doc.nodes[k]!.text;
    const hay = squeeze(text);
    if (include.some((snippet) => hay.includes(snippet) || (hay.length > 30 && snippet.includes(hay))))
      labels[i] = 1;
    else if (exclude.some((snippet) => hay.includes(snippet) || (hay.length > 12 && snippet.includes(hay))))
      labels[i] = 0;
  });
  return labels;
}

/** Each page counts the same: words over the gold text's words; what lies outside at most three times that. */
function weightsOf(a: Annotation, page: LabelledPage, labels: Float32Array): Float32Array {
  const weights = new Float32Array(a.blocks.length);
  const gold = page.gold ? page.gold.hashes.length : 300;
  const source = page.marked === null ? DATASET_WEIGHT[page.dataset]! : READERS_WEIGHT;
  const base = source * (KIND_WEIGHT[page.type] ?? 1);
  let out = 0;
  a.blocks.forEach((block, i) => {
    if (labels[i]! < 0 || block.count.words === 0) return;
    weights[i] = (base * Math.max(2, block.count.words)) / (gold + 60);
    if (labels[i]! < 0.5) out += weights[i]!;
  });
  const most = 2.5 * base;
  if (out <= most) return weights;
  return weights.map((w, i) => (labels[i]! < 0.5 ? (w * most) / out : w));
}

function votesOf(
  a: Annotation,
  { sets, setOf }: Names,
  domain: string,
  fold: number,
  labels: Float32Array,
  weights: Float32Array,
): PageVotes {
  const n = a.blocks.length;
  const mass = new Float64Array(n + 1);
  const good = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) {
    mass[i + 1] = mass[i]! + weights[i]!;
    good[i + 1] = good[i]! + weights[i]! * Math.max(0, labels[i]!);
  }
  const sums = new Map<number, { mass: number; good: number }>();
  const vote = (key: number, m: number, g: number): void => {
    const entry = sums.get(key) ?? { mass: 0, good: 0 };
    entry.mass += m;
    entry.good += g;
    sums.set(key, entry);
  };
  setOf.forEach((set, index) => {
    if (set < 0) return;
    const from = a.blockStarts[index]!;
    const to = a.blockStarts[a.doc.nodes[index]!.end]!;
    const m = mass[to]! - mass[from]!;
    if (m <= 0) return;
    for (const key of new Set(sets[set])) vote(key, m, good[to]! - good[from]!);
  });
  a.blocks.forEach((block, i) => {
    if (weights[i]! <= 0) return;
    for (const key of textKeys(block)) vote(key, weights[i]!, weights[i]! * Math.max(0, labels[i]!));
  });
  const keys = [...sums.keys()];
  return {
    domain,
    fold,
    keys: Int32Array.from(keys),
    rates: Float32Array.from(keys, (k) => sums.get(k)!.good / sums.get(k)!.mass),
  };
}
