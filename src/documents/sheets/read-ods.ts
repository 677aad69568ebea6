import { NodeCount } from '../../core/budget.ts';
import type { Block } from '../../core/content/tree.ts';
import { resolveUrl } from '../../core/content/urls.ts';
import { nameOfPlace } from '../../core/metadata/title-and-site.ts';
import type { ConvertOptions } from '../../core/options.ts';
import type { DocumentBytes, ReadDocument } from '../document.ts';
import { isUndrawn, lineOf, OpenDocument } from '../office/open-document.ts';
import { attributeOf, descend, elementsIn, findAll, textIn, type XmlElement } from '../office/xml.ts';
import { generalNumber } from './number-format.ts';
import { type Cell, inSpans, MAX_COLUMNS, type SheetRow, sheetBlocks, textOfRows } from './sheet-content.ts';

/**
 * Reads a workbook of OpenDocument (1.3, part 3, 9): a section and a table a sheet, cells as the document shows them. What is
 * hidden, and remarks, are left out and told by sheet; cells that repeat are written as often as a tree may have nodes.
 */
export function readOds(document: DocumentBytes, options: ConvertOptions): ReadDocument {
  const opened = new OpenDocument(document.bytes);
  const children: Block[] = [];
  const { texts } = opened;
  const base = options.links === 'none' ? null : document.url;
  const [written, nodes] = [new NodeCount(), new NodeCount()];
  for (const table of findAll(descend(opened.content, 'body', 'spreadsheet'), 'table')) {
    const name = attributeOf(table, 'name') ?? '';
    const element = `sheet "${name}"`;
    const isHidden = opened.styleOf(table, 'table').isHidden;
    const isGone = (node: XmlElement) => {
      const isSpan = node.name === 'span' && opened.styleOf(node, 'text').isHidden;
      if (isSpan) texts.hide(element, node);
      return isSpan;
    };
    const { seen, hidden, covered } = readTable(
      table,
      base,
      (cells, characters) => {
        written.add(2 * cells);
        if (!isHidden) texts.show(characters);
      },
      isGone,
    );
    for (const shape of covered)
      texts.hide(
        element,
        findAll(shape, 'p')
          .map((line) => lineOf(line))
          .join(' '),
      );
    texts.hide(element, textOfRows(isHidden ? [...seen, ...hidden] : hidden, texts.room));
    if (isHidden) continue;
    texts.hide(element, findAll(table, 'annotation').map(textIn).join(' '));
    const shapes = shapesOf(table, new Set(covered), isGone);
    for (const block of sheetBlocks(name, seen, shapes, nodes)) children.push(block);
  }
  return {
    content: { type: 'root', children },
    page: { title: nameOfPlace(document.name ?? document.url), ...opened.metadata() },
    encoding: 'binary',
    readBytes: opened.archive.readBytes,
    removed: texts.removed,
  };
}

/** Whether an element of a line is hidden, which is told then. */
type IsGone = (node: XmlElement) => boolean;

/** How often an element is there. */
const timesOf = (node: XmlElement, of: 'columns' | 'rows'): number =>
  Math.max(1, Number(attributeOf(node, `number-${of}-repeated`) ?? 1) || 1);
const isUnseen = (node: XmlElement): boolean =>
  /^(?:collapse|filter)$/.test(attributeOf(node, 'visibility') ?? '');

/** Rows of a table; `count` is told of all cells and their characters, repeated ones as often as they are. */
function readTable(
  table: XmlElement,
  base: string | null,
  count: (cells: number, characters: number) => void,
  isGone: IsGone,
): { seen: SheetRow[]; hidden: SheetRow[]; covered: XmlElement[] } {
  const parts = findAll(table, 'table-column', 'table-row');
  const hiddenColumns: (readonly [from: number, behind: number])[] = [];
  let columns = 0;
  for (const column of parts.filter(({ name }) => name === 'table-column')) {
    const behind = columns + timesOf(column, 'columns');
    if (isUnseen(column)) hiddenColumns.push([columns, behind]);
    columns = behind;
  }
  const isHiddenColumn = inSpans(hiddenColumns);
  const [seen, hidden]: [SheetRow[], SheetRow[]] = [[], []];
  /** Shapes that are hidden, or whose row or column is. */
  const covered = findAll(table, ...DRAWN).filter(isUndrawn);
  for (const row of parts.filter(({ name }) => name === 'table-row')) {
    const [shown, unseen]: [Cell[], Cell[]] = [[], []];
    const isHiddenRow = isUnseen(row);
    let column = 0;
    let [filled, characters] = [0, 0];
    for (const cell of elementsIn(row)) {
      const times = timesOf(cell, 'columns');
      if (isHiddenRow || isHiddenColumn(column))
        for (const shape of findAll(cell, ...DRAWN)) if (!isUndrawn(shape)) covered.push(shape);
      const text = cell.name === 'table-cell' ? textOfCell(cell, isGone) : '';
      if (text !== '') {
        filled += times;
        characters += times * text.length;
        count(times, times * text.length);
        const link =
          base === null ? null : resolveUrl(attributeOf(findAll(cell, 'a')[0], 'href') ?? '', base);
        for (let at = column; at < column + times; at++) {
          const isHidden = isHiddenRow || isHiddenColumn(at);
          (isHidden ? unseen : shown)[at] = { text, link };
        }
      }
      // Cells behind the last column of any program stand side by side.
      column += text === '' ? Math.min(times, Math.max(0, MAX_COLUMNS - column)) : times;
    }
    const times = filled === 0 ? 0 : timesOf(row, 'rows');
    const more = Math.max(0, times - 1);
    count(more * filled, more * characters);
    for (let i = 0; i < times; i++) {
      if (shown.length > 0) seen.push(shown);
      if (unseen.length > 0) hidden.push(unseen);
    }
  }
  return { seen, hidden, covered };
}

/** A number of more digits than a workbook shows without a format. */
const UNROUNDED = /^-?(?=.{17})\d{1,15}\.\d{1,20}$/;

/** What a cell shows, else its value. */
function textOfCell(cell: XmlElement, isGone: IsGone): string {
  const lines = elementsIn(cell)
    .filter(({ name }) => name === 'p')
    .map((line) => lineOf(line, isGone));
  const value = ['value', 'date-value', 'time-value', 'boolean-value', 'string-value'].find(
    (name) => attributeOf(cell, name) !== undefined,
  );
  const shown = lines.join('\n').trim();
  if (UNROUNDED.test(shown)) return generalNumber(Number(shown));
  return shown || (lines.length === 0 ? (attributeOf(cell, value ?? '') ?? '') : '');
}

const DRAWN = ['frame', 'custom-shape'];

/** Texts of what is drawn over the cells. */
function shapesOf(table: XmlElement, covered: ReadonlySet<XmlElement>, isGone: IsGone): Block[] {
  const drawn = findAll(table, ...DRAWN)
    .filter((shape) => !covered.has(shape))
    .flatMap((shape) => findAll(shape, 'p').map((line) => lineOf(line, isGone)));
  return drawn
    .filter((line) => line.trim() !== '')
    .map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] }));
}
