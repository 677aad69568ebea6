import { type Entity, hasType, isEntity, jsonLdEntities, own } from '../../../html/json-ld.ts';
import type { Annotation, Block } from '../../page/annotate.ts';
import { textBetween } from '../../page/block-range.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import { jsonLdScripts } from '../../page/structured-words.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Types of what a page is about whose facts are short lines: where, when, for how much (schema.org). */
const OF_FACTS = /^(?:JobPosting|\w*Event)$/;
/** How such types end; most pages have none, and nothing is parsed. */
const ENDINGS = ['JobPosting"', 'Event"'];
/** Most words of such a line, and most lines of one template position: more are other jobs'. */
const MAX_WORDS = 15;
const MAX_ALIKE = 3;
/** Most values that are read of a property. */
const MAX_VALUES = 40;
/** Fewest letters and digits of a value that tells, and most. */
const MIN_CHARS = 4;
const MAX_CHARS = 80;
/** Objects within objects that are read: a place, its address, the country. */
const MAX_DEPTH = 4;

const PLACES = ['jobLocation', 'location', 'applicantLocationRequirements'];
const TERMS = ['employmentType'];
const DATES = ['startDate', 'endDate', 'doorTime'];

/** What a page declares of its job or event. */
interface Facts {
  /** Letters and digits of places and terms, in lower case. */
  readonly names: readonly string[];
  /** Digits of amounts. */
  readonly amounts: ReadonlySet<string>;
  /** Day, year and hour. */
  readonly dates: readonly (readonly [day: number, year: number, hour: number])[];
}

/**
 * Brings back the short lines, from the title to the end of what stays, that say what the page's structured data says of its
 * job or event: place, pay, kind of work, date. They stand beside buttons and look like the labels around a text. Changes
 * `keep`.
 */
export function keepDeclared({ a, s, barred }: ScoredPage, keep: Uint8Array): void {
  const facts = factsOf(a);
  if (facts === null) return;
  const lines = new Map<number, number[]>();
  const title = a.blocks.findIndex((block, i) => keep[i] === 1 || headingLevel(a, block) === 1);
  const last = keep.lastIndexOf(1);
  for (let i = title + 1; i < last; i++) {
    const block = a.blocks[i]!;
    if (keep[i] === 1 || barred[block.first] === 1 || !mayTell(block)) continue;
    if (!tells(textBetween(a, block.first, block.end), block, facts)) continue;
    const path = s.path[block.element]!;
    lines.set(path, [...(lines.get(path) ?? []).slice(0, MAX_ALIKE), i]);
  }
  for (const alike of lines.values()) if (alike.length <= MAX_ALIKE) for (const i of alike) keep[i] = 1;
}

function mayTell({ count, linkWords, context }: Block): boolean {
  return count.words > 0 && count.words <= MAX_WORDS && linkWords === 0 && (context & CONTEXT.button) === 0;
}

function tells(text: string, { count }: Block, { names, amounts, dates }: Facts): boolean {
  const said = lettersOf(text);
  if (names.some((name) => said.includes(name))) return true;
  const numbers = text.match(/\d[\d.,’']*/g) ?? [];
  if (count.currency > 0 && numbers.some((number) => amounts.has(digitsOf(number)))) return true;
  const says = (wanted: number): boolean => numbers.some((number) => Number.parseInt(number, 10) === wanted);
  return dates.some(([day, year, hour]) => says(day) && (says(year) || says(hour) || says(hour % 12 || 12)));
}

/** The facts of the one job or event of a page; null where there is none, or a list of them. */
function factsOf(a: Annotation): Facts | null {
  const scripts = jsonLdScripts(a.doc).filter((json) => ENDINGS.some((ending) => json.includes(ending)));
  if (scripts.length === 0) return null;
  const [entity, ...others] = jsonLdEntities(scripts).filter((one) => hasType(one, OF_FACTS));
  if (entity === undefined || others.length > 0) return null;
  const names = [...valuesOf(entity, PLACES), ...valuesOf(entity, TERMS)].map(lettersOf);
  const dates = valuesOf(entity, DATES).map((value) =>
    /^(\d{4})-\d\d-(\d\d)(?:T(\d\d))?/.exec(value)?.slice(1).map(Number),
  );
  return {
    names: names.filter(({ length }) => length >= MIN_CHARS && length <= MAX_CHARS),
    amounts: new Set(valuesOf(entity, ['baseSalary']).filter(isAmount).flatMap(amountForms)),
    dates: dates.flatMap((parts) =>
      parts === undefined ? [] : [[parts[1]!, parts[0]!, parts[2] ?? -1] as const],
    ),
  };
}

/** Texts and numbers of an entity's properties and of the objects in them, as text. */
function valuesOf(entity: Entity, keys: readonly string[]): string[] {
  const values: string[] = [];
  const read = (value: unknown, depth: number): void => {
    if (values.length >= MAX_VALUES || depth > MAX_DEPTH) return;
    if (typeof value === 'string' || typeof value === 'number') values.push(String(value));
    else if (Array.isArray(value)) for (const item of value.slice(0, MAX_VALUES)) read(item, depth + 1);
    else if (isEntity(value))
      for (const key of Object.keys(value).slice(0, MAX_VALUES))
        if (!key.startsWith('@')) read(value[key], depth + 1);
  };
  for (const key of keys) read(own(entity, key), 0);
  return values;
}

function isAmount(value: string): boolean {
  return /^\d{2,9}(?:\.\d{1,2})?$/.test(value);
}

/** The digits of an amount with and without hundredths: `21.5` is written 21.50. */
function amountForms(value: string): string[] {
  return [digitsOf(value), digitsOf(Number(value).toFixed(2))];
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Letters and digits alone, in lower case: `FULL_TIME` is written Full-time. */
function lettersOf(text: string): string {
  return text
    .slice(0, 1000)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
