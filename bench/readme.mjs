#!/usr/bin/env node
// Writes what the README, the guides and the plots of both say of the results: node bench/readme.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONVERTERS } from './converters.mjs';
import { drawPlots } from './plots/draw-plots.mjs';
import { aheadOf, kindTable, olderSets, readersTable, sourceOf } from './scorecard.mjs';
import { table } from './table.mjs';

const RESULTS = fileURLToPath(new URL('results', import.meta.url));
const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

/** Results of a run by file name in results/. */
function readResults(name) {
  return JSON.parse(readFileSync(new URL(`./results/${name}`, import.meta.url), 'utf8'));
}

const figure = (value, digits) => (typeof value === 'number' ? value.toFixed(digits) : '–');
const spread = ([least, most]) => (least === most ? `${least}` : `${least} to ${most}`);
const percent = (part, whole) => `${Math.round((100 * part) / whole)} %`;

/** The table of the benchmark: one row a converter, from the latest run; beside it shares of constructs that nobody here has seen. */
function benchmarkTable(latest, unseen) {
  const { quality, fidelity, speed, sizes } = latest.measures;
  const rows = CONVERTERS.map(({ id, label }) => {
    const point = sizes[id].points.find(({ kib }) => kib >= 1000);
    return [
      label,
      figure(quality[id].f1, 3),
      percent(fidelity[id].equal, fidelity[id].cases),
      id in unseen ? percent(unseen[id], 1) : '–',
      percent(fidelity[id].genericEqual, fidelity[id].genericCases),
      figure(speed[id].ratio, 2),
      figure(point?.cpuMs, 0),
      figure(point?.peakMib, 0),
      quality[id].differing === 0 ? 'yes' : `no (${quality[id].differing})`,
    ];
  });
  const head = ['', 'F1, own set', 'own cases', 'unseen ones', 'generic own', 'CPU, own set'];
  return table([[...head, 'ms at 1 MB', 'MiB at 1 MB', 'same bytes'], ...rows]);
}

/** What the marks of a document enclose, by its file. */
const SECTIONS = { 'README.md': readmeSection, 'docs/benchmark.md': benchmarkSection };

function readmeSection() {
  const scorecard = readResults('scorecard.json');
  const { date, commit, listings, recipes, blind_judges: judges, constructs, cost } = scorecard;
  const latest = readResults('latest.json');
  const { fidelity, speed } = latest.measures;
  const share = (part) => percent(part, 1);
  return `${START}
${readersTable(scorecard)}

F1 of the words that readers want of a page: independent readers marked its lines, and what may stay or go counts on neither side.
The engine was not tuned on any of these pages, and its authors have not seen them. Others than its authors measured this, the next five
lines and what is said below to be measured by others ([why other tables differ](docs/benchmark.md)), of commit ${commit.slice(0, 7)}, ${date}; no command here repeats it. Defuddle 0.19.4 on linkedom, Mozilla Readability 0.6
on jsdom, both with the title put ahead.

- **Read blind**: on 48 of them judges who did not know whose Markdown they read gave pagemark ${judges.pagemark} of 10, Defuddle ${judges.defuddle}, Readability ${judges.readability}; pagemark alone was best on ${judges.pagemark_alone_best}.
- **Older labels**, which leave out titles, by-lines, prices and lists: ${olderSets(scorecard)}.
- **Where others are ahead** by those: ${aheadOf(scorecard).join('; ')}.
- **Lists**: of the names in ${Number.parseInt(listings.what, 10)} lists of court opinions ${share(listings.pagemark)} are kept (Readability ${share(listings.readability)}, Defuddle ${share(listings.defuddle)}).
- **Recipes**: of title, ingredients and steps on ${Number.parseInt(recipes.what, 10)} pages ${share(recipes.pagemark)} (Readability ${share(recipes.readability)}, Defuddle ${share(recipes.defuddle)}).
- **Cost**: on the ${speed.pagemark.pages} small pages of our own set Defuddle takes ${figure(speed.defuddle.ratio, 1)} times the CPU, Readability on jsdom ${figure(speed['readability-jsdom'].ratio, 1)} times, on linkedom ${figure(speed['readability-linkedom'].ratio, 1)} times (${sourceOf(latest, '`npm run bench`')}); measured by others: ${spread(cost.defuddle)}, ${spread(cost['readability-jsdom'])} and ${spread(cost['readability-linkedom'])} times.
- **Constructs** of real generators that we had not seen: ${share(constructs.pagemark)} come out right, ${share(constructs.defuddle)} with Defuddle, as measured by others. Of our own ${fidelity.pagemark.cases} cases, gathered to get them right, ${fidelity.pagemark.equal} come out as the tree they mean; ${fidelity.defuddle.equal} with Defuddle, ${fidelity['readability-jsdom'].equal} with Readability and Turndown (${sourceOf(latest, '`npm run bench`')}).
${END}`;
}

function benchmarkSection() {
  const latest = readResults('latest.json');
  const { constructs, commit } = readResults('scorecard.json');
  const readers = readResults('readers.json');
  return `${START}
## By the labels of readers

${kindTable(readers.rows)}

Each page is read by weights that never saw its site. Readers marked the lines of a page as content, neutral or furniture
([how](../bench/readers/README.md)). Neutral lines may stay or go: tags, words of buttons, readers' comments. Their words count on
neither side, so that nothing is gained by keeping or by leaving them. The mean over kinds counts each of seven kinds the same.
Of ${sourceOf(readers, '`npm run train -- --corpus DIR`')} and
\`node bench/readers/score.mjs --corpus DIR --publish\`.

## Beside other converters

${benchmarkTable(latest, constructs)}

F1: words of the main content. The own set is small: ${latest.set.pages} pages written for it. Own cases: how
many of ${latest.measures.fidelity.pagemark.cases} ways of writing tables, code, notes, formulas and so on come out as the
tree they mean, all gathered to make pagemark right; generic ones are those of no single generator. Unseen ones: ${Number.parseInt(constructs.what, 10)} constructs of
real generators that nobody of the project had seen (measured by others, commit ${commit.slice(0, 7)}).
CPU: of whole conversions of the own set, pagemark = 1: pages of ${Math.round(latest.measures.speed.pagemark.bytes / latest.set.pages / 1024)} KiB, on which peers look dearer than on larger ones; mdream and those below it write the page without looking for its content, or nearly so. A dash: it ended before,
or lost text, and is not timed. Of ${sourceOf(latest, '`npm run bench`')}, Node ${latest.node}, load
average ${latest.loadBefore[0]} on ${latest.machine.cores} cores.
${END}`;
}

/** What stands between the marks of a document, the marks included; throws when they are missing. */
function marked(text, file) {
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`Expected ${START} and ${END} in ${file}, found not both`);
  return text.slice(from, to + END.length);
}

const pathOf = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Draws the plots, and puts the sections between the marks of their documents. */
export function writeDocuments() {
  for (const [name, svg] of Object.entries(drawPlots(RESULTS)))
    writeFileSync(pathOf(`docs/plots/${name}`), svg);
  for (const [file, section] of Object.entries(SECTIONS)) {
    const text = readFileSync(pathOf(file), 'utf8');
    writeFileSync(
      pathOf(file),
      text.replace(marked(text, file), () => section()),
    );
  }
}

/** The documents and plots that do not say what the results say. */
export function stale() {
  const sections = Object.entries(SECTIONS)
    .filter(([file, section]) => marked(readFileSync(pathOf(file), 'utf8'), file) !== section())
    .map(([file]) => file);
  const plots = Object.entries(drawPlots(RESULTS))
    .map(([name, svg]) => [`docs/plots/${name}`, svg])
    .filter(([file, svg]) => !existsSync(pathOf(file)) || readFileSync(pathOf(file), 'utf8') !== svg)
    .map(([file]) => file);
  return [...sections, ...plots];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) writeDocuments();
  for (const file of stale()) {
    console.error(`${file} differs from bench/results; run: node bench/readme.mjs`);
    process.exitCode = 1;
  }
}
