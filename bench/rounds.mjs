#!/usr/bin/env node
// What a conversion costs from the first page on, in rounds over a fixed draw of the labelled corpus, beside parse5's default parse
// and Readability over linkedom with Turndown:
//   node bench/rounds.mjs [--corpus DIR] [--processes 7] [--pages 120] [--contenders parse5,pagemark,…] [--against FILE]
// The median of the processes counts. `--against` names the built index.js of another version of pagemark.
import path from 'node:path';
import { median } from './load.mjs';
import { option } from './options.mjs';
import { table } from './table.mjs';
import { CONTENDERS, drawPages, ROUNDS, takeTurns, WARM } from './turns.mjs';

const against = option('against');
const wanted = option('contenders')?.split(',') ?? Object.keys(CONTENDERS);
const names = wanted.filter((name) => name !== 'against' || against);
const runs = await takeTurns({
  names,
  processes: Number(option('processes', '7')),
  pages: drawPages(option('corpus', '../shared/corpus'), Number(option('pages', '120'))),
  against: against && path.resolve(against),
});

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
if (names.includes('readability')) {
  const peer = rounds('readability');
  const ratios = rounds('pagemark').map((ms, i) => times(ms / peer[i]));
  console.log(`\npagemark over readability, by round: ${ratios.join(' ')}`);
}
