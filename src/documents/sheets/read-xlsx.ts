import { Budget } from '../../core/budget.ts';
import type { Block } from '../../core/content/tree.ts';
import { resolveUrl } from '../../core/content/urls.ts';
import { nameOfPlace } from '../../core/metadata/title-and-site.ts';
import type { ConvertOptions } from '../../core/options.ts';
import type { DocumentBytes, ReadDocument } from '../document.ts';
import { drawingBlocks, isOn } from '../office/drawing.ts';
import { coreProperties, OfficePackage } from '../office/package.ts';
import { attributeOf, descend, elementsIn, findAll, textIn, type XmlElement } from '../office/xml.ts';
import { Areas, placeOf } from './areas.ts';
import { BUILT_IN_FORMATS } from './number-format.table.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { type Cell, inSpans, type SheetRow, sheetBlocks, textOfRows } from './sheet-content.ts';

/** What the cells of every sheet refer to. */
interface Book {
  readonly strings: readonly string[];
  /** By the style of a cell. */
  readonly formats: readonly NumberFormat[];
  readonly options: ConvertOptions;
  readonly url: string;
}

/**
 * Reads a workbook (ECMA-376, part 1, 18): a section and a table a sheet, in their order, values as their formats show them. The
 * value of a formula is the one that is kept with it; one that has none is written itself, nothing is ever computed or
 * fetched. What is hidden is left out and told by sheet.
 */
export function readXlsx(document: DocumentBytes, options: ConvertOptions): ReadDocument {
  const pack = new OfficePackage(document.bytes);
  const workbook = pack.part(pack.main);
  const is1904 = isOn(attributeOf(descend(workbook, 'workbookPr'), 'date1904'));
  const shared = pack.target(pack.main, 'sharedStrings');
  const book: Book = {
    strings: elementsIn(shared === undefined ? undefined : pack.part(shared)).map(stringOf),
    formats: cellFormats(pack.related(pack.main, 'styles'), is1904),
    options,
    url: document.url,
  };
  const targets = pack.targets(pack.main);
  const children: Block[] = [];
  for (const entry of elementsIn(descend(workbook, 'sheets'))) {
    const part = targets.get(entry.attributes[':id'] ?? '')?.target;
    const isHidden = /hidden/i.test(attributeOf(entry, 'state') ?? '');
    const sheet = readSheet(pack, part, book, isHidden);
    const name = attributeOf(entry, 'name') ?? '';
    const hide = (text: string) => pack.texts.hide(`sheet "${name}"`, text);
    hide(textOfRows(isHidden ? [...sheet.rows, ...sheet.hidden] : sheet.hidden, pack.texts.room));
    if (!isHidden) {
      for (const text of sheet.unseen) hide(text);
      for (const block of sheetBlocks(name, sheet.rows, sheet.drawn, pack.nodes)) children.push(block);
    }
  }
  return {
    content: { type: 'root', children },
    page: { title: nameOfPlace(document.name ?? document.url), ...coreProperties(pack.archive) },
    encoding: 'binary',
    readBytes: pack.archive.readBytes,
    removed: pack.texts.removed,
  };
}

/** A text of one or more runs, without how it is read aloud. */
function stringOf(item: XmlElement | undefined): string {
  const spoken = elementsIn(item).filter(({ name }) => name !== 'rPh');
  const text = spoken.map((part) => (part.name === 't' ? textIn(part) : textIn(descend(part, 't')))).join('');
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function cellFormats(styles: XmlElement | undefined, is1904: boolean): NumberFormat[] {
  const codes = new Map(BUILT_IN_FORMATS);
  for (const format of elementsIn(descend(styles, 'numFmts')))
    codes.set(Number(attributeOf(format, 'numFmtId')), attributeOf(format, 'formatCode') ?? '');
  const made = new Map<string, NumberFormat>();
  return elementsIn(descend(styles, 'cellXfs')).map((style) => {
    const code = codes.get(Number(attributeOf(style, 'numFmtId'))) ?? '';
    const format = made.get(code) ?? numberFormat(code, is1904);
    made.set(code, format);
    return format;
  });
}

/** Cells that are seen, those that are `hidden` or whose format shows nothing, what is drawn over them, and texts that are `unseen`. */
function readSheet(pack: OfficePackage, name: string | undefined, book: Book, isHiddenSheet: boolean) {
  const part = pack.part(name);
  const budget = Budget.for(pack.archive.readBytes);
  const links = new Areas(linksOf(part, pack.targets(name ?? ''), book), budget);
  const merged = elementsIn(descend(part, 'mergeCells')).map((area) => attributeOf(area, 'ref') ?? '');
  const merges = new Areas(
    merged.map((area) => [area, area.split(':', 1)[0]] as const),
    budget,
  );
  const isHiddenColumn = inSpans(findAll(descend(part, 'cols'), 'col').filter(isUnseen).map(spanOf));
  const [rows, hidden]: [SheetRow[], SheetRow[]] = [[], []];
  let rowNumber = 0;
  for (const row of elementsIn(descend(part, 'sheetData'))) {
    const [seen, unseen]: [Cell[], Cell[]] = [[], []];
    const isHiddenRow = isUnseen(row);
    rowNumber = Number(attributeOf(row, 'r') ?? rowNumber + 1);
    let column = -1;
    for (const cell of elementsIn(row)) {
      const reference = attributeOf(cell, 'r');
      const [at, there] = reference === undefined ? [rowNumber, column + 1] : placeOf(reference);
      column = there;
      const value = cellValue(cell, book.strings);
      if (value === '' || column < 0) continue;
      const shown = book.formats[Number(attributeOf(cell, 's') ?? 0)]?.(value) ?? String(value);
      const text = shown || String(value);
      const corner = placeOf(merges.at(at, column) ?? '');
      const isCovered = corner[1] >= 0 && (corner[0] !== at || corner[1] !== column);
      const isHidden = shown === '' || isHiddenRow || isHiddenColumn(column) || isCovered;
      if (!isHidden && !isHiddenSheet) pack.texts.show(text.length);
      (isHidden ? unseen : seen)[column] = { text, link: links.at(at, column) ?? null };
    }
    if (seen.length > 0) rows.push(seen);
    if (unseen.length > 0) hidden.push(unseen);
  }
  const unseen = [pack.remarks(name ?? '')];
  const drawing = pack.target(name ?? '', 'drawing');
  const hide = (text: string) => void unseen.push(text);
  const { options, url } = book;
  const drawn = drawing === undefined ? [] : drawingBlocks({ pack, part: drawing, options, url, hide });
  return { rows, hidden, drawn, unseen };
}

/** Whether a row or a column is hidden, or has no height or width. */
function isUnseen(line: XmlElement): boolean {
  const size = attributeOf(line, 'ht') ?? attributeOf(line, 'width');
  return isOn(attributeOf(line, 'hidden')) || (size !== undefined && Number(size) === 0);
}

/** Columns, counted from 0, that an element speaks of. */
function spanOf(columns: XmlElement): readonly [from: number, behind: number] {
  return [Number(attributeOf(columns, 'min')) - 1, Number(attributeOf(columns, 'max'))];
}

/** The value of a cell (18.3.1.4); '' for none. */
function cellValue(cell: XmlElement, strings: readonly string[]): number | string {
  const written = textIn(descend(cell, 'v'));
  const formula = textIn(descend(cell, 'f'));
  switch (attributeOf(cell, 't')) {
    case 's':
      return strings[Number(written)] ?? '';
    case 'inlineStr':
      return stringOf(descend(cell, 'is'));
    case 'b':
      return written === '' ? '' : isOn(written) ? 'TRUE' : 'FALSE';
    case 'n':
    case undefined:
      if (written !== '') return Number.isNaN(Number(written)) ? written : Number(written);
  }
  return written === '' && formula !== '' ? `=${formula}` : written;
}

function linksOf(
  part: XmlElement | undefined,
  targets: ReturnType<OfficePackage['targets']>,
  { options, url }: Book,
): (readonly [area: string, address: string])[] {
  if (options.links === 'none') return [];
  return elementsIn(descend(part, 'hyperlinks')).flatMap((link) => {
    const target = targets.get(link.attributes[':id'] ?? '')?.target;
    const address = target === undefined ? null : resolveUrl(target, url);
    return address === null ? [] : [[attributeOf(link, 'ref') ?? '', address] as const];
  });
}
