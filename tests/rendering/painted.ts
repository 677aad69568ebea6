import type { Browser, Page } from 'playwright-core';
import { WORD } from '../hidden/read-ways.ts';

/** The least difference of a channel that a reader sees, of 255. */
const SEEN = 32;
/** Fewest pixels that change where a letter is another one, in any size that can be read. */
const PIXELS_A_LETTER = 2;
const WINDOW = { width: 1280, height: 800 };
/** Pixels from the top of each page that are looked at: all that a page of the ways fills. */
const SHOWN = 400;
/** Pages below each other in one picture. */
const BATCH = 5;

/** Whether Chromium paints the text of each page, scripts off, in a light window: other letters in its place change the picture. */
export async function paintedTexts(browser: Browser, pages: readonly string[]): Promise<boolean[]> {
  const context = await browser.newContext({ viewport: WINDOW, colorScheme: 'light' });
  await context.route(/^https?:/, (route) => route.abort());
  const [page, comparer] = [await context.newPage(), await context.newPage()];
  const painted: boolean[] = [];
  for (let from = 0; from < pages.length; from += BATCH)
    painted.push(...(await paintedIn(page, comparer, pages.slice(from, from + BATCH))));
  await context.close();
  return painted;
}

async function paintedIn(page: Page, comparer: Page, pages: readonly string[]): Promise<boolean[]> {
  await page.setContent('<!doctype html><body style="margin:0">', { waitUntil: 'load' });
  await page.evaluate(showFrames, { pages, shown: SHOWN, ...WINDOW });
  const clip = { x: 0, y: 0, width: WINDOW.width, height: SHOWN * pages.length };
  const picture = { clip, fullPage: true, animations: 'allow', timeout: 0 } as const;
  const before = await page.screenshot(picture);
  const letters = await page.evaluate(swapLetters, WORD);
  const after = await page.screenshot(picture);
  const pictures = [before, after].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  const changed = await comparer.evaluate(changedPixels, {
    pictures,
    seen: SEEN,
    width: WINDOW.width,
    height: SHOWN,
  });
  return letters.map((count, at) => count > 0 && changed[at]! > count * PIXELS_A_LETTER);
}

/** What the functions see as globals that run in a page. */
interface FramingWindow {
  readonly document: {
    readonly body: { append(frame: Frame): void };
    createElement(tag: 'iframe'): Frame;
    querySelectorAll(selector: 'iframe'): Iterable<Frame>;
  };
}

interface Frame {
  srcdoc: string;
  readonly contentDocument: { createTreeWalker(root: unknown, show: number): Walker } | null;
  setAttribute(name: string, value: string): void;
  addEventListener(type: 'load', listen: (event: unknown) => void): void;
}

interface Walker {
  nextNode(): { data: string } | null;
}

interface PaintingWindow {
  readonly Image: new () => { src: string; readonly height: number; decode(): Promise<void> };
  readonly OffscreenCanvas: new (width: number, height: number) => { getContext(kind: '2d'): Paper | null };
}

interface Paper {
  drawImage(image: unknown, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
}

interface Frames {
  readonly pages: readonly string[];
  readonly shown: number;
  readonly width: number;
  readonly height: number;
}

/** Runs in the page: each document in a frame of its own, without scripts, over the lower part of the one before. */
async function showFrames({ pages, shown, width, height }: Frames): Promise<void> {
  const { document } = globalThis as unknown as FramingWindow;
  const loaded = pages.map((html, at) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-same-origin');
    frame.setAttribute(
      'style',
      `position:absolute;top:${at * shown}px;background:#fff;border:0;width:${width}px;height:${height}px`,
    );
    frame.srcdoc = html;
    const load = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    return load;
  });
  await Promise.all(loaded);
  // Animations of a few milliseconds come to their end.
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/** Runs in the page: puts the next letter in the place of each of the texts with a word; by frame, how many letters. */
function swapLetters(word: string): number[] {
  const { document } = globalThis as unknown as FramingWindow;
  return [...document.querySelectorAll('iframe')].map((frame) => {
    const texts = frame.contentDocument!.createTreeWalker(frame.contentDocument!, 4);
    let letters = 0;
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!text.data.includes(word)) continue;
      text.data = text.data.replace(/[a-z]/g, (letter: string) => {
        letters++;
        return letter === 'z' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1);
      });
    }
    return letters;
  });
}

interface Pictures {
  readonly pictures: readonly string[];
  readonly seen: number;
  readonly width: number;
  readonly height: number;
}

/** Runs in a page: how many pixels of two pictures differ, by window. */
async function changedPixels({ pictures, seen, width, height }: Pictures): Promise<number[]> {
  const { Image, OffscreenCanvas } = globalThis as unknown as PaintingWindow;
  const images = await Promise.all(
    pictures.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return image;
    }),
  );
  const counts: number[] = [];
  for (let top = 0; top < images[0]!.height; top += height) {
    const [one, other] = images.map((image) => {
      const paper = new OffscreenCanvas(width, height).getContext('2d')!;
      paper.drawImage(image, 0, -top);
      return paper.getImageData(0, 0, width, height).data;
    });
    let changed = 0;
    for (let at = 0; at < one!.length; at += 4)
      if ([0, 1, 2].some((channel) => Math.abs(one![at + channel]! - other![at + channel]!) >= seen))
        changed++;
    counts.push(changed);
  }
  return counts;
}
