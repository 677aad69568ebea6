import { decodeXML } from 'entities';
import type { InList } from './numbering.ts';

/** What a style says of its text (ECMA-376, part 1, 17.7). */
export interface StyleFacts {
  /** Its own name, as people see it; '' without one. */
  readonly name: string;
  readonly hides: boolean;
  readonly colour: string | undefined;
  /** Something lies behind the letters. */
  readonly isFilled: boolean;
  /** Name of the colour that its text is marked with. */
  readonly highlight: string | undefined;
  /** The furthest that its paragraphs are moved, as {@link indentOf} gives it. */
  readonly indent: string | undefined;
  /** Level of a heading in the outline of the document, from 0; undefined for text. */
  readonly outline: number | undefined;
  /** The list that its paragraphs are items of. */
  readonly list: InList | undefined;
}

/** Word follows a chain of styles no further. */
const MAX_CHAIN = 11;

/** Styles by id, each with what those say that it is based on. */
export function readStyles(xml: string): ReadonlyMap<string, StyleFacts> {
  const own = new Map<string, StyleFacts & { readonly base: string | undefined }>();
  for (const style of xml.split('</w:style>')) {
    const id = /\bw:styleId="([^"]*)"/.exec(style)?.[1];
    if (id === undefined) continue;
    const name = decodeXML(/<w:name\b[^<>]*\bw:val="([^"]*)"/.exec(style)?.[1] ?? '');
    const vanish = /<w:vanish\b([^<>]*)>/.exec(style);
    own.set(id, {
      base: /<w:basedOn\b[^<>]*\bw:val="([^"]*)"/.exec(style)?.[1],
      hides: vanish !== null && isOn(vanish[1]!),
      colour: /<w:color\b[^<>]*\bw:val="([^"]*)"/.exec(style)?.[1],
      isFilled: [...style.matchAll(/<w:shd\b[^<>]*>/g)].some(([shading]) => fillOf(shading) !== undefined),
      highlight: /<w:highlight\b[^<>]*\bw:val="([^"]*)"/.exec(style)?.[1],
      indent: indentOf(/<w:ind\b[^<>]*>/.exec(style)?.[0] ?? ''),
      name,
      outline: outlineOf(style) ?? outlineOfName(name),
      list: listOf(style),
    });
  }
  const whole = new Map<string, StyleFacts>();
  for (const [id, { base, name, ...facts }] of own) {
    let [{ hides, colour, isFilled, highlight, indent, outline, list }, at, steps] = [facts, base, 0];
    for (; at !== undefined && steps < MAX_CHAIN; steps++) {
      const outer = own.get(at);
      hides ||= outer?.hides === true;
      colour ??= outer?.colour;
      isFilled ||= outer?.isFilled === true;
      highlight ??= outer?.highlight;
      indent ??= outer?.indent;
      outline ??= outer?.outline;
      list ??= outer?.list;
      at = outer?.base;
    }
    whole.set(id, { name, hides, colour, isFilled, highlight, indent, outline, list });
  }
  return whole;
}

/** The level in the outline (17.3.1.20) that properties of a paragraph tell, from 0; undefined without one. 9 is that of text. */
export function outlineOf(properties: string): number | undefined {
  const level = /<w:outlineLvl\b[^<>]*\bw:val="(\d)"/.exec(properties)?.[1];
  return level === undefined ? undefined : Number(level);
}

function outlineOfName(name: string): number | undefined {
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  return level === undefined ? undefined : Number(level) - 1;
}

/** The list that properties of a paragraph name (17.3.1.19); undefined without one. */
export function listOf(properties: string): InList | undefined {
  const list = /<w:numId\b[^<>]*\bw:val="(\d{1,9})"/.exec(properties)?.[1];
  const level = /<w:ilvl\b[^<>]*\bw:val="(\d)"/.exec(properties)?.[1];
  return list === undefined ? undefined : { list, level: Number(level ?? 0) };
}

/** A property that is switched by its presence (17.17.4), by its attributes. */
export function isOn(attributes: string): boolean {
  return !/\bw:val="(?:0|false|off)"/.test(attributes);
}

/** The colour of a shading (17.3.5), by its tag; `pattern` for several, undefined for none. */
export function fillOf(shading: string): string | undefined {
  const kind = /\bw:val="([^"]*)"/.exec(shading)?.[1] ?? 'clear';
  if (kind === 'nil') return undefined;
  if (kind !== 'clear') return 'pattern';
  const fill = /\bw:fill="([^"]*)"/.exec(shading)?.[1] ?? 'auto';
  return fill === 'auto' ? undefined : fill;
}

const INDENTS = [
  /\bw:(?:left|start)="([-+]?\d{1,9})/,
  /\bw:(?:right|end)="([-+]?\d{1,9})/,
  /\bw:firstLine="([-+]?\d{1,9})/,
  /\bw:hanging="([-+]?\d{1,9})/,
];

/** The furthest that an indent (17.3.1.12) moves an edge of its paragraph, in twentieths of a point; undefined without one. */
export function indentOf(tag: string): string | undefined {
  const [start, end, first, hanging] = INDENTS.map((edge) => Number(edge.exec(tag)?.[1] ?? 0));
  return tag === ''
    ? undefined
    : String(Math.max(...[start!, end!, start! + first! - hanging!].map(Math.abs)));
}

/** A colour as one number, of six hexadecimal digits; -1 for what is none. */
export function colourOf(digits: string): number {
  return /^[\da-f]{6}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
}
