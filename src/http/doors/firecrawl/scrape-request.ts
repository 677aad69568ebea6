import { z } from 'zod';
import { type ConvertRequest, convertRequest, TIMEOUT_BOUNDS } from '../../../contract/convert.ts';
import { invalid } from '../../../contract/failure.ts';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { ConvertCall } from '../../../conversion/converter.ts';
import { defined } from '../../../conversion/defined.ts';
import type { PageForm } from '../../../conversion/ports.ts';
import {
  type Fields,
  meantFields,
  NAMED_FIELDS,
  REFUSED_FIELDS,
  refuseFields,
  SILENT_FIELDS,
} from './fields.table.ts';

/** Formats that are given, and which form of the page they are; null: it comes with every page. */
const FORMATS = {
  markdown: null,
  links: null,
  images: null,
  html: 'html',
  rawHtml: 'source',
  summary: 'summary',
} as const satisfies Readonly<Record<string, PageForm | null>>;
export type Format = keyof typeof FORMATS;
const KNOWN_FORMATS = Object.keys(FORMATS) as Format[];

const [MOST_FORMATS, MOST_LANGUAGES] = [20, 20];
const [LEAST_TIMEOUT_MS, MOST_TIMEOUT_MS] = TIMEOUT_BOUNDS;

const MOST_TAGS = 50;
/** Fields of a body that are named as not known. */
const MOST_UNKNOWN = 10;
const flag = z.boolean().nullish();

/** A list whose length is judged ahead of its elements, each of which may be an issue. */
export const listOf = <Element extends z.ZodType>(element: Element, most: number) =>
  z.array(z.unknown()).max(most).pipe(z.array(element));
const tags = listOf(z.string(), MOST_TAGS).nullish();

/** The fields of `scrape` in both versions that are done, but for the address. */
export const scrapeOptions = z.object({
  formats: listOf(
    z.union([z.string(), z.looseObject({ type: z.string() })], { error: 'the name of a format' }),
    MOST_FORMATS,
  ).nullish(),
  onlyMainContent: flag,
  includeTags: tags,
  excludeTags: tags,
  timeout: z.int().positive().nullish(),
  waitFor: z.int().nonnegative().nullish(),
  maxAge: z.int().nonnegative().nullish(),
  storeInCache: flag,
  zeroDataRetention: flag,
  lockdown: flag,
  fastMode: flag,
  mobile: flag,
  location: z
    .object({ country: z.string().nullish(), languages: listOf(z.string(), MOST_LANGUAGES).nullish() })
    .nullish(),
});
type ScrapeOptions = z.infer<typeof scrapeOptions>;

const address = convertRequest.shape.url;
export const scrapeRequest = scrapeOptions.extend({ url: address });

/** What a request of theirs is as one of ours; a job is kept with it as JSON. */
export interface Scrape {
  readonly request: Omit<ConvertRequest, 'url'>;
  readonly call: Partial<ConvertCall>;
  readonly formats: readonly Format[];
  /** What was not done as asked, for `data.warning`; '' when all was. */
  readonly warning: string;
}

/**
 * A body as a schema has it, and what of it is not done, '' when all is. Throws `invalid_request` for one that does not fit, and for
 * fields that would make another answer, which `refused` has.
 */
export function readTheirs<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  refused: Fields = REFUSED_FIELDS,
) {
  const asked = parseRequest(schema, body);
  refuseFields(body as object, refused);
  return { asked, warning: notDone(body as object, asked, schema, refused) };
}

/** What an answer says of what was not done as asked; nothing when all was. */
export function warningOf(...texts: readonly string[]): { readonly warning?: string } {
  const warning = texts.filter(Boolean).join(' ');
  return warning === '' ? {} : { warning };
}

/** The options of a body as ours, and the body as a schema has it. Throws as `readTheirs` does, and for formats that are not given. */
export function readScrape<Schema extends typeof scrapeOptions>(
  schema: Schema,
  body: unknown,
  refused?: Fields,
): { readonly asked: z.infer<Schema>; readonly scrape: Scrape } {
  const { asked, warning } = readTheirs(schema, body, refused);
  const options: ScrapeOptions = asked;
  const formats = readFormats(options.formats ?? ['markdown']);
  const forms = formats.map((format) => FORMATS[format]).filter((form) => form !== null);
  const { timeout, maxAge, location } = options;
  const noStore = options.storeInCache === false || options.zeroDataRetention === true;
  const [language] = location?.languages ?? [];
  const { url: _, ...request } = parseRequest(convertRequest, {
    url: 'https://example.com/',
    include_metadata: true,
    include_extended: true,
    scope: options.onlyMainContent === false ? 'full' : 'main',
    include_selectors: options.includeTags,
    exclude_selectors: options.excludeTags,
    timeout_ms: timeout && Math.min(Math.max(timeout, LEAST_TIMEOUT_MS), MOST_TIMEOUT_MS),
    language,
    render: options.fastMode === true ? 'never' : 'auto',
    include_links: formats.includes('links'),
    include_images: formats.includes('images'),
  });
  const call = defined({
    forms: forms.length === 0 ? undefined : forms,
    noStore: noStore || undefined,
    onlyIfCached: options.lockdown === true || undefined,
    maxAgeS: typeof maxAge === 'number' ? Math.floor(maxAge / 1000) : noStore ? 0 : undefined,
  });
  return { asked, scrape: { request, call, formats, warning } };
}

function readFormats(given: NonNullable<ScrapeOptions['formats']>): readonly Format[] {
  const formats = given.map((one) => {
    const name = typeof one === 'string' ? one : one.type;
    const format = KNOWN_FORMATS.find((known) => known === name);
    if (format !== undefined) return format;
    throw invalid(
      `Set "formats" to some of ${KNOWN_FORMATS.join(', ')}; ${JSON.stringify(name.slice(0, 80))} is not given here.`,
    );
  });
  return [...new Set(formats)];
}

/** The fields of a body that are not done, or that neither a schema nor a table knows; '' when all are. */
function notDone(
  body: object,
  { location }: Pick<ScrapeOptions, 'location'>,
  { shape }: z.ZodObject,
  refused: Fields,
): string {
  const named = meantFields(body, NAMED_FIELDS).map(
    ({ name, instead }) => `"${name}" is not done: ${instead}.`,
  );
  if (location?.country) named.push('"location.country" is not done: pages are asked for from here.');
  const tables = [shape, refused, NAMED_FIELDS, SILENT_FIELDS];
  const unknown: string[] = [];
  for (const name in body) {
    if (unknown.length === MOST_UNKNOWN) break;
    if (!tables.some((table) => Object.hasOwn(table, name))) unknown.push(JSON.stringify(name.slice(0, 40)));
  }
  if (unknown.length > 0) named.push(`Not known: ${unknown.join(', ')}.`);
  return named.join(' ');
}
