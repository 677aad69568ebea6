import type { PageMetadata } from '../../core/metadata/metadata.ts';
import { MalformedDocument } from '../document.ts';
import { dublinCore, sidePart } from './package.ts';
import { SharedTexts } from './shared-texts.ts';
import { attributeOf, descend, elementsIn, findAll, parseXml, type XmlElement } from './xml.ts';
import { Archive } from './zip.ts';

/** What a style says of what stands in it (OpenDocument 1.3, part 3, 16 and 20). */
export interface StyleFacts {
  readonly isHidden: boolean;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly position: 'sup' | 'sub' | undefined;
  /** Names of the style and of those that it is based on, as people see them. */
  readonly names: readonly string[];
}

/** LibreOffice follows a chain of styles about as far as anybody builds one. */
const MAX_CHAIN = 11;
const NO_STYLE: StyleFacts = {
  isHidden: false,
  isBold: false,
  isItalic: false,
  isStruck: false,
  position: undefined,
  names: [],
};

/** The parts of a text or a workbook of OpenDocument. */
export class OpenDocument {
  readonly archive: Archive;
  readonly content: XmlElement;
  readonly texts: SharedTexts;
  /** Styles of lists, by name. */
  readonly lists = new Map<string, XmlElement>();
  readonly #styles = new Map<string, XmlElement>();
  readonly #facts = new Map<string, StyleFacts>();

  constructor(bytes: Uint8Array) {
    this.archive = new Archive(bytes);
    this.texts = new SharedTexts(this.archive);
    const manifest = this.part('META-INF/manifest.xml');
    if (findAll(manifest, 'encryption-data').length > 0) throw new MalformedDocument('password');
    const written = this.archive.read('content.xml');
    if (written === undefined) throw new MalformedDocument();
    const content = parseXml(written);
    this.content = content;
    for (const root of [this.part('styles.xml'), content])
      for (const style of [
        ...elementsIn(descend(root, 'styles')),
        ...elementsIn(descend(root, 'automatic-styles')),
      ]) {
        const name = attributeOf(style, 'name') ?? '';
        if (style.name === 'style') this.#styles.set(`${attributeOf(style, 'family')} ${name}`, style);
        else if (style.name === 'list-style') this.lists.set(name, style);
      }
  }

  /** A part beside the content; undefined where it is missing or broken. */
  part(name: string): XmlElement | undefined {
    return sidePart(this.archive, name);
  }

  metadata(): Partial<PageMetadata> {
    return dublinCore(this.part('meta.xml'));
  }

  /** What the style of an element says, with those that it is based on; `family`: `paragraph`, `text`, `table` … */
  styleOf(node: XmlElement, family: string): StyleFacts {
    return this.#named(`${family} ${attributeOf(node, 'style-name')}`, 0);
  }

  #named(key: string, depth: number): StyleFacts {
    const known = this.#facts.get(key);
    if (known !== undefined) return known;
    const style = this.#styles.get(key);
    if (depth > MAX_CHAIN) return NO_STYLE;
    const baseKey = `${attributeOf(style, 'family')} ${attributeOf(style, 'parent-style-name')}`;
    // Programs know their own styles by name, and need not find them in a file.
    const facts =
      style === undefined
        ? { ...NO_STYLE, names: [key.slice(key.indexOf(' ') + 1)] }
        : factsOf(style, this.#named(baseKey, depth + 1));
    this.#facts.set(key, facts);
    return facts;
  }
}

function factsOf(style: XmlElement, base: StyleFacts): StyleFacts {
  const said = (name: string) => {
    const by = elementsIn(style).find((properties) => attributeOf(properties, name) !== undefined);
    return attributeOf(by, name);
  };
  const is = (name: string, pattern: RegExp, otherwise: boolean) => {
    const value = said(name);
    return value === undefined ? otherwise : pattern.test(value);
  };
  const raised = said('text-position');
  return {
    isHidden: is('display', /^(?:none|false)$/, base.isHidden) || said('visibility') === 'hidden',
    isBold: is('font-weight', /^(?:bold|[6-9]00)$/, base.isBold),
    isItalic: is('font-style', /^(?:italic|oblique)$/, base.isItalic),
    isStruck: is('text-line-through-style', /^(?!none)/, base.isStruck),
    position:
      raised === undefined
        ? base.position
        : /^(?:super|[1-9])/.test(raised)
          ? 'sup'
          : /^(?:sub|-)/.test(raised)
            ? 'sub'
            : undefined,
    names: [attributeOf(style, 'display-name') ?? attributeOf(style, 'name') ?? '', ...base.names],
  };
}

/** Characters that an element of text stands for (6.1). */
export function blankOf(node: XmlElement): string | undefined {
  switch (node.name) {
    case 's':
      return ' '.repeat(Math.min(1000, Number(attributeOf(node, 'c') ?? 1) || 1));
    case 'tab':
      return '\t';
    case 'line-break':
      return '\n';
  }
  return undefined;
}

/** The text of a paragraph, without its remarks and notes. White space is as in XML of text: runs of it are one blank. */
export function lineOf(
  node: XmlElement | string,
  isGone: (node: XmlElement) => boolean = () => false,
): string {
  if (typeof node === 'string') return node.replace(/\s+/g, ' ');
  if (node.name === 'annotation' || isGone(node)) return '';
  return blankOf(node) ?? node.children.map((child) => lineOf(child, isGone)).join('');
}

/** Whether a shape or frame is not drawn on a screen (19.197). */
export const isUndrawn = (node: XmlElement): boolean =>
  SHAPES.test(node.name) && /^(?:none|printer)$/.test(attributeOf(node, 'display') ?? '');
const SHAPES = /^(?:frame|custom-shape|rect|ellipse|line|text-box|g|a)$/;
