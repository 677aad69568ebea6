import { resolveUrl } from '../../core/content/urls.ts';
import { composeAccents } from './accents.ts';
import { withDropCaps } from './drop-caps.ts';
import { lookOf, signOf } from './font-look.ts';
import { type Annotation, withFields } from './form-fields.ts';
import { boxAround, type Matrix, multiply, transform } from './geometry.ts';
import { withWords } from './letter-spacing.ts';
import { type LinkBox, linkPieces } from './link-pieces.ts';
import { inLogicalOrder, isInDrawnOrder } from './logical-order.ts';
import type { Pdf, PdfPage } from './open-pdf.ts';
import { type Dot, readGraphics } from './page-graphics.ts';
import type { PageText, Piece, Style } from './piece.ts';
import { rulesOf } from './rules.ts';
import { seenText } from './seen-text.ts';
import { countNodes, type Region, regionsOf, type StructureNode } from './structure.ts';

/** Where marked content begins and ends among the items. */
interface Mark {
  readonly type: string;
  readonly tag?: string;
  readonly id?: string;
}

interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: number[];
  readonly width: number;
  readonly fontName: string;
  readonly hasEOL: boolean;
  readonly content: string | null;
}

/** A piece before it is known which way the page is read. */
interface RawPiece extends Piece {
  readonly angle: 0 | 90 | 180 | 270 | null;
}

/** Sizes below this are invisible; a layer of recognised text over a scan keeps the size of its letters. */
const MIN_SIZE = 1;
const BULLET = '•';

/** Reads the text of one page as it is drawn; null when that would cost more than the budget of the PDF. */
export async function readPageText(
  pdf: Pdf,
  number: number,
  annotations: readonly Annotation[],
  url: string,
): Promise<PageText | null> {
  const page = await pdf.document.getPage(number);
  pdf.budget.startPage();
  // The operators first: they are counted on their way, and text is read from no page that has too many.
  const graphics = await readGraphics(page, pdf);
  if (graphics === null) return null;
  // Forms are made plain here, after right-to-left text is put in order: PDF.js would turn the letters of a ligature round.
  const regions = pdf.isTagged ? await readRegions(page, pdf) : null;
  const includeMarkedContent = regions !== null;
  const { items } = await pdf.budget.readAgain(() =>
    page.getTextContent({ disableNormalization: true, includeMarkedContent }),
  );
  const viewport = page.getViewport({ scale: 1 });
  const view = viewport.transform as unknown as Matrix;
  const fonts = new Map<string, ReturnType<typeof lookOf>>();
  const raw: RawPiece[] = [];
  const hidden = [...graphics.outside];
  const texts = withWords(inMarkedContent(items as (TextItem | Mark)[]), graphics.shown);
  const seen = seenText(texts, graphics.shown, hidden);
  for (const item of writtenItems(seen, pdf)) {
    pdf.loss.addText(item.fontName, item.str);
    const { name, style } = fonts.get(item.fontName) ?? lookOf(page, item.fontName);
    fonts.set(item.fontName, { name, style });
    const piece = rawPiece(item, signOf(item.str, name), view, style);
    if (piece === null) hidden.push(item.str);
    else raw.push(piece);
  }
  const angle = mainAngle(raw);
  const turn = turned(angle, viewport.width, viewport.height);
  const upright = composeAccents(
    raw.filter((piece) => piece.angle === angle).map((piece) => moved(piece, turn.matrix)),
  );
  const matrix = multiply(turn.matrix, view);
  const links = linkBoxes(annotations, matrix, url);
  const bullets = graphics.dots.map((dot) => bulletPiece(dot, matrix));
  const written = withFields(withDropCaps(upright), annotations, matrix);
  page.cleanup();
  const characters = written.reduce((sum, { text }) => sum + text.length, 0);
  pdf.budget.spendLinks(links.length, characters);
  if (pdf.budget.isSpent) return null;
  return {
    number,
    width: turn.width,
    height: turn.height,
    pieces: linkPieces(withBullets(written, bullets), links),
    turned: raw.filter((piece) => piece.angle !== angle).map((piece) => piece.text),
    hidden,
    regions,
    rules: rulesOf(graphics.boxes, matrix),
  };
}

/** What the tags of a page hold together; null where they say nothing. Their elements count as drawing does. */
async function readRegions(page: PdfPage, { budget }: Pdf): Promise<Region[] | null> {
  const root = (await page.getStructTree()) as StructureNode | null;
  if (root === null) return null;
  budget.take(countNodes(root));
  return budget.isSpent ? null : regionsOf(root);
}

/** Items of text, each with the marked content around it; artifacts are in none (ISO 32000-2, 14.8.2.2). */
function inMarkedContent(items: readonly (TextItem | Mark)[]): TextItem[] {
  const open: (string | null)[] = [];
  const texts: TextItem[] = [];
  for (const item of items) {
    const content = open.at(-1) ?? null;
    if ('str' in item) texts.push(Object.assign(item, { content }));
    else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.tag === 'Artifact' ? null : (item.id ?? content));
  }
  return texts;
}

/** Items that have text, in the characters and the order that it is written in. */
function writtenItems(items: readonly TextItem[], { loss }: Pdf): TextItem[] {
  const read = items.map((item) => {
    const str = closedUp(loss.textOf(item.str ?? ''));
    return str === item.str ? item : { ...item, str };
  });
  loss.addWords(read.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''));
  const shown = read.filter(({ str }) => str.trim() !== '');
  if (!isInDrawnOrder(shown.map(({ str }) => str))) return shown;
  return shown.map((item) => ({ ...item, str: inLogicalOrder(item.str) }));
}

/** Ideographs, kana and their marks, one by one with blanks between: of lines that are spread, PDF.js makes these. */
const SPREAD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。](?: [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。]){3,}/gu;

function closedUp(text: string): string {
  return LATIN.test(text) ? text : text.replace(SPREAD, (spread) => spread.replaceAll(' ', ''));
}

/** Characters that no form and no ideograph is among, as most text is of. */
const LATIN = /^[\0-\u2e7f]*$/;

function rawPiece(item: TextItem, text: string, view: Matrix, style: Style): RawPiece | null {
  const [a, b, c, d, x, y] = multiply(view, item.transform as unknown as Matrix);
  const size = Math.hypot(c, d);
  if (!(size >= MIN_SIZE) || !Number.isFinite(x + y + item.width)) return null;
  const degrees = b === 0 && a > 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const right = (Math.round(degrees / 90) * 90) % 360;
  const isRight = Math.abs(degrees - Math.round(degrees / 90) * 90) < 3;
  return {
    ...style,
    // A damaged font maps to halves of characters.
    text: LATIN.test(text) ? text : plainForms(text.replace(/\p{Surrogate}/gu, '\ufffd')),
    x,
    y,
    width: item.width,
    size,
    isRtl: item.dir === 'rtl',
    link: null,
    content: item.content,
    angle: isRight ? (right as RawPiece['angle']) : null,
  };
}

/**
 * Characters that stand for the look of another one: ligatures and presentation forms of Latin, Armenian, Hebrew and Arabic
 * letters, vertical forms of marks, and Kangxi radicals where the ideograph is meant (Unicode 16, 23.8 and 18.2). Fonts
 * have one glyph for both, and PDF writers tell the first character that they find for a glyph.
 */
const FORMS =
  /[\u2e9f\u2ef3\u2f00-\u2fd5\ufb00-\ufd3d\ufd40-\ufdcf\ufdf0-\ufdff\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48\ufe70-\ufefc]+/gu;

/**
 * A text in the letters that its forms stand for (NFKC of these characters alone). Superscripts, fractions, circled
 * numbers, full-width signs, units and letters of formulas mean something by their form: they stay.
 */
function plainForms(text: string): string {
  return text.replace(FORMS, (forms) => forms.normalize('NFKC'));
}

/** The angle that most characters are drawn at. */
function mainAngle(pieces: readonly RawPiece[]): RawPiece['angle'] {
  const counts = new Map<RawPiece['angle'], number>();
  for (const { angle, text } of pieces)
    if (angle !== null) counts.set(angle, (counts.get(angle) ?? 0) + text.length);
  let best: RawPiece['angle'] = 0;
  for (const [angle, count] of counts) if (count > (counts.get(best) ?? 0)) best = angle;
  return best;
}

/** What turns text at an angle upright, and the page with it. */
function turned(
  angle: RawPiece['angle'],
  width: number,
  height: number,
): { readonly matrix: Matrix; readonly width: number; readonly height: number } {
  if (angle === 90) return { matrix: [0, -1, 1, 0, 0, width], width: height, height: width };
  if (angle === 270) return { matrix: [0, 1, -1, 0, height, 0], width: height, height: width };
  if (angle === 180) return { matrix: [-1, 0, 0, -1, width, height], width, height };
  return { matrix: [1, 0, 0, 1, 0, 0], width, height };
}

function moved({ angle: _, ...piece }: RawPiece, matrix: Matrix): Piece {
  const [x, y] = transform(matrix, piece.x, piece.y);
  return { ...piece, x, y };
}

function linkBoxes(annotations: readonly Annotation[], matrix: Matrix, url: string): LinkBox[] {
  const boxes: LinkBox[] = [];
  for (const { subtype, unsafeUrl, rect } of annotations) {
    if (subtype !== 'Link' || rect === undefined) continue;
    const target = resolveUrl(String(unsafeUrl ?? ''), url);
    if (target === null) continue;
    const { left, right, bottom: top, top: bottom } = boxAround(rect, matrix);
    boxes.push({ url: target, left, right, top, bottom });
  }
  return boxes;
}

function bulletPiece(dot: Dot, matrix: Matrix): Piece {
  const [x, y] = transform(matrix, dot.x, dot.y);
  const plain = { bold: false, italic: false, mono: false, isRtl: false, link: null, content: null };
  return { ...plain, text: BULLET, x: x - dot.size / 2, y, width: dot.size, size: dot.size };
}

/** Bullets that are drawn stand before a line's first text, at half the height of its letters. */
function withBullets(pieces: readonly Piece[], bullets: readonly Piece[]): Piece[] {
  const out = [...pieces];
  for (const bullet of bullets) {
    let nearest: Piece | null = null;
    for (const piece of pieces) {
      const gap = piece.x - (bullet.x + bullet.width);
      if (gap < 0 || gap > 2.5 * piece.size || bullet.y > piece.y || bullet.y < piece.y - 0.8 * piece.size)
        continue;
      if (nearest === null || piece.x < nearest.x) nearest = piece;
    }
    if (nearest === null || isPreceded(bullet, nearest, pieces)) continue;
    out.push({ ...bullet, y: nearest.y, size: nearest.size });
  }
  return out;
}

/** Text shortly before a dot makes it a part of the line. */
function isPreceded(bullet: Piece, line: Piece, pieces: readonly Piece[]): boolean {
  return pieces.some(
    ({ x, y, width, size }) =>
      Math.abs(y - line.y) < 0.3 * size && x < bullet.x && bullet.x - (x + width) < 2.5 * size,
  );
}
