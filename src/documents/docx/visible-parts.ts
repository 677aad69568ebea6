import { decodeXML } from 'entities';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { lookAlike } from '../colours.ts';
import { withShownChoices } from './alternate-content.ts';
import { withPlainElements } from './plain-elements.ts';
import { usualXml } from './usual-xml.ts';
import { colourOf, fillOf, indentOf, isOn, type StyleFacts } from './word-styles.ts';

/** Text of a part by its name in the archive. */
type Texts = Map<string, string>;

type Styles = ReadonlyMap<string, StyleFacts>;

/**
 * Parts of a Word document without what its readers do not see, which is added to `removed`, and without references that lead
 * nowhere, of which mammoth makes an error: a picture or link of that kind is left out, its text stays.
 */
export function visibleParts(parts: Texts, styles: Styles, removed: RemovedBlock[]): Texts {
  const width = widestPage(usualXml(parts.get('word/document.xml') ?? ''));
  const out: Texts = new Map(parts);
  for (const [name, raw] of parts) {
    const file = /^word\/([^/]+\.xml)$/.exec(name)?.[1];
    if (file === undefined) continue;
    const xml = withPlainElements(withShownChoices(usualXml(raw), removed));
    if (!/<w:(?:r|hyperlink|drawing|pict)\b/.test(xml)) continue;
    const known = relationshipIds(parts.get(`word/_rels/${file}.rels`) ?? '');
    const whole = xml.replace(/\sr:(?:embed|link|id)="([^"]*)"/g, (reference, id: string) =>
      known.has(id) ? reference : '',
    );
    out.set(name, withoutHiddenRuns(whole, styles, width, removed));
  }
  return out;
}

/** Width of the widest page, in twentieths of a point: that of the format where it says none (ECMA-376, 17.6.13). */
function widestPage(xml: string): number {
  const widths = Array.from(xml.matchAll(/<w:pgSz\b[^<>]*\bw:w="(\d{1,6})"/g), ([, width]) => Number(width));
  return widths.reduce((a, b) => Math.max(a, b), 12_240);
}

function relationshipIds(xml: string): ReadonlySet<string> {
  return new Set([...xml.matchAll(/\sId=["']([^"']*)["']/g)].map(([, id]) => id!));
}

/** An open element; `facts` are names and values of what its properties say. */
interface Open {
  readonly name: string;
  readonly start: number;
  readonly facts: Map<string, string>;
  /** Of the paragraph that it stands in. */
  readonly paragraph: ReadonlyMap<string, string> | undefined;
  /** The colour behind it, six hexadecimal digits; `unknown` for what is said elsewhere. */
  readonly ground: string;
  readonly pageWidth: number;
  /** It stands in a row that is hidden. */
  readonly isInHiddenRow: boolean;
  /** It stands in a run that is hidden, and goes with it. */
  readonly isGone: boolean;
}

// linear: a tag ends before the next begins.
const TAG = /<(\/?)(w:[A-Za-z]+|m:r)([^<>]*?)(\/?)>/g;
/** A run of a formula has the properties of one of text. */
const MATH_RUN = 'm:r';
/** Elements of which it matters what stands in them. */
const NESTING = new Set(
  ['r', 'p', 'tc', 'tr', 'tbl'].flatMap((name) => [`w:${name}`, `w:${name}Pr`]).concat('w:txbxContent'),
);

function withoutHiddenRuns(xml: string, styles: Styles, pageWidth: number, removed: RemovedBlock[]): string {
  const paper = { ground: xml.includes('<w:background') ? 'unknown' : 'FFFFFF', pageWidth };
  const open: Open[] = [];
  const kept: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: close, 2: written, 3: attributes, 4: empty, index } of xml.matchAll(TAG)) {
    const name = written === MATH_RUN ? 'w:r' : written!;
    if (close !== '') {
      if (!NESTING.has(name)) continue;
      while (open.length > 0 && open.at(-1)!.name !== name) open.pop();
      const run = open.pop();
      if (name !== 'w:r' || run === undefined || run.isGone || !isHidden(run, styles)) continue;
      const inner = xml.slice(run.start, index);
      kept.push(xml.slice(from, run.start), fieldMarks(inner));
      from = index + tag.length;
      const text = decodeXML(inner.replace(/<w:instrText\b[^<>]*>[^<]*|<[^<>]*>/g, '')).trim();
      if (text !== '') removed.push({ step: 'hidden', element: 'w:r', text });
      continue;
    }
    const [around, owner] = [open.at(-1), open.at(-2)];
    if (owner !== undefined && around!.name === `${owner.name}Pr`) {
      const value = propertyValue(name, tag, attributes!);
      if (value !== undefined) owner.facts.set(name, value);
    }
    if (empty === '' && NESTING.has(name)) open.push(opened(name, index, around, styles, paper));
  }
  return kept.join('') + xml.slice(from);
}

/** The value of a property; undefined for a shading without colour. An indent has that which moves its paragraph furthest. */
function propertyValue(name: string, tag: string, attributes: string): string | undefined {
  if (name === 'w:shd') return fillOf(tag);
  if (name === 'w:ind') return indentOf(tag);
  return isOn(attributes) ? (/\bw:val="([^"]*)"/.exec(attributes)?.[1] ?? '') : 'off';
}

function opened(
  name: string,
  start: number,
  around: Open | undefined,
  styles: Styles,
  paper: Pick<Open, 'ground' | 'pageWidth'>,
): Open {
  const facts = new Map<string, string>();
  return {
    name,
    start,
    facts,
    paragraph: name === 'w:p' ? facts : around?.paragraph,
    ground: around === undefined ? paper.ground : groundIn(around, styles),
    pageWidth: paper.pageWidth,
    isInHiddenRow: around !== undefined && (around.isInHiddenRow || isHiddenRow(around)),
    isGone: around !== undefined && (around.isGone || isHidden(around, styles)),
  };
}

/** What lies behind what stands in an element. */
function groundIn({ name, facts, ground }: Open, styles: Styles): string {
  if (name === 'w:txbxContent' || styles.get(facts.get('w:tblStyle') ?? '')?.isFilled) return 'unknown';
  return facts.get('w:shd') ?? ground;
}

function isHiddenRow({ name, facts }: Open): boolean {
  return name === 'w:tr' && (facts.get('w:hidden') ?? 'off') !== 'off';
}

/** Marks of a field that goes on outside of a hidden run; mammoth needs each to begin and end. */
function fieldMarks(run: string): string {
  const marks = [...run.matchAll(/<w:fldChar\b[^<>]*\bw:fldCharType="(\w+)"/g)];
  return marks.map(([, type]) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`).join('');
}

/** Half points of letters that are too small to be seen. */
const UNSEEN_SIZE = 2;

/** Colours by which letters are marked (17.18.40). */
const HIGHLIGHTS = new Map(
  'black 000000, blue 0000FF, cyan 00FFFF, darkBlue 000080, darkCyan 008080, darkGray 808080, darkGreen 008000, darkMagenta 800080, darkRed 800000, darkYellow 808000, green 00FF00, lightGray C0C0C0, magenta FF00FF, red FF0000, white FFFFFF, yellow FFFF00'
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** Whether an element is a run that is hidden: it, its style or its row says so; its letters have no size, or the colour they stand on. */
function isHidden(
  { name, facts, paragraph, ground, pageWidth, isInHiddenRow }: Open,
  styles: Styles,
): boolean {
  if (name !== 'w:r') return false;
  if (isInHiddenRow) return true;
  if (facts.get('w:vanish') === 'off') return false;
  const named = [facts.get('w:rStyle'), paragraph?.get('w:pStyle')].map((id) => styles.get(id ?? ''));
  if (facts.has('w:vanish') || named.some((style) => style?.hides)) return true;
  if (Number(facts.get('w:sz') ?? UNSEEN_SIZE + 1) <= UNSEEN_SIZE) return true;
  const [ownStyle, paragraphStyle] = named;
  if (Number(paragraph?.get('w:ind') ?? paragraphStyle?.indent ?? 0) >= pageWidth) return true;
  const mark = facts.get('w:highlight') ?? ownStyle?.highlight ?? paragraphStyle?.highlight;
  const highlight = HIGHLIGHTS.get(mark ?? '');
  if (highlight === undefined && named.some((style) => style?.isFilled)) return false;
  const colour = facts.get('w:color') ?? named.find((style) => style?.colour !== undefined)?.colour ?? '';
  return lookAlike(colourOf(colour), colourOf(highlight ?? facts.get('w:shd') ?? ground));
}
