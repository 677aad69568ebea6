import type { Ask } from './ask.ts';
import { OPTION_FIELDS } from './options.table.ts';

/** The fragment of a link to the playground, with its `#`: an address and options, never a key; '' for HTML and files. */
export function fragmentOf({ input, file }: Pick<Ask, 'input' | 'file'>): string {
  if (input.html !== undefined || file !== undefined) return '';
  const parameters = new URLSearchParams({ url: input.url });
  for (const { name } of OPTION_FIELDS)
    for (const value of [input[name] ?? []].flat()) parameters.append(name, String(value));
  return `#${parameters}`;
}

/** What a fragment asks for; null without an address. What is no option is not read. */
export function askOfFragment(fragment: string) {
  const given = new URLSearchParams(fragment.slice(1));
  const url = given.get('url');
  if (url === null) return null;
  const options: Record<string, unknown> = {};
  for (const { name, kind } of OPTION_FIELDS) {
    if (!given.has(name)) continue;
    if (kind === 'lines') options[name] = given.getAll(name);
    else options[name] = kind === 'flag' ? given.get(name) === 'true' : given.get(name);
  }
  return { url, options };
}
