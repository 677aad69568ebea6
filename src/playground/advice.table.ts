import type { ClientReason } from '../client/index.ts';
import type { FailureReason } from '../contract/failure.ts';

/**
 * What a click can do about a failure: convert again, paste the HTML, change the address or the key, or accept what was
 * found (`strict` false).
 */
export type Remedy = 'retry' | 'html' | 'address' | 'key' | 'lenient';

/** What a person should know of a failure. */
interface Advice {
  readonly title: string;
  /** What to do next; code in it stands between back-ticks. */
  readonly next: string;
  /** The click that does it, when there is one. */
  readonly remedy?: Remedy;
}

const RETRY_LATER = 'Wait a moment and convert again.';
const OPERATOR = 'Convert again. If it happens again, send the request id to whoever runs this service.';

/** Every reason of the contract and of the client: a new one does not compile without its advice. */
export const ADVICE: Readonly<Record<FailureReason | ClientReason, Advice>> = {
  invalid_request: {
    title: 'Something in the request is wrong',
    next: 'Change the field that the message names.',
  },
  invalid_url: {
    title: 'This is not the address of a web page',
    next: 'Write the whole address, beginning with http:// or https://.',
    remedy: 'address',
  },
  unauthorized: {
    title: 'The API key was not accepted',
    next: 'Paste a valid key. Whoever runs this service makes one: `node dist/cli/main.js keys create --plan free`',
    remedy: 'key',
  },
  blocked_target: {
    title: 'This address may not be fetched',
    next: 'Only public addresses are fetched, and those that PAGEMARK_FETCH_ALLOW names where the service is started. Or paste the HTML of the page.',
    remedy: 'html',
  },
  license_expired: {
    title: 'The licence has expired',
    next: 'Use another licence key, or have this one renewed.',
  },
  license_inactive: {
    title: 'The licence is not active',
    next: 'Use another licence key: this one was revoked.',
  },
  not_found: {
    title: 'There is nothing at this address',
    next: 'Check that a pagemark service answers here; older versions take no files.',
  },
  method_not_allowed: { title: 'The method is not allowed here', next: OPERATOR, remedy: 'retry' },
  request_timeout: {
    title: 'The request took too long to arrive',
    next: 'Check your connection and convert again.',
    remedy: 'retry',
  },
  fetch_timeout: {
    title: 'The site was too slow',
    next: 'Convert again, or allow more time under Options.',
    remedy: 'retry',
  },
  conversion_timeout: {
    title: 'The conversion took too long',
    next: 'Convert only a part of the page: name it by a selector under Options.',
    remedy: 'retry',
  },
  body_too_large: {
    title: 'This is more HTML than the service takes',
    next: 'Paste only the part that you need.',
  },
  response_too_large: {
    title: 'The page is larger than the service reads',
    next: 'Open the page, copy the part that you need and paste its HTML.',
    remedy: 'html',
  },
  unsupported_content_type: { title: 'The request had the wrong type', next: OPERATOR, remedy: 'retry' },
  empty_content: {
    title: 'The page has no content',
    next: 'Choose the whole page under Options, or accept what was found. A PDF of scanned pages needs its text recognised (OCR) first.',
    remedy: 'lenient',
  },
  js_required: {
    title: 'The page is made by its scripts',
    next: 'The service needs a browser for it. Or open the page yourself, copy its HTML from the developer tools and paste it.',
    remedy: 'html',
  },
  bot_wall: {
    title: 'The site asks whether you are a person',
    next: 'Open the page yourself and paste its HTML, or ask the site for an interface.',
    remedy: 'html',
  },
  consent_wall: {
    title: 'The site shows a consent form instead of the page',
    next: 'Open the page yourself, choose, and paste its HTML.',
    remedy: 'html',
  },
  login_wall: {
    title: 'The page is behind a login',
    next: 'Open the page yourself and paste its HTML.',
    remedy: 'html',
  },
  paywall: {
    title: 'The page is behind a paywall',
    next: 'Accept what was found to read the part before the wall.',
    remedy: 'lenient',
  },
  soft_404: {
    title: 'The site says that the page does not exist',
    next: 'Check the address.',
    remedy: 'address',
  },
  error_page: { title: 'The site shows an error page', next: RETRY_LATER, remedy: 'retry' },
  parked_domain: {
    title: 'The domain is parked',
    next: 'Check the address: there is no site behind it.',
    remedy: 'address',
  },
  unsupported_media_type: {
    title: 'This kind of file cannot be converted',
    next: 'Give the address of a page or a document, not of a picture, film or program.',
    remedy: 'address',
  },
  malformed_document: {
    title: 'The document cannot be read',
    next: 'Open it in a browser. A PDF whose text cannot be copied from there needs its text recognised (OCR) first.',
    remedy: 'address',
  },
  document_too_complex: {
    title: 'The document is too complex',
    next: 'Paste only the part of its HTML that you need.',
  },
  cursor_expired: {
    title: 'The page or the options changed after the first part',
    next: 'Convert again from the beginning.',
    remedy: 'retry',
  },
  not_cached: {
    title: 'No copy of the page is kept',
    next: 'Convert again, and let the page be fetched.',
    remedy: 'retry',
  },
  too_many_redirects: {
    title: 'The address redirects too often',
    next: 'Check the address in a browser.',
    remedy: 'address',
  },
  upstream_not_found: { title: 'The site has no such page', next: 'Check the address.', remedy: 'address' },
  upstream_denied: {
    title: 'The site refused to serve the page',
    next: 'Open it yourself and paste its HTML.',
    remedy: 'html',
  },
  upstream_unavailable: { title: 'The site is not available now', next: RETRY_LATER, remedy: 'retry' },
  upstream_unreachable: {
    title: 'The site could not be reached',
    next: 'Check the host name in the address, and whether this service is online.',
    remedy: 'retry',
  },
  upstream_tls: {
    title: 'The site’s certificate could not be verified',
    next: 'Open the address in a browser to see what is wrong with the site.',
    remedy: 'address',
  },
  malformed_response: { title: 'The site’s answer was broken', next: RETRY_LATER, remedy: 'retry' },
  rate_limited: {
    title: 'The plan’s limit is reached',
    next: 'Convert again when the time below has passed.',
    remedy: 'retry',
  },
  busy: {
    title: 'The service is busy',
    next: 'Convert again when the time below has passed. Nothing was counted.',
    remedy: 'retry',
  },
  concurrency_limited: {
    title: 'This key has too many calls in progress',
    next: 'Convert again when the time below has passed. Nothing was counted.',
    remedy: 'retry',
  },
  quota_exceeded: {
    title: 'This month’s calls are used up',
    next: 'New ones come with the next month (UTC). Ask whoever runs this service for more.',
  },
  ai_quota_exceeded: {
    title: 'This month’s AI calls are used up',
    next: 'New ones come at the time in the message.',
  },
  internal: { title: 'The service failed', next: OPERATOR, remedy: 'retry' },
  ai_provider_error: { title: 'The AI provider failed', next: 'Run it again. It counted only if text came.' },
  draining: { title: 'The service is restarting', next: RETRY_LATER, remedy: 'retry' },
  store_unavailable: { title: 'The service cannot reach its store', next: OPERATOR, remedy: 'retry' },
  ai_unavailable: {
    title: 'No answer from the AI provider',
    next: 'The message below says why. The call counted only if text came.',
  },
  client_network: {
    title: 'The service does not answer',
    next: 'Check that it is still running and that you are connected.',
    remedy: 'retry',
  },
  client_timeout: { title: 'The service was silent for too long', next: RETRY_LATER, remedy: 'retry' },
  client_answer: {
    title: 'Something between you and the service answered instead',
    next: 'Check the proxy in front of this service.',
    remedy: 'retry',
  },
};
