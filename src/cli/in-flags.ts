import { Option } from 'commander';
import { ServiceError } from '../contract/failure.ts';
import { CONVERT_OPTIONS, SOURCE_OPTIONS } from './page-options.ts';

/** What the command line calls the fields of a request that have an option. */
const FLAG_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...SOURCE_OPTIONS, ...CONVERT_OPTIONS }).map(([field, [flag]]) => [
    field,
    new Option(flag).long!,
  ]),
);

/** What is asked for in other words than by an option. */
const SAID_OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/send "strict": false/, 'add --no-strict'],
  [/Send the HTML as "html"/, 'Save the page as your browser shows it, and convert the file'],
  [/send the HTML of the page as "html"/, 'save the page as your browser shows it and convert the file'],
  [/the "next_cursor" of an answer/, 'the cursor that the part before it named'],
  [/^Set "url" to/, 'Give'],
];

/** A message that was written for callers of the API, in the words of the command line. */
export function inFlags(message: string): string {
  const said = SAID_OTHERWISE.reduce((text, [api, here]) => text.replace(api, here), message);
  return said.replace(/"([a-z_]{1,40})(\[\d{1,9}\])?"/g, (quoted, field) => FLAG_OF.get(field) ?? quoted);
}

/** What a command about one page does, its failures told in the words of the command line. */
export async function toldInFlags<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { failure, cause } = error;
    throw new ServiceError({ ...failure, message: inFlags(failure.message) }, { cause });
  }
}
