import type { Page, Request, Response } from 'playwright-core';
import type { ServiceError } from '../contract/failure.ts';
import { fail } from '../contract/failure.ts';
import { blockedTarget } from '../fetching/fetch-failures.ts';
import type { Redirect } from '../fetching/fetch-page.ts';
import { MAX_REDIRECTS } from '../fetching/follow-redirects.ts';
import type { EgressGate } from './egress-gate.ts';
import { navigationFailure } from './navigation-failure.ts';

/** Documents that a page may go through by itself (scripts, refreshes) beside its redirects. */
const MAX_DOCUMENTS = 10;

/** What became of the navigations of a page's main frame. */
export interface DocumentLog {
  /** The answer that the current document came with. */
  readonly response: Response | undefined;
  /** Hops that led to it. */
  readonly redirects: readonly Redirect[];
  /** The last navigation was a download: there is no document. */
  readonly download: boolean;
}

/** Follows the navigations of a page; `onFailure` is called when one fails after the first or goes too far. */
export function logDocuments(
  page: Page,
  gate: EgressGate,
  onFailure: (failure: ServiceError) => void,
): DocumentLog {
  const redirects: Redirect[] = [];
  let response: Response | undefined;
  let documents = 0;
  let download = false;
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
    if (status >= 300 && status < 400 && answer.headers().location !== undefined) {
      redirects.push({ status, url: withoutFragment(answer.url()) });
      if (redirects.length > MAX_REDIRECTS)
        onFailure(
          fail('too_many_redirects', `Give the final address: more than ${MAX_REDIRECTS} redirects.`),
        );
    } else {
      response = answer;
      documents += 1;
      if (documents > MAX_DOCUMENTS)
        onFailure(fail('too_many_redirects', 'Give the final address: the page keeps leading elsewhere.'));
    }
  });
  page.on('requestfailed', (request) => {
    const cause = request.failure()?.errorText ?? '';
    if (isMain(request) && !/ERR_ABORTED/.test(cause))
      onFailure(navigationFailure(request.url(), cause, gate));
  });
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    if (frame === page.mainFrame() && !/^(https?:|about:blank|chrome-error:)/.test(url))
      onFailure(blockedTarget(`navigation to ${url.slice(0, url.indexOf(':') + 1)}`));
  });
  page.on('download', (started) => {
    download = true;
    void started.cancel().catch(() => undefined);
  });
  return {
    get response() {
      return response;
    },
    redirects,
    get download() {
      return download;
    },
  };
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
