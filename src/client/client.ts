import type { HealthResponse } from '../contract/health.ts';
import type { LicenseResponse } from '../contract/license.ts';
import type { UsageResponse } from '../contract/usage.ts';
import { aiStream } from './ai-stream.ts';
import { answerInfo } from './answer-info.ts';
import type {
  AnswerInfo,
  CallOptions,
  ClientOptions,
  ConvertCallOptions,
  ConvertedPage,
  ConvertFileCallOptions,
  FileBytes,
  PagemarkClient,
} from './client-types.ts';
import { PagemarkError } from './pagemark-error.ts';
import { type Deadline, type Outgoing, send, startDeadline } from './send.ts';

const TIMEOUT_MS = 60_000;
const RETRIES = 2;
const MAX_RETRY_WAIT_MS = 10_000;

/** A client of one pagemark service. Needs nothing but `fetch`: browsers, Node, Deno, Bun and workers. */
export function createClient(options: ClientOptions): PagemarkClient {
  const { deadline, sendTo, json } = callerOf(options);
  const bearer = () => ({ authorization: `Bearer ${given(options, 'apiKey')}` });
  return {
    async convert<Input>(page: string | Input, { maxAgeS, ...call }: ConvertCallOptions = {}) {
      const freshness =
        maxAgeS === undefined ? null : maxAgeS > 0 ? `max-age=${Math.floor(maxAgeS)}` : 'no-cache';
      const headers = { ...bearer(), ...(freshness !== null && { 'cache-control': freshness }) };
      const request = posted(typeof page === 'string' ? { url: page } : page, headers);
      const { body, info } = await json<Converted<Input>>('/v1/convert', request, call);
      return { ...body.data, info };
    },
    async convertFile<Input>(
      file: FileBytes,
      options?: Input,
      { contentType, ...call }: ConvertFileCallOptions = {},
    ) {
      const headers = { 'content-type': contentType || typeOf(file), ...bearer() };
      const request: Outgoing = { method: 'POST', headers, body: file };
      const { body, info } = await json<Converted<Input>>(fileAddress(file, options ?? {}), request, call);
      return { ...body.data, info };
    },
    ai(request, call = {}) {
      const { headers, ...outgoing } = posted(request, {});
      const signed = () => ({
        ...outgoing,
        headers: { ...headers, 'x-license-key': given(options, 'licenseKey') },
      });
      return aiStream(
        () => deadline(call),
        (time) => sendTo('/v1/ai', signed(), time, call),
      );
    },
    async validateLicense(key = options.licenseKey ?? '', call = {}) {
      return (await json<LicenseResponse>('/v1/license/validate', posted({ key }, {}), call)).body;
    },
    async usage(call = {}) {
      return (await json<UsageResponse>('/v1/usage', { method: 'GET', headers: bearer() }, call)).body;
    },
    async health(call = {}) {
      return (await json<HealthResponse>('/health', { method: 'GET', headers: {} }, call)).body;
    },
  };
}

/** A credential of the options; an empty one is the service's to judge. Throws `unauthorized` for none, and for null. */
function given(options: ClientOptions, name: 'apiKey' | 'licenseKey'): string {
  const credential = options[name];
  if (credential !== undefined && credential !== null) return credential;
  throw new PagemarkError('unauthorized', `Give createClient an "${name}": it is not set.`);
}

function callerOf(options: ClientOptions) {
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  // A bare `fetch` member called through an object loses its receiver in browsers.
  const fetch: typeof globalThis.fetch = (...request) => (options.fetch ?? globalThis.fetch)(...request);
  const deadline = ({ timeoutMs = options.timeoutMs ?? TIMEOUT_MS, signal }: CallOptions) =>
    startDeadline(timeoutMs, signal);
  const sendTo = (path: string, request: Outgoing, time: Deadline, call: CallOptions) => {
    const retries = call.retries ?? options.retries ?? RETRIES;
    const maxRetryWaitMs = options.maxRetryWaitMs ?? MAX_RETRY_WAIT_MS;
    return send(base + path, request, time, { retries, maxRetryWaitMs }, fetch);
  };
  /** The JSON body of a success. */
  async function json<T>(
    path: string,
    request: Outgoing,
    call: CallOptions,
  ): Promise<{ readonly body: T; readonly info: AnswerInfo }> {
    const time = deadline(call);
    try {
      const response = await sendTo(path, request, time, call);
      const info = answerInfo(response);
      return { body: parse<T>(await response.text(), info), info };
    } catch (error) {
      throw time.explain(error);
    } finally {
      time.end();
    }
  }
  return { deadline, sendTo, json };
}

/** The body of a conversion; its `data` alone, what the header fields said comes to it. */
interface Converted<Input> {
  readonly data: ConvertedPage<Input>;
}

/** A body as JSON. */
const posted = (body: unknown, headers: Readonly<Record<string, string>>): Outgoing => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Nobody's type: the service looks at the bytes and the name. */
const typeOf = (file: unknown): string => (file instanceof Blob && file.type) || 'application/octet-stream';

/** Where a file is sent, its options in the query: a list is one given several times. */
function fileAddress(file: unknown, options: object): string {
  const named = typeof File === 'function' && file instanceof File ? { filename: file.name } : {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...named, ...options }))
    for (const each of [value].flat())
      if (each !== undefined && each !== null) query.append(name, String(each));
  return `/v1/convert/file?${query}`;
}

function parse<T>(text: string, info: AnswerInfo): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const message = "Check that the address is pagemark's: the answer was not JSON.";
    throw new PagemarkError('client_answer', message, { info, cause });
  }
}
