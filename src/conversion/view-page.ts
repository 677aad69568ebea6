import type { ConvertRequest } from '../contract/convert.ts';
import { fail, ServiceError } from '../contract/failure.ts';
import { mayChallenge } from '../core/outcome/challenge-statuses.ts';
import { statusFailure } from '../fetching/response-head.ts';
import { NEEDS_JAVASCRIPT } from '../rendering/find-browser.ts';
import type { LoadedPage, PageOutput, PageView } from './ports.ts';
import type { SiteMemory } from './site-memory.ts';
import { wordsBeyond } from './word-set.ts';

/** Part of the time left that a page has in a browser when its source will do: the rest is for the answer. */
const RENDER_SHARE = 0.85;

/** A page and what was made of it. */
export interface ConvertedView {
  readonly page: LoadedPage;
  readonly output: PageOutput;
  readonly view: PageView;
  /** It was not converted for this request. */
  readonly isKept: boolean;
}

/** The page that was chosen. */
export interface ViewedPage extends ConvertedView {
  /** Why a page that needs JavaScript was not rendered. */
  readonly unrendered?: ServiceError;
  /** What would have a browser tried that was not: a sentence that says what to do. */
  readonly untried?: string;
  /** Of a source that seemed incomplete: the signs of it, and why this view was taken. */
  readonly rendering?: { readonly signs: readonly string[]; readonly why: string };
}

/** How the two views of a page are come by. */
interface PageViews {
  /** Loads a page; `share`: the part of the time left that it may take, all by default; `signal` ends it. */
  load(view: PageView, share?: number, signal?: AbortSignal): Promise<LoadedPage>;
  /** The rendered page where it is kept and fresh; nobody is asked for it. */
  kept(): Promise<LoadedPage | undefined>;
  /** Converts one that was loaded, in the caller's turn. */
  convert(page: LoadedPage, view: PageView): Promise<ConvertedView>;
  readonly memory: SiteMemory;
  /** The caller sent the page: no browser can add to it. */
  readonly isGiven: boolean;
  /** Nobody waits for the answer any more. */
  hasLeft(): boolean;
}

/**
 * The page in the form that the request asks for. With `auto` that is the source; one that seems incomplete, or is a wall that a browser
 * may pass, is loaded again, rendered, and the better of both is taken. A site that is known to need the browser is rendered while its
 * source comes, which decides nothing but the time that it takes.
 */
export async function viewPage(request: ConvertRequest, views: PageViews): Promise<ViewedPage> {
  const convert = async (view: PageView): Promise<ConvertedView> =>
    views.convert(await views.load(view), view);
  if (request.render === 'always' || request.wait_for_selector !== undefined) return convert('rendered');
  if (views.isGiven) return convert('source');
  const early = request.render === 'auto' ? startEarly(request.url, views) : undefined;
  const source = await convert('source').catch((error) => {
    early?.drop();
    throw error;
  });
  const isToWait = source.page.retryAfterMs !== undefined && source.page.status >= 400;
  const signs = isToWait ? [] : (source.output.incomplete ?? []);
  const isRead =
    request.cursor !== undefined && source.output.outcome === 'ok' && !source.output.cursorExpired;
  if (signs.length === 0 || isRead) {
    early?.drop();
    const isPage = source.output.outcome === 'ok' && source.page.status < 400;
    // Nor is a browser to be begun beside the next call of a site that said when to come again.
    if ((isPage && signs.length === 0) || isToWait) await views.memory.needsBrowser.learn(request.url, false);
    const kept = isToWait && request.render === 'auto' ? await keptBehindWall(source, views) : undefined;
    return kept ?? source;
  }
  const isWall = isWalled(source);
  if (request.render === 'never')
    return isSilent(source) ? untried(source, signs, NEVER_TRIED) : unrendered(source, signs, NEVER);
  if (isWall && (await views.memory.stopsBrowser.holds(request.url))) {
    early?.drop();
    const why = 'not rendered: a browser did not help here a while ago';
    return (await keptBehindWall(source, views)) ?? { ...source, rendering: { signs, why } };
  }
  if (isLacking(source) && (await views.memory.stopsOnPage.holds(request.url))) {
    early?.drop();
    return unrendered(source, signs, STOPPED);
  }
  return renderBeside(request, source, signs, views, early);
}

const NEVER = fail(
  'js_required',
  'Set "render" to "auto", or send the HTML of the page as "html": "render" is "never", and the page needs JavaScript.',
);
const STOPPED = fail('bot_wall', 'Send the HTML as "html": the site stopped a browser here a while ago.');
const TRIES_BROWSER = 'A browser would be tried here.';
const NEVER_TRIED = 'Set "render" to "auto", which tries a browser here: it is "never".';

/** Whether what a site answered is no page at all. */
function isWalled({ page, output }: ConvertedView): boolean {
  return output.outcome === 'bot_wall' || statusFailure(page.status) !== undefined;
}

/** Whether a site answered with a page of which nothing can be given. */
const isLacking = (source: ConvertedView): boolean => source.output.outcome !== 'ok' && !isWalled(source);

/** Whether a site refuses a browser, as it does programs. */
const isRefusal = ({ page, output }: ConvertedView): boolean =>
  output.outcome === 'bot_wall' || mayChallenge(page.status);

/** Whether the reason of a source says nothing of a browser, so that what has one tried is told ahead of it. */
function isSilent(source: ConvertedView): boolean {
  const { outcome } = source.output;
  return isWalled(source) || (outcome !== 'ok' && outcome !== 'js_required');
}

/** Failures to render that say nothing of the page. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['busy', 'concurrency_limited']);
/** Nor do these of its site: no browser came to it. */
const UNTRIED: ReadonlySet<string> = new Set(['not_cached', 'draining', 'internal']);

/** Renders a page whose source seems incomplete, and chooses. A source that will do is kept when the render fails. */
async function renderBeside(
  request: ConvertRequest,
  source: ConvertedView,
  signs: readonly string[],
  views: PageViews,
  early: EarlyRender | undefined,
): Promise<ViewedPage> {
  const isWall = isWalled(source);
  const isUsable = source.output.outcome === 'ok' && !isWall;
  try {
    const page = await ((await early?.page) ?? views.load('rendered', isUsable ? RENDER_SHARE : 1));
    const rendered = await views.convert(page, 'rendered');
    const chosen = isWall ? chooseBehindWall(source, rendered) : choose(source, rendered);
    // Of a page that was cut short nothing is known.
    if (page.cutFor === undefined && isLacking(source) && isRefusal(rendered))
      await stopOnPage(request.url, views.memory);
    else if (page.cutFor === undefined) await remember(request.url, chosen.view, isWall, views.memory);
    return { ...chosen, rendering: { signs, why: chosen.why } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { reason, message } = error.failure;
    if (reason === 'js_required' && isSilent(source))
      return untried(source, signs, message.replace(NEEDS_JAVASCRIPT, TRIES_BROWSER));
    if (isWall && !OF_THE_MOMENT.has(reason)) {
      // What a caller's own deadline or leave ended may be had in more time.
      const isCut = views.hasLeft() || (reason === 'fetch_timeout' && request.timeout_ms !== undefined);
      if (!isCut && !UNTRIED.has(reason)) await views.memory.stopsBrowser.learn(request.url, true);
      return unrendered(source, signs, error);
    }
    if (isLacking(source) && reason === 'too_many_redirects') await stopOnPage(request.url, views.memory);
    if (!isUsable && reason !== 'js_required') throw error;
    return unrendered(source, signs, error);
  }
}

async function remember(url: string, view: PageView, isWall: boolean, memory: SiteMemory): Promise<void> {
  await memory.needsBrowser.learn(url, view === 'rendered');
  if (isWall) await memory.stopsBrowser.learn(url, view === 'source');
}

async function stopOnPage(url: string, { needsBrowser, stopsOnPage }: SiteMemory): Promise<void> {
  await needsBrowser.learn(url, false);
  await stopsOnPage.learn(url, true);
}

function untried(source: ConvertedView, signs: readonly string[], todo: string): ViewedPage {
  return {
    ...source,
    untried: todo,
    rendering: { signs, why: 'not rendered: there is no browser, or it is not to be tried' },
  };
}

/** What a browser got where the source is a wall, if that is a page; else the source, whose reason stands. */
function chooseBehindWall(
  source: ConvertedView,
  rendered: ConvertedView,
): ConvertedView & { readonly why: string } {
  const [first, drawn] = [source, rendered].map(({ page, output }) =>
    output.outcome === 'ok' && page.status >= 400 ? `status ${page.status}` : `"${output.outcome}"`,
  );
  const isPassed = rendered.output.outcome === 'ok' && !isWalled(rendered);
  return isPassed
    ? { ...rendered, why: `${drawn} over ${first}` }
    : { ...source, why: `${first} at first, ${drawn} when rendered` };
}

/** What a browser got behind a wall a while ago: the same page for the same address, whatever its site answers since. */
async function keptBehindWall(source: ConvertedView, views: PageViews): Promise<ViewedPage | undefined> {
  const page = await views.kept();
  if (page === undefined) return undefined;
  const { why, ...chosen } = chooseBehindWall(source, await views.convert(page, 'rendered'));
  if (chosen.view === 'source') return undefined;
  return { ...chosen, rendering: { signs: source.output.incomplete ?? [], why } };
}

function unrendered(source: ConvertedView, signs: readonly string[], cause: ServiceError): ViewedPage {
  const rendering = { signs, why: `not rendered: ${cause.failure.reason}` };
  return source.output.outcome === 'js_required'
    ? { ...source, unrendered: cause, rendering }
    : { ...source, rendering };
}

/**
 * `ok` over any reason but that the page is still loading: its source is what it shows while it is. Then the view with
 * more words that the other lacks; where they are equal, the source.
 */
function choose(source: ConvertedView, rendered: ConvertedView): ConvertedView & { readonly why: string } {
  const [plain, drawn] = [source.output, rendered.output];
  if (plain.cursorExpired !== drawn.cursorExpired)
    return { ...(plain.cursorExpired ? rendered : source), why: 'the content of the cursor' };
  if (drawn.outcome === 'js_required') return { ...rendered, why: 'still loading when its time was over' };
  if (drawn.outcome !== 'ok' && plain.outcome === 'ok')
    return { ...source, why: `"ok" over "${drawn.outcome}"` };
  if (plain.outcome !== 'ok') return { ...rendered, why: `"${drawn.outcome}" over "${plain.outcome}"` };
  const [gained, lost] = [
    wordsBeyond(drawn.words ?? [], plain.words ?? []),
    wordsBeyond(plain.words ?? [], drawn.words ?? []),
  ];
  const why = `${gained} words only when rendered, ${lost} only in the source`;
  return { ...(gained > lost ? rendered : source), why };
}

/** A render that was begun before the source was there. */
interface EarlyRender {
  /** The rendered page; undefined where the site is not known to need the browser, or the render failed. */
  readonly page: Promise<LoadedPage | undefined>;
  /** It is not needed: it ends, or is not begun any more. */
  drop(): void;
}

/** Made once: an abort without a reason makes an error with its stack, for each page that is converted. */
const NOT_NEEDED = new Error('The page is not needed in a browser');

function startEarly(url: string, { memory, load }: PageViews): EarlyRender {
  const dropped = new AbortController();
  const begin = async (): Promise<LoadedPage | undefined> =>
    (await memory.needsBrowser.holds(url)) &&
    !(await memory.stopsOnPage.holds(url)) &&
    !dropped.signal.aborted
      ? load('rendered', RENDER_SHARE, dropped.signal)
      : undefined;
  return {
    // What fails early is tried again when it is needed, and fails then.
    page: begin().catch(() => undefined),
    drop: () => dropped.abort(NOT_NEEDED),
  };
}
