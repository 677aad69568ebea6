import { type ConvertRequest, convertRequest } from '../contract/convert.ts';
import { invalid } from '../contract/failure.ts';
import { parseRequest } from '../contract/invalid-request.ts';
import { REMOVAL_STEPS } from '../contract/removal-steps.ts';
import { type Explanation, explainTask } from '../conversion/explain-task.ts';
import type { PageTask, PageWorkers } from '../conversion/ports.ts';
import type { ExplainedPlace, TracedText } from '../core/diagnostics/explain-text.ts';
import type { CommandContext } from './commands/context.ts';
import { convertAddress } from './convert-address.ts';
import { EXIT } from './exit-codes.ts';
import { fieldsOf, SOURCE_OPTIONS, type SourceFlags } from './page-options.ts';
import { NO_ADDRESS, readTask } from './source-task.ts';
import { formatJson } from './terminal.ts';
import { typedAddress } from './typed-address.ts';

export interface ExplainFlags extends SourceFlags {
  readonly text: string;
}

/** What the model's numbers are counted in. */
const SCORE_UNITS = 4096;
/** Characters of a text that are printed. */
const MAX_SHOWN = 120;

/** What `pagemark explain` does: tells what became of a text of a page. */
export async function explainSource(
  source: string,
  flags: ExplainFlags,
  context: CommandContext,
): Promise<void> {
  if (flags.text.trim() === '') throw invalid('Give --text a text to look for; it is empty.');
  const address = typedAddress(source);
  const url = address ?? flags.url ?? NO_ADDRESS;
  const request = parseRequest(convertRequest, { url, strict: false, ...fieldsOf(flags, SOURCE_OPTIONS) });
  const task =
    address === null ? await readTask(source, request, flags) : await fetchTask(request, flags, context);
  const explanation = await explainTask(task, flags.text);
  const { terminal, setExitCode } = context;
  terminal.out(flags.json ? formatJson(dataOf(explanation, flags.text)) : sentences(explanation, flags.text));
  if (explanation.places.length === 0) setExitCode(EXIT.page);
}

/** The page of an address as it is converted: as served, or rendered where that is what is read. */
async function fetchTask(
  request: ConvertRequest,
  flags: ExplainFlags,
  { env }: CommandContext,
): Promise<PageTask> {
  // Loaded when an address comes: it brings fetcher and renderer.
  const { OWN_THREAD } = await import('./local-converter.ts');
  const tasks = new Map<string, PageTask>();
  const workers: PageWorkers = {
    convert: async (task, signal, onEnd) => {
      const output = await OWN_THREAD.convert(task, signal, onEnd);
      tasks.set(output.etag, task);
      return output;
    },
  };
  const { etag } = await convertAddress(request, flags, env, workers);
  return tasks.get(etag)!;
}

function dataOf({ outcome, strategy, places }: Explanation, text: string): object {
  return {
    text,
    found: places.length > 0,
    outcome,
    strategy,
    places: places.map(({ parts, line, before, after }) => ({
      parts: parts.map(partData),
      line,
      before: before && textData(before),
      after: after && textData(after),
    })),
  };
}

function textData({ text, element }: TracedText): object {
  return { text: collapse(text), element };
}

function partData(part: TracedText): object {
  const { step, removedWith, score, threshold } = part;
  return {
    kept: step === null,
    step,
    why: step && REMOVAL_STEPS[step],
    ...textData(part),
    ...(removedWith === undefined ? {} : { removedWith }),
    ...(score === undefined ? {} : { score: shareOf(score), threshold: shareOf(threshold!) }),
  };
}

function sentences({ outcome, places }: Explanation, text: string): string {
  const page = outcome === 'ok' ? [] : [`The page as a whole: ${outcome}`];
  if (places.length === 0) return `${[...page, `Not in the page: ${shown(text)}`].join('\n')}\n`;
  return `${[...page, ...places.map(placeText)].join('\n')}\n`;
}

function placeText({ parts, line, before, after }: ExplainedPlace): string {
  const told = parts.map((part) => partText(part, line));
  if (before !== null) told.push(`  kept before  ${shown(before.text)}`);
  if (after !== null) told.push(`  kept after   ${shown(after.text)}`);
  return told.join('\n');
}

function partText({ step, text, element, removedWith, score, threshold }: TracedText, line: number | null) {
  const where = line === null ? '' : ` in line ${line} of the Markdown`;
  const told = [step === null ? `Kept${where}` : `Removed by "${step}": ${REMOVAL_STEPS[step]}`];
  told.push(`  text         ${shown(text)}`);
  if (element !== '') told.push(`  block        ${element}`);
  if (removedWith !== undefined) told.push(`  went with    ${removedWith}`);
  if (score !== undefined)
    told.push(
      `  score        ${shareOf(score)}; blocks stay from ${shareOf(threshold!)}${ruling(step, score, threshold!)}`,
    );
  return told.join('\n');
}

/** Where the model's score is not what decided. */
function ruling(step: TracedText['step'], score: number, threshold: number): string {
  if (step === null) return score < threshold ? ', but a rule keeps it' : '';
  return step !== 'model' && score >= threshold ? ', but the step removes it' : '';
}

/** A score from 0 to 1, with three digits. */
function shareOf(score: number): number {
  return Math.round((score * 1000) / SCORE_UNITS) / 1000;
}

function shown(text: string): string {
  const line = collapse(text);
  return JSON.stringify(line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line);
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
