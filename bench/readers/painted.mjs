// Which lines of a page Chromium paints: its scripts off, nothing loaded, in a light window of 1,280 × 800 pixels.
import { linesIn } from './page-lines.mjs';

const WINDOW = { width: 1280, height: 800 };
/** Milliseconds that a page waits for its parts, none of which it is given. */
const MOST_FOR_PARTS = 10_000;
/** Where a page is that has no address on the web. */
const NOWHERE = 'https://page.invalid/';

/** Opens a window of a browser in which one page after another is looked at: `look` says of each of its lines whether it is painted. */
export async function openPainter(browser, find = linesIn) {
  const context = await browser.newContext({
    viewport: WINDOW,
    colorScheme: 'light',
    javaScriptEnabled: false,
  });
  const comparer = await browser.newPage();
  let body = null;
  // An answer without a body leaves a page that goes elsewhere by itself where it is.
  await context.route('**/*', (route) => {
    const isPage = route.request().isNavigationRequest() && route.request().frame().parentFrame() === null;
    if (!isPage) return route.abort();
    if (body === null) return route.fulfill({ status: 204 });
    const page = { body, contentType: 'text/html; charset=utf-8' };
    body = null;
    return route.fulfill(page);
  });
  /** `isAsked`: whether a picture is made of a line of which styles and places alone do not tell; else it is not told (null). */
  const look = async (html, url, isAsked) => {
    body = html;
    const page = await context.newPage();
    try {
      await page.goto(/^https?:/.test(url) ? url : NOWHERE, {
        waitUntil: 'domcontentloaded',
        timeout: 120_000,
      });
      await page.waitForLoadState('load', { timeout: MOST_FOR_PARTS }).catch(() => {});
      const lines = await page.evaluate(`(${setUp})(${find})`);
      const places = await page.evaluate(placesOfLines);
      const session = await context.newCDPSession(page);
      const painted = [];
      for (const [at, place] of places.entries())
        if (place !== 'doubtful') painted.push(place === 'plain');
        else painted.push(isAsked(lines[at]) ? await isPaintedIn({ page, session, comparer }, at) : null);
      return lines.map((line, at) => ({ line, isPainted: painted[at] }));
    } finally {
      await page.close();
    }
  };
  return { look, close: () => context.close() };
}

/** Whether a picture of the page changes where the letters of a line are taken from sight: its first, its middle, its last. */
async function isPaintedIn({ page, session, comparer }, line) {
  const picture = async () =>
    (await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })).data;
  for (let part = 0; await page.evaluate(bringIntoView, { line, part }); part++) {
    const before = await picture();
    await page.evaluate(unpaint, line);
    const after = await picture();
    await page.evaluate(unpaint, -1);
    if (before !== after && (await comparer.evaluate(differ, [before, after]))) return true;
  }
  return false;
}

/** Runs in the page: finds its lines, ends its animations, and prepares how letters are taken from sight; the text of each line. */
function setUp(find) {
  for (const animation of document.getAnimations())
    try {
      animation.finish();
    } catch {
      animation.cancel();
    }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '::highlight(tried) { color: transparent; -webkit-text-fill-color: transparent; text-decoration-color: transparent }',
  );
  document.adoptedStyleSheets.push(sheet);
  const lines = find(document);
  globalThis.ranges = lines.map(({ nodes }) =>
    nodes
      .filter(({ data }) => data.trim() !== '')
      .map((node) => {
        const range = new Range();
        range.selectNodeContents(node);
        return range;
      }),
  );
  globalThis.rectsOf = (range) =>
    [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  return lines.map(({ line }) => line);
}

/** Runs in the page: of each line `none` where it has no place, `plain` where nothing may keep a part of it from being seen, else `doubtful`. */
function placesOfLines() {
  const once = (ask) => {
    const known = new Map();
    return (key) => {
      if (!known.has(key)) known.set(key, ask(key));
      return known.get(key);
    };
  };
  const styleOf = once((element) => getComputedStyle(element));
  const coloursOf = once((text) => (text.match(/[\d.]+/g) ?? []).map(Number));
  const alphaOf = (colour) => (colour.startsWith('rgb') ? (coloursOf(colour)[3] ?? 1) : 0.5);
  /** The colour behind an element; null where a picture or what is not told may be. */
  const groundOf = once((element) => {
    if (element === null) return 'rgb(255, 255, 255)';
    const { backgroundImage, backgroundColor, position } = styleOf(element);
    if (backgroundImage !== 'none') return null;
    if (alphaOf(backgroundColor) === 1) return backgroundColor;
    return alphaOf(backgroundColor) > 0 || position !== 'static' ? null : groundOf(element.parentElement);
  });
  const SEEN = 16;
  const standsOut = (element) => {
    const { webkitTextFillColor: ink } = styleOf(element);
    const ground = groundOf(element);
    if (alphaOf(ink) !== 1) return false;
    const [letters, behind] = [ink, ground ?? 'rgb(255, 255, 255)'].map(coloursOf);
    return letters.slice(0, 3).some((channel, at) => Math.abs(channel - behind[at]) >= SEEN);
  };
  /** What scripts pin while a dialog is open, and readers scroll otherwise. */
  const isWhole = (element) => element === document.body || element === document.documentElement;
  /** Whether an element, and all around it, hides nothing by a property that is not about place. */
  const isClear = once((element) => {
    if (element === null) return true;
    const { opacity, clip, clipPath, maskImage, filter, position } = styleOf(element);
    return (
      Number(opacity) === 1 &&
      (position !== 'fixed' || isWhole(element)) &&
      clip === 'auto' &&
      [clipPath, maskImage, filter].every((value) => value === 'none') &&
      isClear(element.parentElement)
    );
  });
  const boxOf = once((element) => element.getBoundingClientRect());
  /** Boxes around an element that cut off what goes beyond them. */
  const clipsOf = once((element) => {
    if (element === null) return [];
    const around = clipsOf(element.parentElement);
    const { overflowX, overflowY } = styleOf(element);
    return isWhole(element) || (overflowX === 'visible' && overflowY === 'visible')
      ? around
      : [...around, element];
  });
  const [left, top] = [-scrollX, -scrollY];
  const isPlain = (element, rect) =>
    rect.width >= 4 &&
    rect.height >= 4 &&
    rect.right > left + 4 &&
    rect.bottom > top + 4 &&
    rect.left < innerWidth - 4 &&
    clipsOf(element).every((clip) => {
      const box = boxOf(clip);
      const width = Math.min(box.right, rect.right) - Math.max(box.left, rect.left);
      const height = Math.min(box.bottom, rect.bottom) - Math.max(box.top, rect.top);
      return width >= 4 && height >= 4;
    });
  const placeOf = (range) => {
    const { parentElement: element } = range.startContainer;
    // Browsers draw these texts by themselves.
    if (element.tagName === 'TEXTAREA') return element.checkVisibility() ? 'plain' : 'none';
    const rects = globalThis.rectsOf(range);
    const isSeen = element.checkVisibility({ visibilityProperty: true });
    if (rects.length === 0 || !isSeen) return 'none';
    const style = styleOf(element);
    const isDrawn = style.textShadow !== 'none' || style.webkitTextStrokeWidth !== '0px';
    const isCut = once(
      (box) => box !== null && (styleOf(box).backgroundClip.includes('text') || isCut(box.parentElement)),
    );
    if (!isClear(element) || Number.parseFloat(style.fontSize) < 6) return 'doubtful';
    const isTold = isDrawn || isCut(element) || standsOut(element);
    return isTold && rects.some((rect) => isPlain(element, rect)) ? 'plain' : 'doubtful';
  };
  return globalThis.ranges.map((ranges) => {
    const places = ranges.map(placeOf);
    return ['plain', 'doubtful'].find((place) => places.includes(place)) ?? 'none';
  });
}

/** Runs in the page: takes the letters of a line from sight and leaves their place; of none where there is no such line. */
function unpaint(line) {
  CSS.highlights.set('tried', new Highlight(...(globalThis.ranges[line] ?? [])));
}

/** Runs in the page: brings the first, the middle or the last part of a line into the middle of all that readers scroll; false where there is no such. */
function bringIntoView({ line, part }) {
  const { rectsOf } = globalThis;
  const places = globalThis.ranges[line].flatMap((range) => rectsOf(range).map((_, at) => ({ range, at })));
  const { range, at } = [...new Set([places[0], places[places.length >> 1], places.at(-1)])][part] ?? {};
  if (range === undefined) return false;
  const middle = () => {
    const rects = rectsOf(range);
    const { x, y, width, height } = rects[Math.min(at, rects.length - 1)] ?? boxOf(range);
    return { x: x + Math.min(width, innerWidth) / 2, y: y + height / 2 };
  };
  const boxOf = ({ startContainer }) => startContainer.parentElement.getBoundingClientRect();
  for (let box = range.startContainer.parentElement; box !== null; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const [goesAside, goesDown] = [overflowX, overflowY].map((value) => /auto|scroll/.test(value));
    if (!goesAside && !goesDown) continue;
    const { x, y, width, height } = box.getBoundingClientRect();
    const to = middle();
    box.scrollBy({
      left: goesAside ? to.x - x - width / 2 : 0,
      top: goesDown ? to.y - y - height / 2 : 0,
      behavior: 'instant',
    });
  }
  const to = middle();
  globalThis.scrollBy({ left: to.x - innerWidth / 2, top: to.y - innerHeight / 2, behavior: 'instant' });
  return true;
}

/** Runs in a page of its own: whether two pictures differ in a pixel by as much as is seen. */
async function differ(pictures) {
  /** The least difference of a channel that counts, of 255. */
  const SEEN = 16;
  const [one, other] = await Promise.all(
    pictures.map(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
      paper.drawImage(image, 0, 0);
      return paper.getImageData(0, 0, image.width, image.height).data;
    }),
  );
  return one.some((channel, at) => Math.abs(channel - other[at]) >= SEEN);
}
