import { randomBytes } from 'node:crypto';
import type { Frame, Page } from 'playwright-core';
import { UNPAINTED } from '../core/page/visibility/visibility.ts';
import { orAborted } from '../fetching/deadline.ts';
import { responseTooLarge } from '../fetching/fetch-failures.ts';
import { MARK_UNPAINTED } from './in-page/mark-unpainted.ts';
import { type DocumentMarkup, readDocument } from './in-page/read-document.ts';
import type { PageWorld } from './page-world.ts';

const MAX_FRAMES = 10;
const MAX_FRAME_DEPTH = 3;
/** A frame with less text, or smaller in CSS pixels, is no content: an advertisement, a button, a counter. */
const FRAME_MIN_LENGTH = 200;
const FRAME_MIN_WIDTH = 250;
const FRAME_MIN_HEIGHT = 120;

/** Puts the sources of drawings back (`keepDrawnSources`), in the world of the page; what it gives is believed by nobody. */
const SHOW_SOURCES = "void globalThis[Symbol.for('pagemark.drawn')]()";

interface ReadContext {
  readonly world: PageWorld;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * The document of a page as markup: shadow roots declared, frames that hold the content put in their place. `null` for
 * a document that is no HTML. Throws `response_too_large`, the signal's reason, or the driver's error when the page
 * goes elsewhere meanwhile.
 */
export async function readPage(page: Page, context: ReadContext): Promise<Uint8Array<ArrayBuffer> | null> {
  const frames = new Map<string, string>();
  await context.world.hint(SHOW_SOURCES);
  await placeFrames(page.mainFrame(), context, frames, 0);
  const markup = await read(page.mainFrame(), context, false);
  if (markup.kind === 'no_html') return null;
  let html = markup.kind === 'html' ? markup.html : '';
  // The marker of a frame within a frame stands in what is put in for the outer one, which comes behind it.
  for (const [marker, content] of [...frames].reverse()) html = html.replace(marker, () => content);
  const bytes = new TextEncoder().encode(html);
  if (markup.kind === 'too_large' || bytes.byteLength > context.maxBytes)
    throw responseTooLarge(context.maxBytes, 'rendered document');
  return bytes;
}

/**
 * Puts a marker in the place of each frame that is the content of its document, and keeps what stands for it. Characters of the
 * text that these frames show, white space apart.
 */
async function placeFrames(
  parent: Frame,
  context: ReadContext,
  frames: Map<string, string>,
  depth: number,
): Promise<number> {
  const children = parent.childFrames().slice(0, MAX_FRAMES);
  if (children.length === 0 || depth >= MAX_FRAME_DEPTH) return 0;
  let placed = 0;
  const around = await orAborted(context.world.run(parent, visibleLength, null), context.signal);
  for (const frame of children) {
    if (frames.size >= MAX_FRAMES) break;
    if (!/^(https?:|about:(srcdoc|blank))/.test(frame.url())) continue;
    try {
      if (!(await orAborted(isLarge(frame), context.signal))) continue;
      const within = await placeFrames(frame, context, frames, depth + 1);
      const markup = await read(frame, context, true);
      if (markup.kind !== 'html') continue;
      // One that is the content holds as much text as the document around it.
      const length = markup.visibleLength + within;
      if (length < Math.max(FRAME_MIN_LENGTH, around)) continue;
      const name = `pagemark-frame-${randomBytes(8).toString('hex')}`;
      await orAborted(putMarker(frame, name), context.signal);
      frames.set(`<${name}></${name}>`, `<div>${markup.html}</div>`);
      placed += length;
    } catch (error) {
      if (context.signal.aborted) throw error;
      // A frame that goes away while it is read is no content.
    }
  }
  return placed;
}

/** Runs in the page: characters of its visible text, white space apart. */
function visibleLength(): number {
  const { document } = globalThis as unknown as { document: { body: { innerText?: string } | null } };
  return (document.body?.innerText ?? '').replace(/\s+/g, '').length;
}

async function isLarge(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement();
  const box = await element.boundingBox();
  return box !== null && box.width >= FRAME_MIN_WIDTH && box.height >= FRAME_MIN_HEIGHT;
}

async function putMarker(frame: Frame, name: string): Promise<void> {
  const element = await frame.frameElement();
  await element.evaluate((node, tag) => {
    try {
      const { ownerDocument } = node as unknown as { ownerDocument: { createElement(tag: string): unknown } };
      (node as unknown as { replaceWith(other: unknown): void }).replaceWith(
        ownerDocument.createElement(tag),
      );
    } catch {
      // What scripts of the page put in the place of these functions may throw anything, of any length.
    }
  }, name);
}

async function read(
  frame: Frame,
  { world, maxBytes, signal }: ReadContext,
  bodyOnly: boolean,
): Promise<DocumentMarkup> {
  // A name that no script of the page waits for.
  const mark = `data-pagemark-${randomBytes(8).toString('hex')}`;
  const options = { maxCharacters: maxBytes, bodyOnly, mark };
  const markup = await orAborted(world.run(frame, readDocument, options, MARK_UNPAINTED), signal);
  return markup.kind === 'html' ? { ...markup, html: markup.html.replaceAll(mark, UNPAINTED) } : markup;
}
