import { createRenderer, type Renderer, type RendererSettings } from '../../src/rendering/renderer.ts';
import { testFetcher } from '../fetching/fetching-harness.ts';
import { findTestBrowser } from '../support/browser.ts';
import { FAR_MS } from '../support/far-deadlines.ts';

/** The Chromium of tests that need a browser for something else, or null when these tests are left out. */
export const BROWSER = await findTestBrowser();
/** The one in which a page's own scripts do what they can, and all of whose processes are ended. */
export const WHOLE_BROWSER = await findTestBrowser({ isWhole: true });
/** The same as a setting of a renderer. */
export const WHOLE = { browser: { mode: 'path', executablePath: WHOLE_BROWSER ?? '' } } as const;

export type TestRenderer = Renderer & { readonly userAgent: string };

/** A renderer under the egress rule with these exceptions, and a name server of the test's. */
export function testRenderer({
  allow = [],
  dnsServers = ['127.0.0.1:9'],
  ports = [80, 443, 8080, 8443],
  ...settings
}: Partial<RendererSettings> & {
  readonly allow?: readonly string[];
  readonly dnsServers?: readonly string[];
  readonly ports?: readonly number[];
} = {}): Renderer {
  const { connect } = testFetcher({ allow, dnsServers, ports });
  return createRenderer({
    browser: { mode: 'path', executablePath: BROWSER ?? '' },
    connect,
    slots: 2,
    userAgent: 'pagemark-test/1',
    maxResponseBytes: 4 * 1024 * 1024,
    ...settings,
  });
}

/** Renders without a deadline that matters; the markup, or the reason why there is none. */
export async function rendered(
  renderer: Renderer,
  url: string,
  more: {
    readonly waitForSelector?: string;
    readonly language?: string;
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
  } = {},
) {
  const page = await renderer.render({
    url,
    timeoutMs: FAR_MS,
    signal: new AbortController().signal,
    ...more,
  });
  return { ...page, html: Buffer.from(page?.bytes ?? []).toString() };
}
