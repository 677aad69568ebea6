import {
  type ConvertedPage,
  type ConvertFileInput,
  type ConvertInput,
  createClient,
} from '../client/index.ts';
import type { Ask } from './ask.ts';

/** A converted page, and the body of its answer as it came. */
export interface Answer {
  readonly page: ConvertedPage;
  readonly json: string;
}

/** Where and as whom the page calls. */
export interface Service {
  readonly baseUrl: string;
  readonly apiKey: () => string;
}

/** What this page asks for beside what the person wants, to show it. */
const SHOWN_TOO = {
  include_metadata: true,
  include_extended: true,
  include_diagnostics: true,
  include_links: true,
  include_images: true,
} as const;

/** Converts: one metered call. Throws `PagemarkError`, or the reason of the signal. */
export async function convertAsk(
  { input, isFresh, file }: Ask,
  { baseUrl, apiKey }: Service,
  signal?: AbortSignal,
): Promise<Answer> {
  let json = '';
  const fetchAndKeep: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    json = await response.clone().text();
    return response;
  };
  const client = createClient({ baseUrl, apiKey: apiKey(), fetch: fetchAndKeep });
  const wanted = { ...input, ...SHOWN_TOO };
  const call = { ...(signal === undefined ? {} : { signal }), ...(isFresh ? { maxAgeS: 0 } : {}) };
  const page =
    file === undefined
      ? await client.convert(wanted, call)
      : await client.convertFile(file, withoutEmpty(wanted), call);
  return { page, json };
}

/** Options for a query, where an empty one would be a wrong value. */
function withoutEmpty({ html: _html, ...fields }: ConvertInput): ConvertFileInput {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as ConvertFileInput;
}
