import type { ConvertResponse } from '../contract/convert.ts';
import type { HealthResponse } from '../contract/health.ts';
import type { LicenseResponse } from '../contract/license.ts';
import type { UsageResponse } from '../contract/usage.ts';
import { aiStream } from './ai-stream.ts';
import { answerInfo } from './answer-info.ts';
import type {
  AnswerInfo,
  CallOptions,
  ClientOptions,
  ConvertFileInput,
  PagemarkClient,
} from './client-types.ts';
import { PagemarkError } from './pagemark-error.ts';
import { type Outgoing, send, startDeadline } from './send.ts';

const TIMEOUT_MS = 60_000;
const RETRIES = 2;
const MAX_RETRY_WAIT_MS = 10_000;

/** A client of one pagemark service. Needs nothing but `fetch`: browsers, Node, Deno, Bun and workers. */
export function createClient(options: ClientOptions): PagemarkClient {
  const call = callerOf(options);
  const bearer = () => ({ authorization: `Bearer ${options.apiKey ?? ''}` });
  return {
    async convert(page, { maxAgeS, ...callOptions } = {}) {
      const request = call.post('/v1/convert', typeof page === 'string' ? { url: page } : page, {
        ...bearer(),
        ...(maxAgeS === undefined
          ? {}
          : { 'cache-control': maxAgeS > 0 ? `max-age=${maxAgeS}` : 'no-cache' }),
      });
      const { body, info } = await call.json<ConvertResponse>(request, callOptions);
      return { ...body.data, info };
    },
    async convertFile(file, options = {}, { contentType, ...callOptions } = {}) {
      const { body, info } = await call.json<ConvertResponse>(
        {
          url: call.base + fileAddress(file, options),
          method: 'POST',
          headers: { 'content-type': contentType || typeOf(file), ...bearer() },
          body: file,
        },
        callOptions,
      );
      return { ...body.data, info };
    },
    ai(request, callOptions = {}) {
      const outgoing = call.post('/v1/ai', request, { 'x-license-key': options.licenseKey ?? '' });
      return aiStream(
        () => call.deadline(callOptions),
        (deadline) => call.send(outgoing, deadline, callOptions),
      );
    },
    async validateLicense(key = options.licenseKey ?? '', callOptions = {}) {
      const request = call.post('/v1/license/validate', { key }, {});
      return (await call.json<LicenseResponse>(request, callOptions)).body;
    },
    async usage(callOptions = {}) {
      return (await call.json<UsageResponse>(call.get('/v1/usage', bearer()), callOptions)).body;
    },
    async health(callOptions = {}) {
      return (await call.json<HealthResponse>(call.get('/health', {}), callOptions)).body;
    },
  };
}

function callerOf(options: ClientOptions) {
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  // A bare `fetch` member called through an object loses its receiver in browsers.
  const fetch: typeof globalThis.fetch = (...request) => (options.fetch ?? globalThis.fetch)(...request);
  const deadline = ({ timeoutMs = options.timeoutMs ?? TIMEOUT_MS, signal }: CallOptions) =>
    startDeadline(timeoutMs, signal);
  const sendOnce = (
    request: Outgoing,
    time: ReturnType<typeof deadline>,
    { retries = options.retries ?? RETRIES }: CallOptions,
  ) => send(request, time, { retries, maxRetryWaitMs: options.maxRetryWaitMs ?? MAX_RETRY_WAIT_MS }, fetch);
  return {
    base,
    deadline,
    send: sendOnce,
    get: (path: string, headers: Record<string, string>): Outgoing => ({
      url: base + path,
      method: 'GET',
      headers,
    }),
    post: (path: string, body: unknown, headers: Record<string, string>): Outgoing => ({
      url: base + path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
    /** The JSON body of a success. */
    async json<T>(
      request: Outgoing,
      callOptions: CallOptions,
    ): Promise<{ readonly body: T; readonly info: AnswerInfo }> {
      const time = deadline(callOptions);
      try {
        const response = await sendOnce(request, time, callOptions);
        const info = answerInfo(response);
        return { body: parse<T>(await response.text(), info), info };
      } catch (error) {
        throw time.explain(error);
      } finally {
        time.end();
      }
    },
  };
}

/** Nobody's type: the service looks at the bytes and the name. */
const typeOf = (file: unknown): string => (file instanceof Blob && file.type) || 'application/octet-stream';

/** Where a file is sent, its options in the query: a list is one given several times. */
function fileAddress(file: unknown, options: ConvertFileInput): string {
  const named = typeof File === 'function' && file instanceof File ? { filename: file.name } : {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...named, ...options }))
    for (const each of [value].flat()) if (each !== undefined) query.append(name, String(each));
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
