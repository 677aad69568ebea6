import type { FailureReason } from '../contract/failure.ts';
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
const KEYS = [...CONVERSIONS, '/v1/usage', '/mcp'];
const BODIES = ['/v1/convert', FILE_ROUTE, '/mcp', ...AI, '/v1/license/validate'];
const ALL = [...KEYS, ...AI, '/v1/license/validate'];

const busy = (on: readonly string[], cause: string): ReasonExample => ({
  message: `Retry after the time in Retry-After${cause}`,
  on,
});

/** One example of every reason, for the description of errors. Messages may say more; programs branch on the reason. */
export const REASON_EXAMPLES: Readonly<Record<FailureReason, ReasonExample>> = {
  invalid_request: {
    message: 'Send a JSON object as the body; it does not parse as JSON.',
    elsewhere: {
      [FILE_ROUTE]: 'Send a file as the body, or as the one part of a form; it is empty.',
      [TARGET_ROUTE]: 'Set "links" to "inline", "reference" or "none"; it is "all".',
    },
    on: [...BODIES, TARGET_ROUTE],
  },
  invalid_url: { message: 'Give an absolute http or https address of at most 8192 bytes.', on: CONVERSIONS },
  unauthorized: {
    message: 'Send "Authorization: Bearer <API_KEY>": the header is missing.',
    on: KEYS,
  },
  blocked_target: {
    message: 'Use a public http or https address: the security policy blocks this target.',
    on: PAGES,
  },
  license_expired: {
    message: 'Renew the licence or send another key; the one given expired at "2026-01-01T00:00:00Z".',
    on: AI,
  },
  license_inactive: { message: 'Send an active licence key; the one given was revoked.', on: AI },
  not_found: { message: 'Request another address: there is nothing at "/page.html".', on: [TARGET_ROUTE] },
  method_not_allowed: { message: 'Use POST: GET is not allowed here.', on: ['/mcp'] },
  request_timeout: {
    message: 'Send the headers within 10 s and the whole request within 30 s: this one took longer.',
    on: BODIES,
  },
  fetch_timeout: {
    message: 'Retry later or raise "timeout_ms": the target did not answer in time.',
    on: PAGES,
  },
  conversion_timeout: {
    message: 'Convert a smaller page or raise "timeout_ms": the conversion took longer than 30000 ms.',
    on: CONVERSIONS,
  },
  body_too_large: {
    message: 'Send at most 4194304 bytes as body; this one is longer.',
    elsewhere: { [FILE_ROUTE]: 'Send at most 10485760 bytes as body; this one is longer.' },
    on: BODIES,
  },
  response_too_large: {
    message: 'Choose a smaller page: the target sent more than 10485760 bytes.',
    on: PAGES,
  },
  unsupported_content_type: {
    message: 'Send the body as "application/json"; its Content-Type is "text/plain".',
    elsewhere: { [FILE_ROUTE]: 'Send the body without Content-Encoding; it is "gzip".' },
    on: BODIES,
  },
  empty_content: {
    message: 'Check the address, or send "strict": false to get what was found: the page has no content.',
    on: CONVERSIONS,
  },
  js_required: {
    message: 'Send the HTML of the page as a browser shows it: this one needs JavaScript.',
    on: CONVERSIONS,
  },
  bot_wall: {
    message: 'Send the HTML as "html": the site answers programs with a challenge.',
    on: CONVERSIONS,
  },
  consent_wall: {
    message: 'Send the HTML as "html": the site shows a consent form instead of the page.',
    on: CONVERSIONS,
  },
  login_wall: {
    message: 'Send the HTML as "html": the site shows a login form instead of the page.',
    on: CONVERSIONS,
  },
  paywall: {
    message: 'Send the HTML as "html": the site shows only the start of the page to those who do not pay.',
    on: CONVERSIONS,
  },
  soft_404: { message: 'Check the address: the site says that there is no such page.', on: CONVERSIONS },
  error_page: {
    message: 'Retry later: the site shows an error message instead of the page.',
    on: CONVERSIONS,
  },
  parked_domain: { message: 'Check the address: the domain is parked.', on: CONVERSIONS },
  unsupported_media_type: {
    message:
      'Give the address of a page, or of a PDF, DOCX, Markdown, text, JSON or feed: the target is of another type.',
    on: CONVERSIONS,
  },
  malformed_document: {
    message:
      'Check the document: it is damaged, encrypted or not what it says it is, so that it cannot be read.',
    on: CONVERSIONS,
  },
  document_too_complex: { message: 'Convert a smaller page: this one needs too much work.', on: CONVERSIONS },
  cursor_expired: {
    message:
      'Start again without "cursor", or send the address and options of its first part: these now give another content.',
    on: CONVERSIONS,
  },
  not_cached: {
    message:
      'Leave "Cache-Control: only-if-cached" out: no page is kept that is fresh enough, and nothing may be fetched.',
    on: PAGES,
  },
  too_many_redirects: { message: 'Give the final address: more than 10 redirects.', on: PAGES },
  upstream_not_found: { message: 'Check the address: the target answered 404.', on: PAGES },
  upstream_denied: { message: 'Check the address: the target refused it with 403.', on: PAGES },
  upstream_unavailable: { message: 'Retry later: the target answered 503.', on: PAGES },
  upstream_unreachable: {
    message: 'Check the address: the target could not be reached over HTTP.',
    on: PAGES,
  },
  upstream_tls: {
    message: 'Check the address: the target has no valid TLS certificate or handshake.',
    on: PAGES,
  },
  malformed_response: {
    message: 'Check the address: the target sent a malformed HTTP response.',
    on: PAGES,
  },
  rate_limited: busy([...CONVERSIONS, '/mcp'], ': all 10 requests per minute of plan "free" are used.'),
  busy: busy([...CONVERSIONS, '/mcp'], ': the server is busy.'),
  concurrency_limited: {
    message:
      'Retry after the time in Retry-After, with fewer calls at a time: 8 calls of this key are in work.',
    elsewhere: {
      '/v1/ai':
        'Retry after the time in Retry-After, with fewer calls at a time: 4 calls of this licence are in work.',
    },
    on: [...CONVERSIONS, ...AI],
  },
  quota_exceeded: busy([...CONVERSIONS, '/mcp'], ': all 10000 calls of this month are used.'),
  ai_quota_exceeded: {
    message:
      'Wait until "2026-02-01T00:00:00Z" or use another licence; all 1000 AI calls of this month are used.',
    on: AI,
    resetAt: '2026-02-01T00:00:00Z',
  },
  internal: {
    message: 'Retry the request; if it fails again, report the X-Request-Id of this answer to the operator.',
    on: ALL,
  },
  ai_provider_error: {
    message: 'Retry the request: the AI provider answered with an error or with nothing usable.',
    on: AI,
  },
  draining: busy(ALL, ': this process is shutting down.'),
  store_unavailable: { message: 'Retry after the time given; the store cannot be reached now.', on: ALL },
  ai_unavailable: {
    message: 'Retry after the time given in Retry-After: the AI provider cannot be reached now.',
    on: AI,
  },
};
