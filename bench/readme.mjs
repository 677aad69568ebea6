#!/usr/bin/env node
// Writes the bench section of the README from the results: node bench/readme.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONVERTERS } from './converters.mjs';
import { table } from './table.mjs';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

/** Results of a run by file name in results/, or null when there are none. */
function readResults(name) {
  const file = new URL(`./results/${name}`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

const figure = (value, digits) => (typeof value === 'number' ? value.toFixed(digits) : '–');
const percent = (part, whole) => `${Math.round((100 * part) / whole)} %`;

/** The table of the README: one row a converter, from the latest run and, where there is one, the latest on a corpus. */
export function readmeTable(latest, corpus) {
  const { quality, fidelity, speed, sizes } = latest.measures;
  const rows = CONVERTERS.map(({ id, label }) => {
    const point = sizes[id].points.find(({ kib }) => kib >= 1000);
    return [
      label,
      ...(corpus ? [figure(corpus.measures.quality[id].f1, 3)] : []),
      figure(quality[id].f1, 3),
      percent(fidelity[id].equal, fidelity[id].cases),
      percent(fidelity[id].genericEqual, fidelity[id].genericCases),
      figure(speed[id].ratio, 2),
      figure(point?.cpuMs, 0),
      figure(point?.peakMib, 0),
      quality[id].differing === 0 ? 'yes' : `no (${quality[id].differing})`,
    ];
  });
  const head = ['', ...(corpus ? ['F1, corpus'] : []), 'F1, own set', 'constructs', 'generic ones', 'CPU'];
  return table([[...head, 'ms at 1 MB', 'MiB at 1 MB', 'same bytes'], ...rows]);
}

function section() {
  const latest = readResults('latest.json');
  const corpus = readResults('corpus.json');
  const onCorpus = corpus
    ? ` The corpus has ${corpus.set.pages} labelled public pages (pagemark: ${corpus.set.weights}).`
    : '';
  return `${START}
${readmeTable(latest, corpus)}

F1: words of the main content. The own set is small: ${latest.set.pages} pages written for it.${onCorpus} Constructs: how
many of ${latest.measures.fidelity.pagemark.cases} ways of writing tables, code, notes, formulas and so on come out as the
tree they mean; generic ones are those of no single generator. CPU: of whole conversions on the own set, pagemark = 1;
mdream and those below it write the page without looking for its content, or nearly so. A dash: it ended before, or lost
text, and is not timed. ${latest.date.slice(0, 10)}, commit ${latest.commit.slice(0, 10)}, Node ${latest.node}, load
average ${latest.loadBefore[0]} on ${latest.machine.cores} cores.
${END}`;
}

/** What stands between the marks of a README, the marks included; throws when they are missing. */
function marked(readme) {
  const [from, to] = [readme.indexOf(START), readme.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`Expected ${START} and ${END} in README.md, found not both`);
  return readme.slice(from, to + END.length);
}

/** Puts the section between the marks of the README. */
export function writeReadme() {
  const readme = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    readme.replace(marked(readme), () => section()),
  );
}

/** Whether the README says what the results say. */
function isCurrent() {
  return marked(readFileSync(README, 'utf8')) === section();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) writeReadme();
  else if (!isCurrent()) {
    console.error('README.md differs from bench/results; run: node bench/readme.mjs');
    process.exitCode = 1;
  }
}
