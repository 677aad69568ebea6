/**
 * `npm run ablate -- --corpus DIR`: what each kind of page that readers marked, other labelled pages, and which cases of the
 * tests lose without each rule of the extraction. Takes the models of the folds that `npm run train` left in `.cache/folds`; writes `docs/ablation.md`.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { allCases } from './cases.ts';
import { engineDigest } from './engine-digest.ts';
import { renderAblation } from './render-ablation.ts';
import type { AblationFolders, Result, Task } from './worker.ts';

/** Tasks that a thread gets at a time. */
const BATCH = 8;

/** All pages with a label that can be scored, as files without their endings. */
function pagesOf(corpus: string): string[] {
  const pages = path.join(corpus, 'pages');
  return readdirSync(pages)
    .filter((source) => source !== 'metadata')
    .flatMap((source) =>
      readdirSync(path.join(pages, source))
        .filter((file) => file.endsWith('.json'))
        .map((file) => path.join(pages, source, file.slice(0, -'.json'.length))),
    );
}

/** Hands the tasks out to threads, a few at a time. */
async function runAll(
  tasks: readonly Task[],
  threads: number,
  workerData: AblationFolders,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const run = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      let from = 0;
      worker.on('error', reject);
      worker.on('message', (batch: Result[]) => {
        // In the order of the tasks, whichever thread is faster: sums and draws depend on it.
        for (const [k, result] of batch.entries()) results[from + k] = result;
        from = next;
        next += BATCH;
        if (from < tasks.length) worker.postMessage(tasks.slice(from, next));
        else resolve(worker.terminate().then(() => undefined));
      });
    });
  const url = new URL('./worker.js', import.meta.url);
  await Promise.all(Array.from({ length: threads }, () => run(new Worker(url, { workerData }))));
  return results;
}

const {
  root,
  corpus: labelled,
  threads,
} = parseArgs({
  options: {
    root: { type: 'string', default: '.' },
    corpus: { type: 'string', default: '../shared/corpus' },
    threads: { type: 'string', default: '2' },
  },
}).values;
const corpus = path.resolve(labelled);
const tests = path.join(root, 'tests');
const tasks: Task[] = [...pagesOf(corpus), ...allCases(tests).keys()];
const folders = { corpus, folds: path.join(root, '.cache', 'folds'), tests, bench: path.join(root, 'bench') };
const results = await runAll(tasks, Number(threads), folders);
writeFileSync(path.join(root, 'docs', 'ablation.md'), renderAblation(results, engineDigest(root)));
