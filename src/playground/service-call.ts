import { type ConvertedPage, type ConvertInput, createClient } from '../client/index.ts';
import type { Ask } from './ask-form.ts';

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
    const [url, init] = file === undefined ? request : fileRequest(file, `${request[0]}`, request[1]);
    const response = await fetch(url, init);
    json = await response.clone().text();
    return response;
  };
  const client = createClient({ baseUrl, apiKey: apiKey(), fetch: fetchAndKeep });
  const page = await client.convert(
    { ...input, ...SHOWN_TOO },
    { ...(signal === undefined ? {} : { signal }), ...(isFresh ? { maxAgeS: 0 } : {}) },
  );
  return { page, json };
}

/** The same request with the bytes of a file as its body and the fields as query parameters (`POST /v1/convert/file`). */
function fileRequest(file: File, url: string, init: RequestInit = {}): [string, RequestInit] {
  const query = new URLSearchParams({ filename: file.name });
  for (const [name, value] of Object.entries(JSON.parse(String(init.body)) as ConvertInput))
    for (const one of [value].flat()) if (one !== '') query.append(name, String(one));
  const headers = new Headers(init.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  return [`${url}/file?${query}`, { ...init, headers, body: file }];
}
