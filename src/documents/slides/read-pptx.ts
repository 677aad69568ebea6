import { NodeCount } from '../../core/budget.ts';
import type { Block } from '../../core/content/tree.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { lazyBy } from '../../core/lazy.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { walkContent } from '../../core/walk-content.ts';
import type { DocumentBytes, ReadDocument } from '../document.ts';
import {
  type Drawing,
  inlineOf,
  isHidden,
  markOf,
  shapeBlocks,
  shapesIn,
  textBlocks,
  textsOf,
} from '../office/drawing.ts';
import { coreProperties, OfficePackage, sidePart } from '../office/package.ts';
import { attributeOf, descend, elementsIn, findAll, type XmlElement } from '../office/xml.ts';

/** The headings of slides. */
const SLIDE_DEPTH = 2;

/** Width and height of the slides of a presentation. */
type Size = readonly [width: number, height: number];

/**
 * Reads a presentation (ECMA-376, part 1, 19): a section a slide, in their order, with its notes behind it. Hidden slides and
 * shapes, those that stand beside the slide, remarks, and what is the same on every slide (number, date, footer) are left out and
 * told by slide.
 */
export function readPptx({ bytes, url }: DocumentBytes, options: ConvertOptions): ReadDocument {
  const pack = new OfficePackage(bytes);
  const presentation = pack.part(pack.main);
  const targets = pack.targets(pack.main);
  const sized = descend(presentation, 'sldSz');
  const size: Size = [
    Number(attributeOf(sized, 'cx') ?? Number.NaN),
    Number(attributeOf(sized, 'cy') ?? Number.NaN),
  ];
  const children: Block[] = [];
  const nodes = new NodeCount();
  for (const [i, { attributes }] of elementsIn(descend(presentation, 'sldIdLst')).entries()) {
    const part = targets.get(attributes[':id'] ?? '')?.target ?? '';
    const hide = (text: string, step?: RemovedBlock['step']) => pack.texts.hide(`slide ${i + 1}`, text, step);
    const blocks = slideBlocks({ pack, part, options, url, hide }, i + 1, size);
    walkContent({ type: 'root', children: blocks }, () => nodes.add(1));
    for (const block of blocks) children.push(block);
  }
  return {
    content: { type: 'root', children },
    page: coreProperties(pack.archive),
    encoding: 'binary',
    readBytes: pack.archive.readBytes,
    removed: pack.texts.removed,
  };
}

function slideBlocks(drawing: Drawing, number: number, size: Size): Block[] {
  const { pack, part, hide } = drawing;
  const slide = pack.part(part);
  const notes = pack.target(part, 'notesSlide');
  const tree = descend(slide, 'cSld', 'spTree');
  if (/^(?:0|false)$/.test(attributeOf(slide, 'show') ?? '')) {
    hide(textsOf(tree));
    return [];
  }
  hide(pack.remarks(part));
  const shapes = shapesIn(tree, (shape, depth) => {
    // What stands in a group is placed within it: the group as a whole is on the slide or beside it.
    const step = depth === 0 ? stepOf(shape, size) : isHidden(shape) ? 'hidden' : null;
    if (step !== null) hide(textsOf(shape), step);
    return step !== null;
  });
  const layout = pack.related(part, 'slideLayout');
  const places = layout === undefined ? NO_PLACES : placesOf(layout);
  const title = shapes.find((shape) => /^(?:title|ctrTitle)$/.test(placeOf(shape)?.type ?? ''));
  const heading = findAll(descend(title, 'txBody'), 'p').map((line) => inlineOf(line, drawing));
  const blocks: Block[] = heading
    .filter((line) => line.length > 0)
    .map((children) => ({ type: 'heading', depth: SLIDE_DEPTH, children }));
  for (const shape of shapes)
    if (shape !== title)
      for (const block of shapeBlocks(shape, drawing, itemsOf(shape, places))) blocks.push(block);
  const spoken = notes === undefined ? [] : notesBlocks({ ...drawing, part: notes });
  // A slide without a title begins behind a line.
  const first: Block[] = blocks[0]?.type === 'heading' || number === 1 ? [] : [{ type: 'thematicBreak' }];
  return [...first, ...blocks, ...spoken];
}

/** What a speaker says to a slide, as a note. */
function notesBlocks(drawing: Drawing): Block[] {
  const shapes = shapesIn(descend(sidePart(drawing.pack.archive, drawing.part), 'cSld', 'spTree'));
  const body = shapes.filter((shape) => placeOf(shape)?.type === 'body');
  const children = body.flatMap((shape) => textBlocks(descend(shape, 'txBody'), drawing));
  return children.length === 0 ? [] : [{ type: 'callout', kind: 'note', name: '', title: [], children }];
}

/** Places of a layout, by their index. */
type Places = ReadonlyMap<string | undefined, XmlElement>;
const NO_PLACES: Places = new Map();
const placesOf = lazyBy(
  (layout: XmlElement): Places =>
    new Map(shapesIn(descend(layout, 'cSld', 'spTree')).map((place) => [placeOf(place)?.index, place])),
);

/** The place of a layout that a shape fills (19.3.1.36). */
function placeOf(shape: XmlElement): { readonly type: string; readonly index: string } | null {
  const outer = elementsIn(shape).find(({ name }) => name.startsWith('nv'));
  const place = descend(outer, 'nvPr', 'ph');
  return place === undefined
    ? null
    : { type: attributeOf(place, 'type') ?? 'obj', index: attributeOf(place, 'idx') ?? '0' };
}

/** The step that leaves a shape out; null for one that stays. */
function stepOf(shape: XmlElement, [width, height]: Size): RemovedBlock['step'] | null {
  if (isHidden(shape)) return 'hidden';
  const type = placeOf(shape)?.type ?? '';
  if (type === 'sldNum') return 'page-number';
  if (/^(?:dt|ftr|hdr)$/.test(type)) return 'running-footer';
  const frame = descend(shape, 'spPr', 'xfrm') ?? descend(shape, 'grpSpPr', 'xfrm') ?? descend(shape, 'xfrm');
  const at = (name: string, side: string) => Number(attributeOf(descend(frame, name), side) ?? Number.NaN);
  const [x, y] = [at('off', 'x'), at('off', 'y')];
  const isAhead = (from: number, length: number) => from < 0 && from + length <= 0;
  const isOutside = x >= width || y >= height || isAhead(x, at('ext', 'cx')) || isAhead(y, at('ext', 'cy'));
  return isOutside ? 'hidden' : null;
}

/** Which lines of a shape are items where they do not say it: those of a place for content, unless its layout says otherwise. */
function itemsOf(shape: XmlElement, places: Places): (level: number) => boolean {
  const place = placeOf(shape);
  if (place === null || !/^(?:obj|body)$/.test(place.type)) return () => false;
  const same = places.get(place.index);
  return (level) => {
    const styles = [shape, same].map((owner) => descend(owner, 'txBody', 'lstStyle', `lvl${level + 1}pPr`));
    const mark = styles.map(markOf).find((each) => each !== undefined);
    return mark !== 'buNone';
  };
}
