import type { NoticeLanguage } from './notices.table.ts';
import { conceptsOf, memoised, withoutAccents } from './words.ts';

const folded = (text: string) => withoutAccents(text).toLowerCase();

/** Finds the headings that answer a question, and what else they say in the place of `*`. */
const knownHeadings = memoised((language: NoticeLanguage) =>
  conceptsOf(language).flatMap(({ question, words }) => {
    const escaped = words.map((word) => folded(word).replace(/[.?+()]/g, '\\$&'));
    // linear: its alternatives are words, and `*` is one run at an end of them.
    const pattern = new RegExp(`^(?:${escaped.join('|').replaceAll('*', '(.+)')})$`, 'd');
    return question === '' ? [] : { question, pattern };
  }),
);

/** The question that a line answers as a heading of a known kind; empty for other lines. */
export function headingQuestion(line: string, language: NoticeLanguage): string {
  const said = line.replace(/[\s*.:：…]{1,9}$/, '').replace(/^\**/, '');
  const compared = folded(said);
  for (const { question, pattern } of knownHeadings(language)) {
    const found = pattern.exec(compared);
    const place = found?.indices?.slice(1).find((one) => one !== undefined) ?? [0, 0];
    if (found) return question.replace('*', () => said.slice(...place));
  }
  return '';
}
