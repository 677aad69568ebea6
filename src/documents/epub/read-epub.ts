import { checkNodes } from '../../core/budget.ts';
import type { Block, Inline, Root } from '../../core/content/tree.ts';
import { convertHtml } from '../../core/convert-html.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import type { InvisibleCounts } from '../../core/invisible-characters.ts';
import type { PageMetadata } from '../../core/metadata/metadata.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { childFields, walkContent } from '../../core/walk-content.ts';
import { contentOfPage, type DocumentBytes, MalformedDocument, type ReadDocument } from '../document.ts';
import { dublinCore, partName } from '../office/package.ts';
import {
  attributeOf,
  descend,
  elementsIn,
  findAll,
  parseXml,
  textIn,
  type XmlElement,
} from '../office/xml.ts';
import { Archive } from '../office/zip.ts';

/** What a chapter is that is no content: the cover, and what leads through the book. */
const NO_CONTENT = /^(?:cover|toc)$/;

/**
 * Reads a book (EPUB 3.3): its chapters in the order of the spine, each converted as a page of which everything is content;
 * cover and navigation are left out. Nothing outside of the book is read; pictures have no address: their alternative text stands
 * for them. A book whose chapters are encrypted is `malformed_document`.
 */
export function readEpub(
  { bytes }: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
): ReadDocument {
  const archive = new Archive(bytes);
  const part = (name: string) => {
    const read = archive.read(name);
    return read && parseXml(read);
  };
  const container = part('META-INF/container.xml');
  const place = attributeOf(findAll(container, 'rootfile')[0], 'full-path') ?? '';
  const book = part(place);
  if (book === undefined) throw new MalformedDocument();
  const children: Block[] = [];
  const removed: RemovedBlock[] = [];
  let nodes = 0;
  for (const [i, name] of chaptersOf(book, place).entries()) {
    const source = archive.read(name);
    if (source === undefined) continue;
    const html = withStyles(new TextDecoder().decode(source), name, archive);
    const contentType = 'application/xhtml+xml';
    const page = convertHtml(html, { ...options, contentType, url: '', scope: 'full' }, { invisible });
    const content = contentOfPage(page);
    settle(content, i + 1);
    walkContent(content, () => void nodes++);
    checkNodes(nodes);
    for (const block of page.diagnostics.removed)
      if (block.step === 'hidden')
        removed.push({ step: 'hidden', element: `chapter ${i + 1}`, text: block.text });
    children.push(...content.children);
  }
  return {
    content: { type: 'root', children },
    page: metadataOf(book),
    encoding: 'binary',
    readBytes: archive.readBytes,
    removed,
  };
}

/** Names of the files of chapters, in their order. */
function chaptersOf(book: XmlElement, place: string): string[] {
  const items = new Map(elementsIn(descend(book, 'manifest')).map((item) => [attributeOf(item, 'id'), item]));
  const guides = elementsIn(descend(book, 'guide')).filter((guide) =>
    NO_CONTENT.test(attributeOf(guide, 'type') ?? ''),
  );
  const leftOut = new Set(guides.map((guide) => partName(attributeOf(guide, 'href') ?? '', place)));
  const names = elementsIn(descend(book, 'spine')).flatMap((entry) => {
    const item = items.get(attributeOf(entry, 'idref'));
    const isPage = /\b(?:xhtml|html)\b/.test(attributeOf(item, 'media-type') ?? '');
    const isNavigation = /\bnav\b/.test(attributeOf(item, 'properties') ?? '');
    const name = partName(attributeOf(item, 'href') ?? '', place);
    return isPage && !isNavigation && !leftOut.has(name) ? name : [];
  });
  return [...new Set(names)];
}

const LINK = /<link\b[^<>]*>/g;

/** A chapter with the style sheets of the book that it links to in their places. */
function withStyles(html: string, chapter: string, archive: Archive): string {
  return html.replace(LINK, (link) => {
    if (!/\brel\s*=\s*["']stylesheet/.test(link)) return link;
    const href = /\bhref\s*=\s*["']([^"'<>]*)["']/.exec(link)?.[1] ?? '';
    const css = archive.read(partName(href, chapter));
    return css === undefined ? '' : `<style>${new TextDecoder().decode(css).replace(/[<&]/g, ' ')}</style>`;
  });
}

/** Makes a chapter one of several: labels of notes are its own, and addresses within the book lead nowhere. */
function settle(root: Root, number: number): void {
  walkContent(root, (node) => {
    if (node.type === 'footnoteDefinition' || node.type === 'footnoteReference')
      node.identifier = `${number}-${node.identifier}`;
    const fields = node as unknown as Record<string, Inline[]>;
    for (const field of childFields(node)) fields[field] = fields[field]!.flatMap(withoutAddress);
    return false;
  });
}

function withoutAddress(node: Inline): Inline[] {
  if ((node.type !== 'link' && node.type !== 'image') || /^(?:https?|mailto):/.test(node.url)) return [node];
  if (node.type === 'link') return node.children.flatMap(withoutAddress);
  return node.alt === '' ? [] : [{ type: 'text', value: node.alt }];
}

function metadataOf(book: XmlElement): Partial<PageMetadata> {
  const meta = descend(book, 'metadata');
  if (meta === undefined) return {};
  const { modified: published, ...said } = dublinCore(meta);
  const changed = findAll(meta, 'meta').find(
    (field) => attributeOf(field, 'property') === 'dcterms:modified',
  );
  const modified = textIn(changed).slice(0, 10);
  return {
    ...said,
    ...(published === undefined ? {} : { published }),
    ...(modified === '' ? {} : { modified }),
  };
}
