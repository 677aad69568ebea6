import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { markedLines, readLabels } from '../../bench/readers/labels.mjs';
import { type ConvertedHtml, convertHtml } from '../../src/core/convert-html.ts';
import type { ConvertOptions } from '../../src/core/options.ts';
import type { Annotation } from '../../src/core/page/annotation.ts';
import { type Decision, decideByReading, readPage } from '../../src/core/select/decide.ts';
import { decodeModel, type ExtractionModel, shippedModel } from '../../src/core/select/forest/model.ts';
import type { PageReading } from '../../src/core/select/rules/scored-page.ts';
import { readHtml } from '../train/corpus.ts';
import { FOLDS, foldOf } from '../train/folds.ts';
import { registrableDomain } from '../train/registrable-domain.ts';
import { allCases } from './cases.ts';
import { VARIANTS } from './variant.ts';

/** What is measured of one page or case: figures by name, larger is better. */
type Scores = Readonly<Record<string, number>>;

/** Scores of a page as the engine decides, and by variant where the variant decides otherwise. */
interface Measured {
  readonly engine: Scores;
  readonly without: Readonly<Record<string, Scores>>;
}

/** Converts a page as the engine and as each variant decides; what a variant leaves as it is is not converted again. */
function measure(
  html: string,
  options: ConvertOptions & { readonly url: string },
  model: ExtractionModel,
  score: (conversion: ConvertedHtml) => Scores,
): Measured {
  const readings: PageReading[] = [];
  const decisions: Decision[] = [];
  const decide = (a: Annotation): Decision => {
    const reading = readPage(a, options.url, model);
    const decision = decideByReading(reading);
    readings.push(reading);
    decisions.push(decision);
    return decision;
  };
  const engine = score(convertHtml(html, options, { decide }));
  const without: Record<string, Scores> = {};
  const [reading] = readings;
  const [decision] = decisions;
  // A page that is too complex is not decided on.
  if (reading === undefined || decision === undefined) return { engine, without };
  for (const variant of VARIANTS) {
    // All of them spend the work of one page: what is over is decided as the engine does.
    const other = reading.a.doc.budget.stage(
      () => variant.decide(reading),
      () => decision,
    );
    if (!isSame(other, decision))
      without[variant.without] = score(convertHtml(html, options, { decide: () => other }));
  }
  return { engine, without };
}

function isSame(one: Decision, other: Decision): boolean {
  return one.strategy === other.strategy && one.keep.every((stays, i) => stays === other.keep[i]);
}

/** What a thread works on: a page of the corpus by its file without ending, or a case by its number in `allCases`. */
export type Task = string | number;

/** What came of a task. */
export interface Result extends Measured {
  /** Kind of a page that readers marked; else null. */
  readonly kind: string | null;
  /** Data set of a page; null for a case. */
  readonly source: string | null;
  /** Registrable domain of a page, name of a case. */
  readonly name: string;
}

/** What the threads are given. */
export interface AblationFolders {
  readonly corpus: string;
  /** Weights by fold, as `npm run train` leaves them. */
  readonly folds: string;
  readonly tests: string;
  /** Folder of the benchmark, with the labels of readers. */
  readonly bench: string;
}

const { corpus, folds, tests, bench } = workerData as AblationFolders;
const { scorePage } = await import(path.join(corpus, 'metrics.mjs'));
const { scoreMarked } = await import(path.join(bench, 'readers', 'score.mjs'));
const marked = readLabels(path.join(bench, 'readers', 'labels.jsonl'));
/** By fold a model that never saw its pages. */
const models = Array.from({ length: FOLDS }, (_, fold) =>
  decodeModel(readFileSync(path.join(folds, `${fold}.txt`), 'utf8')),
);
const cases = allCases(tests);
/** Figures of the scorer that are reported: lines of recipes, structure; the words are scored by the marks of readers. */
const FIGURES = ['with', 's_headings', 's_code', 's_tables', 's_links'];

function measurePage(file: string): Result {
  const label = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
  const name = registrableDomain(label.url);
  const source = path.basename(path.dirname(file));
  const page = `${source}/${path.basename(file)}`;
  const readers = marked.get(page);
  const lines = readers && markedLines(corpus, page, readers);
  const measured = measure(
    readHtml(`${file}.html.gz`),
    { url: label.url },
    models[foldOf(name)]!,
    ({ markdown }) => {
      const scores = scorePage({ markdown }, label, label.url);
      return {
        ...(lines && { f1: scoreMarked(markdown, lines).f1 }),
        ...Object.fromEntries(
          FIGURES.filter((figure) => scores[figure] != null).map((figure) => [figure, scores[figure]]),
        ),
      };
    },
  );
  return { kind: readers?.type ?? null, source, name, ...measured };
}

function measureCase(number: number): Result {
  const { name, html, options, kept } = cases[number]!;
  const measured = measure(html, options, shippedModel(), (conversion) => ({ kept: kept(conversion) }));
  return { kind: null, source: null, name, ...measured };
}

parentPort!.on('message', (tasks: readonly Task[]) => {
  parentPort!.postMessage(
    tasks.map((task) => (typeof task === 'string' ? measurePage(task) : measureCase(task))),
  );
});
parentPort!.postMessage([]);
