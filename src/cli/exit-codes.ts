import { type FailureReason, LIMIT_REASONS, OUTCOME_REASONS } from '../contract/failure.ts';

/** Exit codes of every command; documented in `pagemark --help`. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** Something inside failed: a bug, the store, the AI provider. */
  internal: 1,
  /** The command line, a setting or an input is wrong. */
  usage: 2,
  /** The page was reached, but it has no content to give: the message names the reason. */
  page: 3,
  /** The page was not reached: not found, unreachable, refused. */
  upstream: 4,
  /** The address is not allowed by the egress rule. */
  blocked: 5,
  /** Too slow or too large. */
  limit: 6,
} as const;

/** The exit codes, in the help and the man page. */
export const EXIT_HELP = `0 done, 1 internal failure, 2 wrong use or setting,
3 the page has no content to give, 4 the page was not reached,
5 the address is blocked, 6 too slow or too large.`;

const USAGE: readonly FailureReason[] = [
  'invalid_request',
  'invalid_url',
  'unauthorized',
  'license_expired',
  'license_inactive',
  'not_found',
  'method_not_allowed',
  'unsupported_content_type',
  'cursor_expired',
  'not_cached',
];
const LIMIT: readonly FailureReason[] = [
  'request_timeout',
  'fetch_timeout',
  'conversion_timeout',
  'body_too_large',
  'response_too_large',
  ...LIMIT_REASONS,
  'draining',
];

/** The exit code of a failure. */
export function exitCodeOf(reason: FailureReason): number {
  if (reason === 'blocked_target') return EXIT.blocked;
  if (reason.startsWith('upstream_') || reason === 'too_many_redirects' || reason === 'malformed_response')
    return EXIT.upstream;
  if (USAGE.includes(reason)) return EXIT.usage;
  if ((OUTCOME_REASONS as readonly FailureReason[]).includes(reason)) return EXIT.page;
  if (LIMIT.includes(reason)) return EXIT.limit;
  return EXIT.internal;
}
