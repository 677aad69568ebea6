import type { ConvertRequest } from '../contract/convert.ts';
import { fail, ServiceError } from '../contract/failure.ts';
import { statusFailure } from '../fetching/response-head.ts';
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
  /** Of a source that seemed incomplete: the signs of it, and why this view was taken. */
  readonly rendering?: { readonly signs: readonly string[]; readonly why: string };
}

/** How the two views of a page are come by. */
interface PageViews {
  /** Loads a page; `share`: the part of the time left that it may take, all by default; `signal` ends it. */
  load(view: PageView, share?: number, signal?: AbortSignal): Promise<LoadedPage>;
  /** Converts one that was loaded, in the caller's turn. */
  convert(page: LoadedPage, view: PageView): Promise<ConvertedView>;
  readonly memory: SiteMemory;
  /** The caller sent the page: no browser can add to it. */
  readonly isGiven: boolean;
}

/**
 * The page in the form that the request asks for. With `auto` that is the source; one that seems incomplete is loaded again,
 * rendered, and the better of both is taken. A site that is known to need the browser is rendered while its source comes,
 * which decides nothing but the time that it takes.
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
  const signs = source.output.incomplete ?? [];
  const isRead =
    request.cursor !== undefined && source.output.outcome === 'ok' && !source.output.cursorExpired;
  if (signs.length === 0 || isRead || statusFailure(source.page.status) !== undefined) {
    early?.drop();
    if (signs.length === 0) views.memory.learn(request.url, false);
    return source;
  }
  if (request.render === 'never') return unrendered(source, signs, NEVER);
  return renderBeside(request, source, signs, views, early);
}

const NEVER = fail('js_required', 'Set "render" to "auto": it is "never", and the page needs JavaScript.');

/** Renders a page whose source seems incomplete, and chooses. A source that will do is kept when the render fails. */
async function renderBeside(
  request: ConvertRequest,
  source: ConvertedView,
  signs: readonly string[],
  views: PageViews,
  early: EarlyRender | undefined,
): Promise<ViewedPage> {
  const isUsable = source.output.outcome === 'ok';
  try {
    const page = await ((await early?.page) ?? views.load('rendered', isUsable ? RENDER_SHARE : 1));
    const rendered = await views.convert(page, 'rendered');
    const chosen = choose(source, rendered);
    // Of a page that was cut short nothing is known.
    if (page.cutFor === undefined) views.memory.learn(request.url, chosen.view === 'rendered');
    return { ...chosen, rendering: { signs, why: chosen.why } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!isUsable && error.failure.reason !== 'js_required') throw error;
    return unrendered(source, signs, error);
  }
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
    (await memory.needsBrowser(url)) && !dropped.signal.aborted
      ? load('rendered', RENDER_SHARE, dropped.signal)
      : undefined;
  return {
    // What fails early is tried again when it is needed, and fails then.
    page: begin().catch(() => undefined),
    drop: () => dropped.abort(NOT_NEEDED),
  };
}
