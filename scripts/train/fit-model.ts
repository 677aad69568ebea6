import { HashTable } from '../../src/core/hash-table.ts';
import { FeatureColumns } from '../../src/core/select/features/feature-columns.ts';
import { describeNames } from '../../src/core/select/features/name-features.ts';
import { RankedRows } from '../../src/core/select/forest/feature-ranks.ts';
import { type Forest, NO_FOREST } from '../../src/core/select/forest/forest.ts';
import { ForestScorer } from '../../src/core/select/forest/forest-scorer.ts';
import { readFirst } from '../../src/core/select/reading/read-probabilities.ts';
import { addReadingFeatures } from '../../src/core/select/reading/reading-features.ts';
import { type BoostSettings, generator } from './boost.ts';
import { encodeModel } from './encode-model.ts';
import type { FitPool } from './fit-pool.ts';
import { fitVocabulary, type VocabularyData } from './fit-vocabulary.ts';
import { FOLDS } from './folds.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Blocks of a page that are trained on; longer pages are sampled. */
const MAX_ROWS_PER_PAGE = 350;

/** Rows of all training blocks: which page and block each is, its target and weight. */
interface RowTable {
  readonly page: Int32Array;
  readonly block: Int32Array;
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

function shared<T extends Int16Array | Float32Array | Int32Array>(
  Type: new (buffer: SharedArrayBuffer) => T,
  length: number,
): T {
  return new Type(
    new SharedArrayBuffer(length * (Type as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT),
  );
}

/** Chooses rows: blocks with a label, at most `MAX_ROWS_PER_PAGE` a page by weight-preserving sampling. */
function makeRows(pages: readonly PreparedPage[]): RowTable {
  const page: number[] = [];
  const block: number[] = [];
  const target: number[] = [];
  const weight: number[] = [];
  const random = generator(20240607);
  pages.forEach((p, at) => {
    const known: number[] = [];
    p.weights.forEach((w, i) => {
      if (w > 0) known.push(i);
    });
    const mean = known.reduce((sum, i) => sum + p.weights[i]!, 0) / MAX_ROWS_PER_PAGE;
    for (const i of known) {
      const w = p.weights[i]!;
      const probability =
        known.length <= MAX_ROWS_PER_PAGE
          ? 1
          : Math.min(1, 0.3 * (MAX_ROWS_PER_PAGE / known.length) + (0.7 * w) / mean);
      if (random() >= probability) continue;
      page.push(at);
      block.push(i);
      target.push(p.labels[i]!);
      weight.push(w / probability);
    }
  });
  const out = {
    page: Int32Array.from(page),
    block: Int32Array.from(block),
    target: shared(Float32Array, target.length),
    weight: shared(Float32Array, target.length),
  };
  out.target.set(target);
  out.weight.set(weight);
  return out;
}

/** Shared columns of all rows, with the names of their features. */
interface NamedColumns {
  readonly names: readonly string[];
  readonly columns: Int16Array[];
}

/** Gathers the rows of per-page feature tables into shared columns. */
function gather(rows: RowTable, tables: readonly (FeatureColumns | null)[]): NamedColumns {
  const names = tables.find((table) => table !== null && table.columns.length > 0)?.names ?? [];
  const out = names.map(() => shared(Int16Array, rows.page.length));
  for (let r = 0; r < rows.page.length; r++) {
    const table = tables[rows.page[r]!];
    if (!table || table.columns.length === 0) continue;
    const block = rows.block[r]!;
    for (let f = 0; f < out.length; f++) out[f]![r] = table.valueAt(f, block);
  }
  return { names, columns: out };
}

/** How a model is fitted. */
export interface ModelSettings {
  readonly first: BoostSettings;
  /** Null: it reads once. */
  readonly second: BoostSettings | null;
  /** Whether trees may ask a feature, by the name of its column. */
  readonly mayAsk?: (feature: string) => boolean;
}

const MAX_VOCABULARY = 6000;

/** A vocabulary as it is written and as it is asked. */
interface Vocabularies {
  readonly data: VocabularyData;
  readonly scorer: HashTable;
}

/** Fits models without some folds; what several of them need is fitted once. */
export class ModelFitter {
  readonly #pages: readonly PreparedPage[];
  readonly #pool: FitPool;
  readonly #settings: ModelSettings;
  readonly #rows: RowTable;
  readonly #fixed: NamedColumns;
  readonly #vocabularies = new Map<string, Vocabularies>();
  readonly #first = new Map<string, Promise<Forest>>();

  constructor(pages: readonly PreparedPage[], pool: FitPool, settings: ModelSettings) {
    this.#pages = pages;
    this.#pool = pool;
    this.#settings = settings;
    this.#rows = makeRows(pages);
    this.#fixed = gather(
      this.#rows,
      pages.map((page) => page.columns),
    );
  }

  /** A model that never saw the pages of these folds, as `decodeModel` takes it. */
  async fit(leftOut: readonly number[]): Promise<string> {
    const first = await this.#firstWithout(leftOut);
    const { second: settings } = this.#settings;
    const second = settings === null ? NO_FOREST : await this.#secondWithout(leftOut, settings);
    return encodeModel(this.#vocabularyWithout(leftOut).data, first, second);
  }

  #firstWithout(leftOut: readonly number[]): Promise<Forest> {
    const key = [...leftOut].sort().join();
    let forest = this.#first.get(key);
    if (!forest) {
      forest = this.#fitForest(this.#settings.first, leftOut, () =>
        this.#gatherOthers(leftOut, (page) => this.#namesOf(page, leftOut)),
      );
      this.#first.set(key, forest);
    }
    return forest;
  }

  /**
   * Pages that the second reading is trained on were read first by forests that never saw their fold, as the pages to
   * come will be.
   */
  async #secondWithout(leftOut: readonly number[], settings: BoostSettings): Promise<Forest> {
    const first: ForestScorer[] = [];
    for (let fold = 0; fold < FOLDS; fold++)
      first.push(
        new ForestScorer(leftOut.includes(fold) ? NO_FOREST : await this.#firstWithout([...leftOut, fold])),
      );
    return this.#fitForest(settings, leftOut, () => {
      const describe = (page: PreparedPage): FeatureColumns => {
        const { annotation, structure } = page;
        const named = this.#namesOf(page, leftOut);
        const columns = new FeatureColumns(named.rows).append(page.columns).append(named);
        const scorer = first[page.fold]!;
        const reading = readFirst(annotation, structure, new RankedRows(scorer.ranks, columns), scorer);
        addReadingFeatures(annotation, structure, reading, named);
        return named;
      };
      return this.#gatherOthers(leftOut, describe);
    });
  }

  /** Fits a forest to the fixed columns and those that `describe` makes once a worker is free. */
  #fitForest(
    settings: BoostSettings,
    leftOut: readonly number[],
    describe: () => NamedColumns,
  ): Promise<Forest> {
    const { page, target, weight } = this.#rows;
    const rows = Int32Array.from(page.keys()).filter(
      (row) => !leftOut.includes(this.#pages[page[row]!]!.fold),
    );
    return this.#pool.fit(() => {
      const columns = [this.#fixed, describe()].flatMap((part) => this.#askedOf(part));
      return { columns, target, weight, rows, settings };
    });
  }

  /** Columns; one that trees may not ask is 0 in every row. */
  #askedOf({ names, columns }: NamedColumns): Int16Array[] {
    const { mayAsk } = this.#settings;
    if (mayAsk === undefined) return columns;
    const none = shared(Int16Array, this.#rows.page.length);
    return columns.map((column, f) => (mayAsk(names[f]!) ? column : none));
  }

  /** Columns of all pages but those of some folds. */
  #gatherOthers(leftOut: readonly number[], describe: (page: PreparedPage) => FeatureColumns): NamedColumns {
    const tables = this.#pages.map((page) => (leftOut.includes(page.fold) ? null : describe(page)));
    return gather(this.#rows, tables);
  }

  /** Training pages are described with a vocabulary that never saw their own fold, as unseen pages will be. */
  #namesOf(page: PreparedPage, leftOut: readonly number[]): FeatureColumns {
    const { scorer } = this.#vocabularyWithout([...leftOut, page.fold]);
    return describeNames(page.annotation, page.structure, page.names, scorer);
  }

  #vocabularyWithout(leftOut: readonly number[]): Vocabularies {
    const key = [...new Set(leftOut)].sort().join();
    let fitted = this.#vocabularies.get(key);
    if (!fitted) {
      const votes = this.#pages.map((page) => page.votes);
      const data = fitVocabulary(votes, leftOut, MAX_VOCABULARY);
      fitted = { data, scorer: HashTable.of(data.hashes, data.scores) };
      this.#vocabularies.set(key, fitted);
    }
    return fitted;
  }
}
