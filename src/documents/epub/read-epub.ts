import { BudgetSpent } from '../../core/budget.ts';
import type { Block, Inline, Root } from '../../core/content/tree.ts';
import type { InvisibleCounts } from '../../core/invisible-characters.ts';
import { lazyFor } from '../../core/lazy.ts';
import type { PageMetadata } from '../../core/metadata/metadata.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { childFields, walkContent } from '../../core/walk-content.ts';
import { type DocumentBytes, MalformedDocument, type ReadDocument } from '../document.ts';
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
import { PagesWithin } from '../pages-within.ts';

/** What a chapter is that is no content: the cover, and what leads through the book. */
const NO_CONTENT = /^(?:cover|toc)$/;

/**
 * Reads a book (EPUB 3.3): its chapters in the order of the spine, each converted as a page of which everything is content;
 * cover and navigation are left out. Nothing outside of the book is read; pictures have no address: their alternative text stands
 * for them. A book of which a chapter is encrypted lacks its password.
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
  const pages = new PagesWithin({ ...options, contentType: 'application/xhtml+xml', url: '' }, invisible);
  const chapters = chaptersOf(book, place);
  const encrypted = encryptedIn(part('META-INF/encryption.xml'));
  if (chapters.some((name) => encrypted.has(name))) throw new MalformedDocument('password');
  const sheets = sheetsOf(archive);
  for (const [i, name] of chapters.entries()) {
    const source = archive.read(name);
    if (source === undefined) continue;
    const html = withRoles(withStyles(new TextDecoder().decode(source), name, sheets));
    const content = pages.read(html, `chapter ${i + 1}`);
    settle(content);
    for (const block of content.children) children.push(block);
  }
  return {
    content: { type: 'root', children },
    page: metadataOf(book),
    encoding: 'binary',
    readBytes: archive.readBytes,
    removed: pages.removed,
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

/** What hides the start of a font from other programs (EPUB 3.3, 4.4), which is no encryption. */
const OBFUSCATION = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

/** Names of the files that are encrypted (EPUB 3.3, 4.2.6.3.2). */
function encryptedIn(encryption: XmlElement | undefined): ReadonlySet<string> {
  const isEncrypted = (data: XmlElement) =>
    !OBFUSCATION.test(attributeOf(descend(data, 'EncryptionMethod'), 'Algorithm') ?? '');
  const encrypted = findAll(encryption, 'EncryptedData').filter(isEncrypted);
  const references = encrypted.flatMap((data) => findAll(data, 'CipherReference'));
  return new Set(references.map((reference) => partName(attributeOf(reference, 'URI') ?? '', '')));
}

/** Notes and references to them, which books say in a vocabulary of their own (EPUB Structural Semantics Vocabulary 1.1, 4.8). */
const NOTES =
  /\sepub:type\s*=\s*["'][^"'<>]{0,100}?\b(noteref|footnote|endnote|rearnote)\b[^"'<>]{0,100}["']/g;

/** A chapter whose notes say what they are in the words of pages. */
const withRoles = (html: string): string =>
  html.replace(NOTES, (said, role: string) => `${said} role="doc-${role.replace('rear', 'end')}"`);

/** Style sheets that a chapter is read with, at most. */
const MAX_SHEETS = 100;
/** Characters of them for all chapters together: 400 with a sheet of 200 KB each. The dearest take 85 ns, 7 s in all. */
const MAX_STYLES = 80_000_000;

/** The style sheets of a book by name, each unpacked once. Throws `BudgetSpent` where they are asked for too often. */
function sheetsOf(archive: Archive): (name: string) => string {
  const textOf = lazyFor((name: string) => new TextDecoder().decode(archive.read(name)));
  let characters = 0;
  return (name) => {
    characters += textOf(name).length;
    if (characters > MAX_STYLES) throw new BudgetSpent(`more than ${MAX_STYLES} characters of styles`);
    return textOf(name);
  };
}

const STYLES = /<link\b[^<>]*>|(<style\b[^<>]*>)([^<]*)/g;
/** A comment, or what is imported. */
const IMPORT = /\/\*[\s\S]*?(?:\*\/|$)|@import\b([^;{}@]*);/g;

/** Media that a reader always is. */
const ON_SCREEN = /^(?:$|(?:all|screen)\s*(?:,|$))/i;

/** A chapter with the style sheets of the book that it links to in their places, and those that these import. */
function withStyles(html: string, chapter: string, sheets: (name: string) => string): string {
  const seen = new Set<string>();
  const whole = (css: string, from: string): string =>
    css.replace(IMPORT, (_, said: string | undefined) => {
      if (said === undefined) return '';
      const [, href = '', media = ''] =
        /^(?:url\()?["'\s]*([^"'()\s]+)["'\s)]*(.*)$/s.exec(said.trim()) ?? [];
      return ON_SCREEN.test(media) ? sheetOf(href, from) : '';
    });
  const sheetOf = (href: string, from: string): string => {
    const name = partName(href, from);
    if (seen.has(name) || seen.size === MAX_SHEETS) return '';
    seen.add(name);
    return whole(sheets(name), name).replace(/[<&]/g, ' ');
  };
  return html.replace(STYLES, (tag, start: string | undefined, css: string) => {
    if (start !== undefined) return start + whole(css, chapter);
    if (!/\brel\s*=\s*["']stylesheet["']/.test(tag)) return tag;
    const attribute = (name: RegExp) => name.exec(tag)?.[1] ?? '';
    if (!ON_SCREEN.test(attribute(/\bmedia\s*=\s*["']([^"'<>]*)["']/))) return '';
    return `<style>${sheetOf(attribute(/\bhref\s*=\s*["']([^"'<>]*)["']/), chapter)}</style>`;
  });
}

/** Makes a chapter one of several: addresses within the book lead nowhere. */
function settle(root: Root): void {
  walkContent(root, (node) => {
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
