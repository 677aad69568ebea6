import type { Page, Request, Response } from 'playwright-core';
import { fail, type ServiceError } from '../contract/failure.ts';
import { blockedTarget, malformedResponse, responseTooLarge } from '../fetching/fetch-failures.ts';
import { PAGELESS_STATUSES, type Redirect } from '../fetching/fetch-page.ts';
import { MAX_REDIRECTS } from '../fetching/follow-redirects.ts';
import { readHeaders, redirectLocation, statusFailure } from '../fetching/response-head.ts';
import { parseRedirectUrl, type TargetUrl } from '../fetching/target-url.ts';
import type { EgressGate } from './egress-gate.ts';
import { isNetworkChange, navigationFailure, networkChanged } from './navigation-failure.ts';

/** Documents that a page may go through by itself (scripts, refreshes) beside its redirects. */
const MAX_DOCUMENTS = 10;

/** Answers that leave a page where it was (RFC 9110, 15.3.5 and 15.3.6). */
const NO_DOCUMENT: ReadonlySet<number> = new Set([204, 205]);

/** What became of the navigations of a page's main frame. */
export interface DocumentLog {
  /** The answer that the current document came with. */
  response: Response | undefined;
  /** Resolves when that has come to its end, or turned out to be no document. */
  finished: (() => Promise<unknown>) | undefined;
  /** The address that was redirected to, or asked for; scripts may have led on from there. */
  firstUrl: string | undefined;
  /** Hops that led to it. */
  readonly redirects: Redirect[];
  /** The fragment that the last of them named which named one. */
  fragment: string | undefined;
  /** The last navigation was a download: there is no document. */
  download: boolean;
}

interface DocumentLogSettings {
  readonly gate: EgressGate;
  /** Bytes of a document, on the wire. */
  readonly maxBytes: number;
  /** Called when a navigation fails, after the first too, or goes too far. */
  readonly onFailure: (failure: ServiceError) => void;
  /** The page may be rendered again: what it lacks because this machine's network changed is a failure too. */
  readonly mayRepeat: boolean;
}

const bare = (url: string): string => url.replace(/#.*$/s, '');

/** Follows the navigations of a page, and judges each answer as a fetch would. */
export function logDocuments(
  page: Page,
  { gate, maxBytes, onFailure, mayRepeat }: DocumentLogSettings,
): Readonly<DocumentLog> {
  const log: DocumentLog = {
    response: undefined,
    finished: undefined,
    firstUrl: undefined,
    redirects: [],
    fragment: undefined,
    download: false,
  };
  let documents = 0;
  const state = () => ({ ...log, redirects: log.redirects.length });
  /** As it was with the document that the page shows, and with the last answer. */
  let [shown, last] = [state(), state()];
  let giveUp = (): void => undefined;
  const stay = ({ redirects, ...rest }: typeof shown): void => {
    log.redirects.length = redirects;
    Object.assign(log, rest);
  };
  const isMain = (request: Request): boolean => {
    try {
      return request.isNavigationRequest() && request.frame() === page.mainFrame();
    } catch {
      // A request of a frame that has no page yet.
      return false;
    }
  };
  page.on('response', (answer) => {
    if (!isMain(answer.request())) return;
    const status = answer.status();
    try {
      const onward = redirectOf(answer);
      const url = bare(answer.url());
      if (onward !== undefined) {
        log.redirects.push({ status, url });
        log.fragment = onward.fragment ?? log.fragment;
      } else if (NO_DOCUMENT.has(status) && log.response !== undefined) {
        stay(last);
        documents += 1;
      } else {
        log.response = answer;
        const turnedOut = new Promise<void>((resolve) => {
          giveUp = resolve;
        });
        log.finished = () => Promise.race([answer.finished(), turnedOut]);
        log.firstUrl ??= url;
        last = state();
        documents += 1;
        if (PAGELESS_STATUSES.has(status)) throw malformedResponse(`status ${status}`);
      }
      if (log.redirects.length > MAX_REDIRECTS || documents > MAX_DOCUMENTS)
        throw fail('too_many_redirects', `Give the final address: more than ${MAX_REDIRECTS} redirects.`);
    } catch (failure) {
      onFailure(failure as ServiceError);
    }
  });
  page.on('requestfailed', (request) => {
    const cause = request.failure()?.errorText ?? '';
    if (mayRepeat && isNetworkChange(cause)) onFailure(networkChanged(cause));
    if (!isMain(request) || /ERR_ABORTED/.test(cause)) return;
    // The status of an error page says more than a fault of its body.
    const { response } = log;
    const ofStatus = response?.request() === request ? statusFailure(response.status()) : undefined;
    onFailure(ofStatus ?? navigationFailure(request.url(), cause, gate));
  });
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    if (frame !== page.mainFrame()) return;
    const { response } = log;
    if (response !== undefined && bare(url) === bare(response.url())) {
      shown = last;
      if (Number(response.headers()['content-length'] ?? 0) > maxBytes && response.status() < 400)
        onFailure(responseTooLarge(maxBytes, 'Content-Length'));
    }
    if (/^(https?:|chrome-error:)/.test(url)) return;
    // Where every page begins; one that goes back there takes its content away.
    if (url !== 'about:blank' || log.response !== undefined)
      onFailure(blockedTarget(`navigation to ${url.slice(0, url.indexOf(':') + 1)}`));
  });
  page.on('download', (started) => {
    last = shown;
    stay(shown);
    giveUp();
    log.download = true;
    void started.cancel().catch(() => undefined);
  });
  return log;
}

/** Where an answer redirects to, an address that a fetch would follow; throws what the fetch would throw. */
function redirectOf(answer: Response): TargetUrl | undefined {
  const fields = Object.entries(answer.headers()).flat();
  const bytes = fields.map((field) => Buffer.from(field).toString('latin1'));
  const location = redirectLocation(answer.status(), readHeaders(bytes));
  if (location === undefined) return undefined;
  // Browsers show its page, which lists the choices (RFC 9110, 15.4.1).
  if (answer.status() === 300) throw malformedResponse('status 300');
  return parseRedirectUrl(location, new URL(answer.url()));
}
