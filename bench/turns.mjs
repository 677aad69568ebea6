// Conversions in rounds, from the first page of a process on: CPU of all threads, as a service or a command line meets it. Each
// contender runs in fresh processes of its own, in turns. pagemark makes Markdown, metadata and outcome, which the service needs.
// Correctness first: a contender that leaves more than a tenth of the pages without an answer ends the run.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { datasetsOf, readPages } from './corpus.mjs';
import { cpuMs } from './cpu.mjs';
import { pageSet } from './page-set.mjs';

export const ROUNDS = 8;
/** From this round on, counted from zero, code is warm. */
export const WARM = 5;
const MAX_UNANSWERED = 0.1;
/** Data sets of whole pages with a kind. */
const DATASETS = ['wcxb', 'wcxb-more', 'zh', 'magic', 'fundus', 'postlight', 'recipes'];
const GENERATED = new URL('../fixtures/made/generators/', import.meta.url);
const THIS = fileURLToPath(import.meta.url);

const library = async (file) => {
  const { convertHtml } = await import(file);
  return ({ source, url }) => {
    const { markdown, metadata, outcome } = convertHtml(source, { url });
    return markdown !== '' && metadata !== null && outcome !== null;
  };
};
/** What is timed, by name: a function that answers whether it found anything on a page. */
export const CONTENDERS = {
  parse5: async () => {
    const { parse } = await import('parse5');
    return ({ source }) => parse(source).childNodes.length > 0;
  },
  pagemark: () => library('../dist/index.js'),
  against: library,
  readability: async () => {
    const { convert } = await import('./adapters/readability-linkedom.mjs');
    return ({ source }) => convert({ html: source }).markdown !== '';
  },
};

/**
 * Runs of each contender, `{ rounds, ofPage }`: CPU of each round in milliseconds, and of each page its least once warm. `pages` are
 * `{ source, url }`; `against` is the built index.js of another version.
 */
export async function takeTurns({ names, processes, pages, against }) {
  const runs = new Map(names.map((name) => [name, []]));
  for (let i = 0; i < processes; i++)
    for (const name of i % 2 === 0 ? names : names.toReversed()) {
      const child = fork(THIS, { serialization: 'advanced' });
      child.send({ name, pages, against });
      const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (typeof result === 'number') throw new Error(`${name} ended with ${result}; see its output above`);
      runs.get(name).push(result);
      const spent = result.rounds.reduce((sum, ms) => sum + ms, 0);
      process.stderr.write(`  ${name}, ${i + 1} of ${processes}: ${(spent / 1000).toFixed(1)} s of CPU\n`);
    }
  return runs;
}

/** Pages of a corpus: as many of each kind, those of a kind evenly from its smallest to its largest. */
export function drawPages(corpus, count) {
  const byKind = new Map();
  const datasets = DATASETS.filter((name) => datasetsOf(corpus).includes(name));
  for (const page of readPages({ corpus, datasets }))
    byKind.set(page.type, [...(byKind.get(page.type) ?? []), page]);
  const share = Math.floor(count / byKind.size);
  return [...byKind.values()].flatMap((pages) => {
    pages.sort((a, b) => a.html.length - b.html.length || (a.id < b.id ? -1 : 1));
    return Array.from({ length: share }, (_, i) => {
      const { html, url } = pages[Math.floor(((i + 0.5) * pages.length) / share)];
      return { source: html.toString('utf8'), url };
    });
  });
}

/** Pages of this repository, all small: those of the benchmark, and those that generators made for the tests. */
export function ownPages() {
  const generated = readdirSync(GENERATED).sort();
  return [
    ...pageSet({}).pages.map(({ html, url }) => ({ source: html, url })),
    ...generated.map((name) => ({
      source: readFileSync(new URL(name, GENERATED), 'utf8'),
      url: `https://pages.example/${name}`,
    })),
  ];
}

async function runHere({ name, pages, against }) {
  const convert = await CONTENDERS[name](against);
  const rounds = [];
  const ofPage = pages.map(() => Number.POSITIVE_INFINITY);
  let unanswered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = cpuMs();
    for (const [i, page] of pages.entries()) {
      const from = cpuMs();
      const isAnswered = attempt(convert, page);
      if (round === 0 && !isAnswered) unanswered++;
      if (round >= WARM) ofPage[i] = Math.min(ofPage[i], cpuMs() - from);
    }
    rounds.push(cpuMs() - begun);
  }
  if (unanswered > pages.length * MAX_UNANSWERED)
    throw new Error(`${name} found nothing on ${unanswered} of ${pages.length} pages`);
  process.send({ rounds, ofPage });
}

/** A peer may throw on a page. */
function attempt(convert, page) {
  try {
    return convert(page);
  } catch {
    return false;
  }
}

if (process.argv[1] === THIS) process.once('message', runHere);
