import { parseUrl } from '../../contract/address.ts';
import { NodeCount } from '../../core/budget.ts';
import { MAX_ADDRESS_BYTES } from '../../core/content/urls.ts';
import { lazyBy, lazyFor } from '../../core/lazy.ts';
import type { PageMetadata } from '../../core/metadata/metadata.ts';
import { firstSaid, MalformedDocument, statedMetadata } from '../document.ts';
import { SharedTexts } from './shared-texts.ts';
import { elementsIn, findAll, parseXml, textIn, type XmlElement } from './xml.ts';
import { Archive } from './zip.ts';

/** What a part leads to (ECMA-376, part 2, 6.5). */
interface Relation {
  /** Name of the part, or an address for what is not in the package. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The parts of a workbook or presentation. Nothing outside of it is ever read. */
export class OfficePackage {
  readonly archive: Archive;
  /** Name of the part that the package begins with. */
  readonly main: string;
  /** Nodes of all tables of it. */
  readonly nodes = new NodeCount();
  readonly texts: SharedTexts;
  /** What each part leads to, by id, and the first part of each kind of relation. */
  readonly #relations = lazyFor((of: string) => {
    const byId = new Map<string, Relation>();
    const byType = new Map<string, string>();
    for (const { attributes } of elementsIn(sidePart(this.archive, relationsName(of)))) {
      const { Id = '', Type = '', Target = '', TargetMode } = attributes;
      const isExternal = TargetMode === 'External';
      if (isExternal && Target.length > MAX_ADDRESS_BYTES) continue;
      const target = isExternal ? Target : partName(Target, of);
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      byId.set(Id, { target, isExternal });
      if (!byType.has(type)) byType.set(type, target);
    }
    return { byId, byType };
  });
  readonly #related = new Map<string, XmlElement | undefined>();

  constructor(bytes: Uint8Array) {
    this.archive = new Archive(bytes);
    this.texts = new SharedTexts(this.archive);
    const main = this.target('', 'officeDocument');
    if (main === undefined) throw new MalformedDocument();
    this.main = main;
  }

  /** A part without which the document is none. Throws `MalformedDocument` where it is missing or broken. */
  part(name: string | undefined): XmlElement {
    const bytes = name === undefined ? undefined : this.archive.read(name);
    if (bytes === undefined) throw new MalformedDocument();
    return parseXml(bytes);
  }

  /** What a part leads to, by id; `''`: the package. */
  targets(of: string): ReadonlyMap<string, Relation> {
    return this.#relations(of).byId;
  }

  /** Name of the part that a part leads to by a kind of relation: the last word of its type, such as `worksheet`. */
  target(of: string, type: string): string | undefined {
    return this.#relations(of).byType.get(type);
  }

  /** That part, which is kept: others may lead to it too; undefined where it is missing or broken. */
  related(of: string, type: string): XmlElement | undefined {
    const name = this.target(of, type);
    if (name === undefined) return undefined;
    if (!this.#related.has(name)) this.#related.set(name, sidePart(this.archive, name));
    return this.#related.get(name);
  }

  /** What is remarked on a part; one part may hold the remarks on many. */
  remarks(of: string): string {
    const comments = this.related(of, 'comments');
    return comments === undefined ? '' : this.#textOf(comments);
  }

  readonly #textOf = lazyBy((part: XmlElement) => findAll(part, 't', 'text').map(textIn).join(' '));
}

/** The name of the part that says what a part leads to. */
export function relationsName(of: string): string {
  const at = of.lastIndexOf('/') + 1;
  return `${of.slice(0, at)}_rels/${of.slice(at)}.rels`;
}

/** A part that a document can do without; undefined where it is missing or broken. */
export function sidePart(archive: Archive, name: string | undefined): XmlElement | undefined {
  try {
    const bytes = name === undefined ? undefined : archive.read(name);
    return bytes && parseXml(bytes);
  } catch (error) {
    if (error instanceof MalformedDocument) return undefined;
    throw error;
  }
}

/** The name of a part, as another one writes it. */
export function partName(written: string, from: string): string {
  const base = `part:/${from.split('/').map(encodeURIComponent).join('/')}`;
  const path = parseUrl(written, base)?.pathname.slice(1) ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What `docProps/core.xml` says of a document (ECMA-376, part 2, 11). */
export function coreProperties(archive: Archive): Partial<PageMetadata> {
  return dublinCore(sidePart(archive, 'docProps/core.xml'));
}

/** What a part says of its document in the words of Dublin Core, which those of OpenDocument and EPUB go along with. */
export function dublinCore(root: XmlElement | undefined): Partial<PageMetadata> {
  const said = (...names: readonly string[]) => firstSaid(findAll(root, ...names).map(textIn));
  return statedMetadata({
    title: said('title'),
    author: said('initial-creator') ?? said('creator'),
    description: said('description') ?? said('subject'),
    published: said('created', 'creation-date'),
    modified: said('modified', 'date'),
    language: said('language'),
  });
}
