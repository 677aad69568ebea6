import { createHash } from 'node:crypto';
import { ConverterProcess } from '../converter-process.mjs';
import { mean, scorePage } from '../score.mjs';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const SCORES = ['f1', 'precision', 'recall', 'headings', 'code', 'rows', 'links'];
/** Below this F1 a page counts as missed. */
const MISSED_BELOW = 0.5;

/** Every page once in one process, as `{ answers: Map of id to answer, peakMib }`. */
async function pass(adapter, pages) {
  const process = new ConverterProcess(adapter);
  const answers = new Map();
  let peakMib = 0;
  for (const page of pages) {
    const answer = await process.convert(page);
    answers.set(page.id, answer);
    peakMib = Math.max(peakMib, answer.peakMib ?? 0);
  }
  process.close();
  return { answers, peakMib };
}

/**
 * Quality over the pages of a set, and determinism: a second process takes the pages (every `againStep`th) in reverse
 * order and must give the same bytes. A page that fails scores 0.
 */
export async function measurePages({ set, adapterOf, converters, againStep = 1 }) {
  const again = set.pages.filter((_, i) => i % againStep === 0).reverse();
  const rows = {};
  for (const { id } of converters) {
    const first = await pass(adapterOf(id), set.pages);
    const second = await pass(adapterOf(id), again);
    const scores = set.pages.map((page) => ({
      type: page.type,
      ...scorePage(first.answers.get(page.id).markdown, page.label),
    }));
    const differing = again.filter(
      (page) => sha256(first.answers.get(page.id).markdown) !== sha256(second.answers.get(page.id).markdown),
    );
    rows[id] = {
      ...Object.fromEntries(SCORES.map((name) => [name, mean(scores.map((score) => score[name]))])),
      missed: scores.filter((score) => score.f1 < MISSED_BELOW).length,
      failed: [...first.answers.values()].filter((answer) => answer.error).length,
      types: byType(scores),
      repeated: again.length,
      differing: differing.length,
      peakMib: first.peakMib,
    };
    process.stderr.write(`  ${id}: F1 ${rows[id].f1.toFixed(3)}\n`);
  }
  return rows;
}

function byType(scores) {
  const types = [...new Set(scores.map(({ type }) => type))].sort();
  return Object.fromEntries(
    types.map((type) => [type, mean(scores.filter((score) => score.type === type).map(({ f1 }) => f1))]),
  );
}
