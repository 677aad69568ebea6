import type { ConvertInput } from '../client/index.ts';
import { byId, plural } from '../site/browser/dom.ts';
import { OPTION_FIELDS } from './options.table.ts';

/** What is asked for beside the source. */
export type AskOptions = Omit<ConvertInput, 'url' | 'html'>;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const fieldOf = (id: string) => document.getElementById(id) as Field;
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The options that differ from their defaults. */
export function readOptions(): AskOptions {
  const options: Record<string, unknown> = {};
  for (const { name, id, kind, ticked } of OPTION_FIELDS) {
    const field = fieldOf(id);
    const value = field.value.trim();
    if (kind === 'flag') {
      if ((field as HTMLInputElement).checked) options[name] = ticked;
    } else if (kind === 'choice') {
      if ((field as HTMLSelectElement).selectedIndex > 0) options[name] = value;
    } else if (value !== '')
      options[name] = kind === 'number' ? Number(value) : kind === 'lines' ? lines(value) : value;
  }
  return options;
}

/** Sets every option: those that are not named to their defaults. A choice that does not exist is the default. */
export function writeOptions(options: Readonly<Record<string, unknown>>, isFresh: boolean): void {
  for (const { name, id, kind, ticked } of OPTION_FIELDS) {
    const field = fieldOf(id);
    const value = options[name];
    if (kind === 'flag') (field as HTMLInputElement).checked = value === ticked;
    else field.value = Array.isArray(value) ? value.join('\n') : String(value ?? '');
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
  }
  freshBox().checked = isFresh;
  countOptions();
}

/** Whether the page is to be fetched again. */
export const isFreshWanted = (): boolean => freshBox().checked;

const freshBox = () => byId('o-fresh', HTMLInputElement);

/** Says beside "Options" how many are changed. */
export function countOptions(): void {
  const count = Object.keys(readOptions()).length + (isFreshWanted() ? 1 : 0);
  byId('ask-changed', HTMLSpanElement).textContent = count === 0 ? '' : plural(count, 'change');
}
