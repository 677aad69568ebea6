import { fail, ServiceError } from '../contract/failure.ts';
import type { AiSettings } from './provider.ts';

/** No text came within the time allowed. */
export class ProviderTimeoutError extends Error {
  override readonly name = 'ProviderTimeoutError';
}

/** The provider's own filter left nothing of the answer. */
export class ProviderDeclinedError extends Error {
  override readonly name = 'ProviderDeclinedError';
}

/** Statuses which blame the request rather than the provider (RFC 9110, section 15.5). */
const REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** Too many requests, and service unavailable. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** A caller is told to wait no longer than this, in milliseconds, whatever the provider says. */
const MAX_RETRY_AFTER_MS = 3_600_000;
/** What a caller is told where the provider does not say, in milliseconds. */
const RETRY_AFTER_MS = 5000;

/** Statuses of a provider to which the service's own settings are wrong: key, money, model, address. */
const SETTINGS_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 405]);

/** Failures of undici with what came over a connection; one that is cut before anything came is no answer. */
const ANSWERED_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_ABORTED',
  'UND_ERR_RESPONSE',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_HEADERS_OVERFLOW',
]);

/** Sorts anything a provider stream throws, by the SDK's error class, HTTP status and the socket's error code. */
export function faultOf(thrown: unknown): ProviderFault {
  if (thrown instanceof ProviderTimeoutError) return 'unreachable';
  if (thrown instanceof ProviderDeclinedError) return 'declined';
  if (isApiCallError(thrown)) {
    if (thrown.statusCode === undefined || isFetchFailure(thrown.cause)) return socketFault(thrown.cause);
    if (BUSY_STATUSES.has(thrown.statusCode)) return 'busy';
    if (SETTINGS_STATUSES.has(thrown.statusCode) || refusesKey(thrown)) return 'refused_service';
    return REQUEST_STATUSES.has(thrown.statusCode) ? 'refused_request' : 'answered_wrongly';
  }
  return isFetchFailure(thrown) ? socketFault(thrown) : 'answered_wrongly';
}

/** What a caller is told of each way in which a provider does not answer, and whether the same call may succeed later. */
const TOLD = {
  /** No connection, one that was cut before an answer, or no text in time. */
  unreachable: [
    'ai_unavailable',
    'Retry after the time given in Retry-After: the AI provider cannot be reached now.',
  ],
  /** It has too many requests, or says that it cannot answer now (429, 503). */
  busy: [
    'ai_unavailable',
    'Retry after the time given in Retry-After: the AI provider takes no more requests now.',
  ],
  /** It refuses whatever this service asks: the key, the model or the address of its settings is wrong. */
  refused_service: [
    'ai_provider_error',
    'Tell the operator of this service, no retry helps: the AI provider refuses its key or its settings.',
  ],
  /** It refused this very request (too long, not allowed), which says nothing about the next one. */
  refused_request: ['ai_provider_error', 'Shorten or change the request: the AI provider refused it.'],
  /** It ended the answer without a text because of what the page or the prompt says. */
  declined: [
    'ai_provider_error',
    'Change the page or the prompt: the AI provider declined to answer because of what they say.',
  ],
  answered_wrongly: [
    'ai_provider_error',
    'Retry the request: the AI provider answered with an error or with nothing usable.',
  ],
} as const;
type ProviderFault = keyof typeof TOLD;

/**
 * The failure a caller sees. Text, keys and addresses of the provider stay in `cause`, which only the log reads.
 * `retryAfterMs`: when to come back; default: what the provider says, else some seconds.
 */
export function providerError(fault: ProviderFault, cause: unknown, retryAfterMs?: number): ServiceError {
  const [reason, message] = TOLD[fault];
  if (reason === 'ai_provider_error') return fail(reason, message, { cause });
  return fail(reason, message, { retryAfterMs: retryAfterMs ?? toldRetryMs(cause) ?? RETRY_AFTER_MS, cause });
}

/** The `Retry-After` of a provider's answer (RFC 9110, 10.2.3), in milliseconds and at most an hour. */
function toldRetryMs(cause: unknown): number | undefined {
  if (!isApiCallError(cause)) return undefined;
  const told = cause.responseHeaders?.['retry-after']?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now();
  return ms >= 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : undefined;
}

/** Whether a provider cannot do a task whenever it is asked: `ai_unavailable`, which no wait changes. Such a call counts nowhere. */
export const isRefusedTask = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError &&
  thrown.failure.reason === 'ai_unavailable' &&
  thrown.failure.retryAfterMs === undefined;

interface ApiCallError extends Error {
  readonly statusCode: number | undefined;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

/** The SDK's class, known by its name: a service without a model does not load the SDK. */
const isApiCallError = (value: unknown): value is ApiCallError =>
  value instanceof Error && value.name === 'AI_APICallError';

function isFetchFailure(value: unknown): value is TypeError {
  return value instanceof TypeError && value.message === 'fetch failed';
}

function socketFault(cause: unknown): ProviderFault {
  const codes = errorCodesOf(cause);
  // Without a code nothing failed on the socket: fetch refused the answer itself, as it does with a redirect.
  if (codes.length === 0) return 'answered_wrongly';
  return codes.some((code) => ANSWERED_CODES.has(code) || code.startsWith('HPE_'))
    ? 'answered_wrongly'
    : 'unreachable';
}

/** The codes of an error and of what caused it, outermost first. */
function errorCodesOf(value: unknown, depth = 4): readonly string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const { code, cause } = value as { code?: unknown; cause?: unknown };
  return [...(typeof code === 'string' ? [code] : []), ...errorCodesOf(cause, depth - 1)];
}

/** A wrong key is a 400 of Google's. */
const refusesKey = ({ statusCode, responseBody = '' }: Pick<ApiCallError, 'statusCode' | 'responseBody'>) =>
  statusCode === 400 && /api[ _-]?key/i.test(responseBody);

/** What of the settings an explanation names: never the key itself. */
type NamedSettings = Omit<AiSettings, 'apiKey'> & { readonly hasKey: boolean };

/**
 * Why the provider gave no text, for the operator: what to change first, then what was seen. `thrown` is what opening an answer
 * threw; its `cause` is the provider's own error.
 */
export function explainFailure(thrown: unknown, settings: NamedSettings): string {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  if (cause instanceof ProviderTimeoutError)
    return `Raise PAGEMARK_AI_TIMEOUT_MS or choose a faster model: ${cause.message}.`;
  if (cause instanceof ProviderDeclinedError)
    return 'Choose another model: its filter left nothing of the answer.';
  if (isApiCallError(cause) && cause.statusCode !== undefined && cause.statusCode >= 400)
    return explainStatus(cause.statusCode, cause.responseBody ?? '', settings);
  const [code] = errorCodesOf(cause);
  if (code !== undefined) return explainCode(code, settings);
  const said = cause instanceof Error ? cause.message : String(cause);
  return `Check PAGEMARK_AI_BASE_URL: what answers at ${addressOf(settings)} is no such API (${said}).`;
}

/** For the log: what {@link explainFailure} says of a provider that refuses whatever this service asks, else nothing. */
export function adviceOn(thrown: unknown, settings: NamedSettings): string | undefined {
  const isRefused = thrown instanceof ServiceError && faultOf(thrown.cause) === 'refused_service';
  return isRefused ? explainFailure(thrown, settings) : undefined;
}

/** Statuses as OpenAI, Anthropic, Google, Ollama and vLLM use them; an unknown model is a 404. */
function explainStatus(status: number, body: string, settings: NamedSettings): string {
  const seen = `(${status})`;
  const at = addressOf(settings);
  if (status === 401 || status === 403 || refusesKey({ statusCode: status, responseBody: body }))
    return settings.hasKey
      ? `Check PAGEMARK_AI_API_KEY: ${at} refused the key ${seen}.`
      : `Set PAGEMARK_AI_API_KEY: ${at} wants a key ${seen}.`;
  if ((status === 404 || status === 400) && /model/i.test(body))
    return `Check PAGEMARK_AI_MODEL: ${at} does not know "${settings.model}" ${seen}.`;
  if (status === 404 || status === 405)
    return `Check PAGEMARK_AI_BASE_URL: there is no such API at ${at} ${seen}; most end in /v1.`;
  if (status === 402) return `Pay for the account of PAGEMARK_AI_API_KEY: ${at} wants money ${seen}.`;
  if (status === 429)
    return `Wait, or raise the limit of the account of PAGEMARK_AI_API_KEY: ${at} takes no more requests ${seen}.`;
  return `Ask whoever runs ${at}: it failed ${seen}.`;
}

function explainCode(code: string, settings: NamedSettings): string {
  const at = addressOf(settings);
  if (code === 'ECONNREFUSED')
    return `Start the provider, or check PAGEMARK_AI_BASE_URL: nothing listens at ${at} (${code}).`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Check PAGEMARK_AI_BASE_URL: no address is known for the host of ${at} (${code}).`;
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code))
    return `Check PAGEMARK_AI_BASE_URL, or set NODE_EXTRA_CA_CERTS: the certificate of ${at} is not trusted (${code}).`;
  return `Check PAGEMARK_AI_BASE_URL and the network: ${at} cannot be reached (${code}).`;
}

const addressOf = ({ baseUrl, provider }: NamedSettings) => baseUrl ?? provider;
