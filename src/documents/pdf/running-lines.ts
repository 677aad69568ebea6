import type { RemovalStep } from '../../contract/removal-steps.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { type PageText, type Row, textOfRow } from './piece.ts';

/** Rows of a page. */
export interface PageRows {
  readonly page: PageText;
  rows: Row[];
}

/** Share of a page's height, at its top and bottom, where running lines stand. */
const MARGIN = 0.13;
/** Rows at each end of a page that may be running lines. */
const EDGE_ROWS = 3;
/** Running lines are further from the text than this many sizes. */
const GAP = 1.6;
/** Running lines stand at one height, within these points. */
const SAME_HEIGHT = 4;

const PAGE_NUMBER =
  /^(?:[-–—|·\s]*(?:(?:page|p\.|seite|página|стр\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|из|-)\s*\d{1,4})?[-–—|·\s]*)$/i;
const SURE_PAGE_NUMBER = /^(?:page|p\.|seite|página|стр\.)\s*\d{1,4}(?:\s*(?:\/|of|von|de|из)\s*\d{1,4})?$/i;

/**
 * Takes headers, footers and page numbers off pages and tells what they were: lines at the edge of a page whose text,
 * digits apart, comes back at the same height on other pages.
 */
export function dropRunningLines(pages: readonly PageRows[], bodySize: number): RemovedBlock[] {
  const seen = new Map<string, { readonly y: number; readonly page: number; readonly text: string }[]>();
  const edges = pages.map(({ page, rows }) => edgeRows(page, rows));
  for (const [i, rows] of edges.entries()) {
    for (const row of rows) {
      const text = textOfRow(row);
      const shape = shapeOf(text);
      const places = seen.get(shape) ?? [];
      places.push({ y: row.y, page: i, text });
      seen.set(shape, places);
    }
  }
  const removed: RemovedBlock[] = [];
  for (const [i, { page }] of pages.entries()) {
    const dropped = new Set<Row>();
    for (const row of edges[i]!) {
      const text = textOfRow(row);
      const alike = (seen.get(shapeOf(text)) ?? []).filter(({ y }) => Math.abs(y - row.y) <= SAME_HEIGHT);
      if (!isRunning(text, row, alike, pages.length, bodySize)) continue;
      dropped.add(row);
      removed.push({ step: stepOf(text, row, page), element: `page ${page.number}`, text });
    }
    if (dropped.size > 0) pages[i]!.rows = pages[i]!.rows.filter((row) => !dropped.has(row));
  }
  return removed;
}

function stepOf(text: string, row: Row, page: PageText): RemovalStep {
  if (PAGE_NUMBER.test(text)) return 'page-number';
  return row.y < page.height / 2 ? 'running-header' : 'running-footer';
}

/** The few rows at the top and at the bottom of a page that stand in its margins, apart from the rest. */
function edgeRows({ height }: PageText, rows: readonly Row[]): Row[] {
  const top = apart(rows).filter(({ y }) => y < MARGIN * height);
  const bottom = apart(rows.toReversed()).filter(({ y }) => y > (1 - MARGIN) * height);
  return [...new Set([...top, ...bottom])];
}

/** The first rows, up to a gap; none when there is no gap after a few. */
function apart(rows: readonly Row[]): readonly Row[] {
  for (let i = 0; i < Math.min(EDGE_ROWS, rows.length); i++) {
    const [row, next] = [rows[i]!, rows[i + 1]];
    if (next === undefined || Math.abs(next.y - row.y) > GAP * Math.max(row.size, next.size))
      return rows.slice(0, i + 1);
  }
  return [];
}

function shapeOf(text: string): string {
  return PAGE_NUMBER.test(text) ? '#' : text.replace(/\d+/g, '#').toLowerCase();
}

function isRunning(
  text: string,
  row: Row,
  alike: readonly { readonly page: number; readonly text: string }[],
  pages: number,
  bodySize: number,
): boolean {
  const on = new Set(alike.map(({ page }) => page)).size;
  if (SURE_PAGE_NUMBER.test(text)) return true;
  if (PAGE_NUMBER.test(text)) return on >= 2;
  // Headings that differ in their number only, such as the chapters of a book, are no running lines.
  const same = alike.filter((line) => line.text === text).length;
  if (row.size > 1.15 * bodySize && same < 3) return false;
  const differs = new Set(alike.map((line) => line.text)).size > 1;
  return on >= 3 ? on * 5 >= pages : on === 2 && pages <= 4 && (same >= 2 || differs);
}
