import type { Block, Inline, List, ListItem } from '../../core/content/tree.ts';
import { resolveUrl } from '../../core/content/urls.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { tableOf } from '../document.ts';
import { gridBlocks, type SheetRow } from '../sheets/sheet-content.ts';
import { type OfficePackage, sidePart } from './package.ts';
import { attributeOf, descend, elementsIn, findAll, textIn, type XmlElement } from './xml.ts';

/** What is drawn in a part, and how it is to be written. */
export interface Drawing {
  readonly pack: OfficePackage;
  /** Name of the part. */
  readonly part: string;
  readonly options: ConvertOptions;
  readonly url: string;
  /** Takes text that is not seen. */
  readonly hide: (text: string, step?: RemovedBlock['step']) => void;
}

/** How the lines of a text are marked by default: by level from 0, whether each is an item. */
type IsItem = (level: number) => boolean;

/** Shapes of a part (ECMA-376, part 1, 20.5), one below the other. */
export function drawingBlocks(drawing: Drawing): Block[] {
  const isGone = (shape: XmlElement) => {
    if (isHidden(shape)) drawing.hide(textsOf(shape));
    return isHidden(shape);
  };
  return elementsIn(sidePart(drawing.pack.archive, drawing.part)).flatMap((anchor) =>
    shapesIn(anchor, isGone).flatMap((shape) => shapeBlocks(shape, drawing)),
  );
}

/** Whether a shape or a group says that it is hidden. */
export const isHidden = (shape: XmlElement): boolean => isOn(attributeOf(propertiesOf(shape), 'hidden'));
/** A switch of OOXML (22.9.2.7). */
export const isOn = (value: string | undefined): boolean => /^(?:1|true|on)$/.test(value ?? '');

/** All text that is drawn in a node. */
export const textsOf = (node: XmlElement | undefined): string =>
  findAll(node, 't', 'text')
    .map(({ children }) => children.join(''))
    .join(' ');

const SHAPES = ['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp'];

/**
 * Shapes in a node, those of groups with them; of alternate content the first choice, which newer programs draw. A shape or group
 * that `isGone` is left out with all in it; `depth`: groups around it.
 */
export function shapesIn(
  node: XmlElement | undefined,
  isGone: (shape: XmlElement, depth: number) => boolean = () => false,
  depth = 0,
): XmlElement[] {
  return elementsIn(node).flatMap((child) => {
    if (child.name === 'AlternateContent') return shapesIn(elementsIn(child)[0], isGone, depth);
    if (!SHAPES.includes(child.name) || isGone(child, depth)) return [];
    return child.name === 'grpSp' ? shapesIn(child, isGone, depth + 1) : child;
  });
}

/** What every shape has: its name, what it shows in words, whether it is hidden. */
function propertiesOf(shape: XmlElement): XmlElement | undefined {
  const outer = elementsIn(shape).find(({ name }) => name.startsWith('nv'));
  return descend(outer, 'cNvPr');
}

export function shapeBlocks(shape: XmlElement, drawing: Drawing, isItem: IsItem = () => false): Block[] {
  if (shape.name === 'graphicFrame') return frameBlocks(shape, drawing);
  if (shape.name !== 'pic') return textBlocks(descend(shape, 'txBody'), drawing, isItem);
  const alt = attributeOf(propertiesOf(shape), 'descr') ?? '';
  return alt === '' || drawing.options.images === 'none' ? [] : [paragraphOf([{ type: 'text', value: alt }])];
}

const paragraphOf = (children: Inline[]): Block => ({ type: 'paragraph', children });

/** The paragraphs of a text (21.1.2), those with marks as items of lists. */
export function textBlocks(
  body: XmlElement | undefined,
  drawing: Drawing,
  isItem: IsItem = () => false,
): Block[] {
  const blocks: Block[] = [];
  /** Lists that are open, from the outer one inwards. */
  const open: List[] = [];
  const put = (block: Block): void => {
    const around = open.at(-1);
    if (around === undefined) blocks.push(block);
    else (around.children.at(-1) ?? addItem(around, [])).children.push(block);
  };
  for (const paragraph of elementsIn(body).filter(({ name }) => name === 'p')) {
    const children = inlineOf(paragraph, drawing);
    if (children.length === 0) continue;
    const properties = descend(paragraph, 'pPr');
    const level = Math.max(0, Math.min(8, Math.trunc(Number(attributeOf(properties, 'lvl') ?? 0)) || 0));
    const mark = markOf(properties) ?? (isItem(level) ? 'buChar' : 'buNone');
    open.length = Math.min(open.length, mark === 'buNone' ? level : level + 1);
    if (mark === 'buNone') {
      // Below the level of an item it is of that item, whose list goes on.
      put(paragraphOf(children));
      continue;
    }
    const ordered = mark === 'buAutoNum';
    if (open.length === level + 1 && open[level]!.ordered !== ordered) open.length = level;
    while (open.length <= level) {
      const start = Number(attributeOf(descend(properties, 'buAutoNum'), 'startAt') ?? 1);
      const list: List = { type: 'list', ordered, start, spread: false, children: [] };
      put(list);
      open.push(list);
    }
    addItem(open[level]!, [paragraphOf(children)]);
  }
  return blocks;
}

/** The kind of mark that properties give a paragraph: `buNone`, `buChar`, `buAutoNum`, `buBlip`; undefined where they say nothing. */
export function markOf(properties: XmlElement | undefined): string | undefined {
  return elementsIn(properties).find(({ name }) => /^bu(?:None|Char|AutoNum|Blip)$/.test(name))?.name;
}

function addItem(list: List, children: Block[]): ListItem {
  const item: ListItem = { type: 'listItem', checked: null, spread: false, children };
  list.children.push(item);
  return item;
}

/** The runs of a paragraph. */
export function inlineOf(paragraph: XmlElement, { pack, part, options, url, hide }: Drawing): Inline[] {
  const inline: Inline[] = [];
  for (const run of elementsIn(paragraph)) {
    if (run.name === 'br') inline.push({ type: 'break' });
    const properties = descend(run, 'rPr');
    const value = run.name === 'r' || run.name === 'fld' ? textIn(descend(run, 't')) : textOfMath(run);
    if (value === '') continue;
    if (isUnseen(properties)) {
      hide(value);
      continue;
    }
    const id = options.links === 'none' ? undefined : descend(properties, 'hlinkClick')?.attributes[':id'];
    const relation = pack.targets(part).get(id ?? '');
    const link = relation?.isExternal ? resolveUrl(relation.target, url) : null;
    inline.push(styled({ type: 'text', value }, properties?.attributes ?? {}, link));
  }
  return inline.every((node) => node.type === 'break' || (node.type === 'text' && node.value.trim() === ''))
    ? []
    : inline;
}

/** Hundredths of a point of letters that are too small to be seen. */
const UNSEEN_SIZE = 100;

/** Whether letters are not painted, or too small (21.1.2.3.9). */
function isUnseen(properties: XmlElement | undefined): boolean {
  const size = Number(attributeOf(properties, 'sz') ?? UNSEEN_SIZE + 1);
  return (
    size <= UNSEEN_SIZE ||
    (descend(properties, 'noFill') !== undefined && descend(properties, 'ln') === undefined)
  );
}

/** Text of a formula that stands among the runs of a paragraph. */
function textOfMath(run: XmlElement): string {
  return run.name === 'm' || run.name === 'AlternateContent'
    ? findAll(elementsIn(run)[0], 't').map(textIn).join('')
    : '';
}

function styled(
  text: Inline,
  { b, i, strike, baseline }: Readonly<Record<string, string>>,
  link: string | null,
): Inline {
  let node = text;
  if (Number(baseline ?? 0) !== 0)
    node = { type: 'mark', tag: Number(baseline) > 0 ? 'sup' : 'sub', children: [node] };
  if (strike !== undefined && strike !== 'noStrike') node = { type: 'delete', children: [node] };
  if (isOn(i)) node = { type: 'emphasis', children: [node] };
  if (isOn(b)) node = { type: 'strong', children: [node] };
  return link === null ? node : { type: 'link', url: link, title: null, children: [node] };
}

/** A table, a chart or a diagram (20.1.2.2.16). */
function frameBlocks(frame: XmlElement, drawing: Drawing): Block[] {
  const data = descend(frame, 'graphic', 'graphicData');
  const table = descend(data, 'tbl');
  if (table !== undefined) return [gridOf(table, drawing)];
  const related = (node: XmlElement | undefined, id: string) =>
    sidePart(
      drawing.pack.archive,
      drawing.pack.targets(drawing.part).get(node?.attributes[id] ?? '')?.target,
    );
  const chart = related(descend(data, 'chart'), ':id');
  if (chart !== undefined) return chartBlocks(chart, drawing);
  const points = findAll(related(descend(data, 'relIds'), ':dm'), 'pt');
  return points.flatMap((point) => textBlocks(descend(point, 't'), drawing, () => true));
}

function gridOf(table: XmlElement, drawing: Drawing): Block {
  const cellsOf = (row: XmlElement) => elementsIn(row).filter(({ name }) => name === 'tc');
  const rows = elementsIn(table).filter(({ name }) => name === 'tr');
  return tableOf(rows.map((row) => cellsOf(row).map((cell) => linesOf(cell, drawing))));
}

function linesOf(cell: XmlElement, drawing: Drawing): Inline[] {
  if (isOn(attributeOf(cell, 'hMerge')) || isOn(attributeOf(cell, 'vMerge'))) {
    drawing.hide(textsOf(cell));
    return [];
  }
  const paragraphs = findAll(cell, 'p').map((paragraph) => inlineOf(paragraph, drawing));
  return paragraphs
    .filter((inline) => inline.length > 0)
    .flatMap((inline, i): Inline[] => (i === 0 ? inline : [{ type: 'break' }, ...inline]));
}

/** A chart (21.2): its title, and the values that are kept with it, a column a series. */
function chartBlocks(chart: XmlElement, { pack }: Drawing): Block[] {
  const title = findAll(descend(chart, 'chart', 'title'), 't')
    .map(textIn)
    .join('');
  const rows: { text: string }[][] = [[]];
  for (const [i, series] of findAll(descend(chart, 'chart', 'plotArea'), 'ser').entries()) {
    const put = (row: number, column: number, text: string) => {
      rows[row] ??= [];
      if (text !== '') rows[row][column] = { text };
    };
    put(0, i + 1, findAll(descend(series, 'tx'), 'v').map(textIn).join(' '));
    const fill = (name: string, column: number) => {
      for (const point of findAll(descend(series, name), 'pt'))
        put(1 + (Number(attributeOf(point, 'idx')) || 0), column, textIn(descend(point, 'v')));
    };
    fill('cat', 0);
    fill('xVal', 0);
    fill('val', i + 1);
    fill('yVal', i + 1);
  }
  const named: Block[] = title === '' ? [] : [paragraphOf([{ type: 'text', value: title }])];
  return [...named, ...gridBlocks(Object.values(rows) as SheetRow[], pack.nodes)];
}
