import { type FailureReason, OUTCOME_REASONS, type ServiceError, toFailure } from '../contract/failure.ts';
import { outcomeFailure } from '../conversion/outcome-failure.ts';
import { cursorExpired } from '../conversion/page-cursor.ts';
import { notCached } from '../conversion/snapshots/freshness.ts';
import {
  blockedTarget,
  fetchTimedOut,
  malformedResponse,
  responseTooLarge,
  upstreamTls,
  upstreamUnreachable,
} from '../fetching/fetch-failures.ts';
import { TARGET_ROUTE } from './page-target.ts';
import { FILE_ROUTE } from './route-statuses.table.ts';

/** A message that a reason is told with, and the routes that can tell it. */
interface ReasonExample {
  readonly message: string;
  readonly on: readonly string[];
  /** In place of `message`, by route. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Only with `ai_quota_exceeded`. */
  readonly resetAt?: string;
}

const AI = ['/v1/ai'];
const PAGES = ['/v1/convert', TARGET_ROUTE];
const CONVERSIONS = [...PAGES, FILE_ROUTE];
const METERED = [...CONVERSIONS, '/mcp'];
const KEYS = [...CONVERSIONS, '/v1/usage', '/mcp'];
const BODIES = ['/v1/convert', FILE_ROUTE, '/mcp', ...AI, '/v1/license/validate'];
const ALL = [...KEYS, ...AI, '/v1/license/validate'];

type Examples = Partial<Record<FailureReason, ReasonExample>>;
/** Examples of failures as the code makes them. */
const made = (on: readonly string[], failures: readonly ServiceError[]): Examples =>
  Object.fromEntries(failures.map(({ failure: { reason, message } }) => [reason, { message, on }]));
/** Examples of messages that name what a request had. */
const said = (on: readonly string[], messages: Partial<Record<FailureReason, string>>): Examples =>
  Object.fromEntries(Object.entries(messages).map(([reason, message]) => [reason, { message, on }]));
const busy = (cause: string): string => `Retry after the time in Retry-After${cause}`;

/** One example of every reason, for the description of errors. Messages may say more; programs branch on the reason. */
export const REASON_EXAMPLES = {
  ...made(
    CONVERSIONS,
    OUTCOME_REASONS.map((reason) => outcomeFailure(reason, {})),
  ),
  ...made(CONVERSIONS, [cursorExpired()]),
  ...made(PAGES, [blockedTarget(''), fetchTimedOut(''), responseTooLarge(10_485_760, ''), notCached()]),
  ...made(PAGES, [upstreamUnreachable(null), upstreamTls(null), malformedResponse('')]),
  ...said(PAGES, {
    too_many_redirects: 'Give the final address: more than 10 redirects.',
    upstream_not_found: 'Check the address: the target answered 404.',
    upstream_denied: 'Check the address: the target refused it with 403.',
    upstream_unavailable: 'Retry later: the target answered 503.',
  }),
  ...said(CONVERSIONS, {
    invalid_url: 'Give an absolute http or https address of at most 8192 bytes.',
    conversion_timeout: 'Convert a smaller page: the conversion took longer than 30000 ms.',
  }),
  ...said(KEYS, { unauthorized: 'Send "Authorization: Bearer <API_KEY>": the header is missing.' }),
  ...said([TARGET_ROUTE], { not_found: 'Request another address: there is nothing at "/page.html".' }),
  ...said(['/mcp'], { method_not_allowed: 'Use POST: GET is not allowed here.' }),
  ...said(AI, {
    license_expired:
      'Renew the licence or send another key; the one given expired at "2026-01-01T00:00:00Z".',
    license_inactive: 'Send an active licence key; the one given was revoked.',
    ai_provider_error: 'Retry the request: the AI provider answered with an error or with nothing usable.',
    ai_unavailable: 'Retry after the time given in Retry-After: the AI provider cannot be reached now.',
  }),
  ...said(METERED, {
    rate_limited: 'Retry after 42 s: all 10 requests per minute of plan "free" are used.',
    busy: busy(': the server is busy.'),
    quota_exceeded: 'Retry after 864000 s: all 10000 calls of this month are used.',
  }),
  ...said(ALL, {
    internal: toFailure(null).message,
    draining: busy(': this process is shutting down.'),
    store_unavailable: 'Retry after the time given; the store cannot be reached now.',
  }),
  ...said(BODIES, {
    request_timeout: 'Send the headers within 10 s and the whole request within 30 s: this one took longer.',
  }),
  invalid_request: {
    message: 'Send a JSON object as the body; it does not parse as JSON.',
    elsewhere: {
      [FILE_ROUTE]: 'Send a file as the body, or as the one part of a form; it is empty.',
      [TARGET_ROUTE]: 'Set "links" to "inline", "reference" or "none"; it is "all".',
    },
    on: [...BODIES, TARGET_ROUTE],
  },
  body_too_large: {
    message: 'Send at most 4194304 bytes as body; this one is longer.',
    elsewhere: { [FILE_ROUTE]: 'Send at most 10485760 bytes as body; this one is longer.' },
    on: BODIES,
  },
  unsupported_content_type: {
    message: 'Send the body as "application/json" in UTF-8; its Content-Type is "text/plain".',
    elsewhere: { [FILE_ROUTE]: 'Send the body without Content-Encoding; it is "gzip".' },
    on: BODIES,
  },
  concurrency_limited: {
    message: busy(', with fewer calls at a time: 8 calls of this key are in work.'),
    elsewhere: { '/v1/ai': busy(', with fewer calls at a time: 4 calls of this licence are in work.') },
    on: [...CONVERSIONS, ...AI],
  },
  ai_quota_exceeded: {
    message:
      'Wait until "2026-02-01T00:00:00Z" or use another licence; all 1000 AI calls of this month are used.',
    on: AI,
    resetAt: '2026-02-01T00:00:00Z',
  },
} as Readonly<Record<FailureReason, ReasonExample>>;
