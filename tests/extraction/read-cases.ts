import { type Case, splitCases } from '../constructs/read-cases.ts';

/** A page, and what a reader wants of it. */
export interface ExtractionCase extends Omit<Case, 'expected'> {
  /** Texts that stay, in the order of the page. */
  readonly stays: readonly string[];
  /** Texts that go. */
  readonly goes: readonly string[];
  /** Lines, each with its sign, that do not hold yet. */
  readonly known: readonly string[];
}

/**
 * Cases whose expected part says `+ text that stays` or `- text that goes`, one a line, with `? ` ahead of those that do not
 * hold yet. Throws for any other line, a text that is empty and a case that expects nothing.
 */
export function readCases(source: string): ExtractionCase[] {
  const cases = splitCases(source).map(({ expected, ...given }) => {
    const marked = expected.split('\n').map(folded);
    for (const line of marked)
      if (!/^(?:\? )?[+-] \S/.test(line))
        throw new Error(`Write "+ text" or "- text" in case "${given.name}"; got "${line}"`);
    const lines = marked.map((line) => line.replace(/^\? /, ''));
    const texts = (sign: string) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
    const known = lines.filter((line, i) => line !== marked[i]);
    return { ...given, stays: texts('+'), goes: texts('-'), known };
  });
  if (cases.length === 0) throw new Error('Expected a case "=== kind of page: what is promised", found none');
  return cases;
}

/** What of a case does not hold for the lines of a page's plain text: each line with its sign. */
export function brokenLines({ stays, goes }: ExtractionCase, plain: readonly string[]): string[] {
  const lines = plain.map(folded);
  const broken: string[] = [];
  let line = 0;
  let from = 0;
  for (const wanted of stays) {
    const at = lines.findIndex((it, i) => i >= line && it.includes(wanted, i === line ? from : 0));
    if (at < 0) {
      broken.push(`+ ${wanted}`);
      continue;
    }
    from = lines[at]!.indexOf(wanted, at === line ? from : 0) + wanted.length;
    line = at;
  }
  return [...broken, ...goes.filter((it) => lines.some((one) => one.includes(it))).map((it) => `- ${it}`)];
}

/** A text with one blank for every run of blanks. */
function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
