#!/usr/bin/env node
// What a conversion costs from the first page on, as a service or a command line meets it: CPU of all threads in rounds over a
// fixed draw of the labelled corpus, beside parse5's default parse and Readability over linkedom with Turndown.
//   node bench/rounds.mjs [--corpus DIR] [--processes 7] [--pages 120] [--contenders parse5,pagemark,…] [--against FILE]
// Each contender runs in fresh processes of its own, in turns; the median of the processes counts. pagemark makes Markdown,
// metadata and outcome, which the service always needs. `--against` names the built index.js of another version of it.
// Correctness first: a contender that leaves more than a tenth of the pages without an answer ends the run.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPages } from './corpus.mjs';
import { cpuMs } from './cpu.mjs';
import { median } from './load.mjs';
import { option } from './options.mjs';
import { table } from './table.mjs';

const ROUNDS = 8;
/** From this round on, counted from zero, code is warm. */
const WARM = 5;
const MAX_UNANSWERED = 0.1;
/** Data sets of whole pages with a kind. */
const DATASETS = ['wcxb', 'wcxb-more', 'zh', 'magic', 'fundus', 'postlight', 'recipes'];
const THIS = fileURLToPath(import.meta.url);

const library = async (file) => {
  const { convertHtml } = await import(file);
  return ({ source, url }) => {
    const { markdown, metadata, outcome } = convertHtml(source, { url });
    return markdown !== '' && metadata !== null && outcome !== null;
  };
};
/** What is timed, by name: a function that answers whether it found anything on a page. */
const CONTENDERS = {
  parse5: async () => {
    const { parse } = await import('parse5');
    return ({ source }) => parse(source).childNodes.length > 0;
  },
  pagemark: () => library('../dist/index.js'),
  against: () => library(path.resolve(option('against'))),
  readability: async () => {
    const { convert } = await import('./adapters/readability-linkedom.mjs');
    return ({ source }) => convert({ html: source }).markdown !== '';
  },
};

/** As many pages of each kind, those of a kind evenly from its smallest to its largest. */
function draw(count) {
  const byKind = new Map();
  for (const page of readPages({ corpus: option('corpus', '../shared/corpus'), datasets: DATASETS }))
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

/** CPU of each round in milliseconds, and of each page its least once warm. */
async function runHere(name) {
  const convert = await CONTENDERS[name]();
  const pages = draw(Number(option('pages', '120')));
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

async function runAll() {
  const wanted = option('contenders')?.split(',') ?? Object.keys(CONTENDERS);
  const names = wanted.filter((name) => name !== 'against' || option('against'));
  const runs = new Map(names.map((name) => [name, []]));
  for (let i = 0; i < Number(option('processes', '7')); i++)
    for (const name of i % 2 === 0 ? names : names.toReversed()) {
      const child = fork(THIS, [...process.argv.slice(2), '--contender', name]);
      const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (typeof result === 'number') throw new Error(`${name} ended with ${result}; see its output above`);
      runs.get(name).push(result);
    }
  const rounds = (name) =>
    Array.from({ length: ROUNDS }, (_, i) => median(runs.get(name).map((run) => run.rounds[i])));
  const warm = (name) => median(rounds(name).slice(WARM));
  const pagesOf = (name) =>
    runs.get(name)[0].ofPage.map((_, i) => median(runs.get(name).map((run) => run.ofPage[i])));
  const parsed = { rounds: rounds('parse5'), pages: pagesOf('parse5') };
  const times = (value) => value.toFixed(2);
  const heads = Array.from({ length: ROUNDS }, (_, i) => `round ${i + 1}`);
  console.log(`CPU of all threads over parse5's default parse in the same round, medians of processes\n`);
  console.log(
    table([
      ['', ...heads, 'warm', 'median page', 'first / own warm', 'warm ms a page'],
      ...names.map((name) => [
        name,
        ...rounds(name).map((ms, i) => times(ms / parsed.rounds[i])),
        times(warm(name) / warm('parse5')),
        times(median(pagesOf(name).map((ms, i) => ms / parsed.pages[i]))),
        times(rounds(name)[0] / warm(name)),
        times(warm(name) / parsed.pages.length),
      ]),
    ]),
  );
  if (!names.includes('readability')) return;
  const peer = rounds('readability');
  console.log(
    `\npagemark over readability, by round: ${rounds('pagemark')
      .map((ms, i) => times(ms / peer[i]))
      .join(' ')}`,
  );
}

const contender = option('contender');
if (contender) await runHere(contender);
else await runAll();
