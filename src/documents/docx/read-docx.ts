import { decodeXML } from 'entities';
import mammoth from 'mammoth';
import { MAX_ADDRESS_BYTES } from '../../core/content/urls.ts';
import { convertHtml } from '../../core/convert-html.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import type { InvisibleCounts } from '../../core/invisible-characters.ts';
import type { ConvertOptions } from '../../core/options.ts';
import { contentOfPage, type DocumentBytes, malformed, type ReadDocument } from '../document.ts';
import { coreProperties, relationsName } from '../office/package.ts';
import { Archive } from '../office/zip.ts';
import { PagesWithin } from '../pages-within.ts';
import { withChunkMarks, withChunks } from './chunks.ts';
import { ListCounter, readNumbering, withNumbers } from './numbering.ts';
import { withFormulas, withMathMarks } from './office-math.ts';
import { headingStyles, withParagraphMarks } from './outline.ts';
import { usualXml } from './usual-xml.ts';
import { visibleParts } from './visible-parts.ts';
import { readStyles } from './word-styles.ts';

/** Styles of Word, LibreOffice and Pandoc that mammoth knows no element for. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "r[style-name='Source Text'] => code",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='HTML Code'] => code",
  "r[style-name='HTML Keyboard'] => kbd",
];

/** Parts that hold text and what it refers to; pictures and fonts are never unpacked. */
const PART =
  /^(?:\[Content_Types\]\.xml|_rels\/[^/]*\.rels|docProps\/core\.xml|word\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/i;

/** What a part leads to. */
const TARGET = /\bTarget\s*=\s*("[^"<>]*"|'[^'<>]*')/g;

/** Relations without addresses too long to be written: each link to one would have it in its HTML. */
const withoutLong = (xml: string): string =>
  xml.replace(TARGET, (said, { length }: string) => (length > MAX_ADDRESS_BYTES ? 'Target=""' : said));

/**
 * Reads a Word document: its parts are unpacked under a cap, turned into HTML by mammoth and converted as a page of
 * which everything is content. No external file is read; a part with a document type is refused, because no maker
 * writes one. Pictures have no address: their alternative text stands for them, unless `images` is `none`.
 */
export async function readDocx(
  { bytes, url }: DocumentBytes,
  options: ConvertOptions,
  invisible: InvisibleCounts,
): Promise<ReadDocument> {
  const archive = new Archive(bytes);
  const decoder = new TextDecoder();
  const texts = new Map<string, string>();
  for (const name of archive.names) {
    const xml = PART.test(name) ? decoder.decode(archive.read(name)) : undefined;
    if (xml !== undefined) texts.set(name, /\.rels$/i.test(name) ? withoutLong(xml) : xml);
  }
  if ([...texts.values()].some((xml) => xml.includes('<!DOCTYPE'))) return malformed();
  const removed: RemovedBlock[] = [];
  const chunks: string[] = [];
  const html = await toHtml(texts, archive, removed, chunks, options.images);
  if (html === null) return malformed();
  const pages = new PagesWithin({ ...options, url }, invisible);
  const content =
    chunks.length === 0
      ? contentOfPage(convertHtml(html, { ...options, url, scope: 'full' }, { invisible }))
      : pages.readAll(withChunks(html, chunks), 'w:altChunk');
  return {
    content,
    page: coreProperties(archive),
    encoding: 'binary',
    readBytes: archive.readBytes,
    removed: [...removed, ...pages.removed],
  };
}

async function toHtml(
  texts: Map<string, string>,
  archive: Archive,
  removed: RemovedBlock[],
  chunks: string[],
  images: ConvertOptions['images'],
): Promise<string | null> {
  const formulas: string[] = [];
  const styles = readStyles(usualXml(texts.get('word/styles.xml') ?? ''));
  const visible = visibleParts(texts, styles, removed);
  const counter = new ListCounter(readNumbering(usualXml(texts.get('word/numbering.xml') ?? '')));
  for (const [name, xml] of visible) {
    const isMain = xml.includes('<w:body');
    const relations = texts.get(relationsName(name)) ?? '';
    const whole = isMain ? withChunkMarks(xml, name, relations, archive, chunks) : xml;
    const numbered = isMain ? withParagraphMarks(whole, styles, counter) : whole;
    visible.set(name, numbered.includes('<m:oMath') ? withMathMarks(numbered, formulas) : numbered);
  }
  // What mammoth makes of an archive for itself, with the parts that were unpacked under the cap.
  const file = {
    exists: (name: string) => visible.has(name),
    read: async (name: string) => visible.get(name) ?? '',
  };
  try {
    const { value, messages } = await mammoth.convertToHtml(
      { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0],
      {
        styleMap: [...STYLES, ...headingStyles(styles)],
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    for (const block of unread(messages, texts.get('word/comments.xml') ?? '')) removed.push(block);
    for (const block of runningText(visible)) removed.push(block);
    return withFormulas(withNumbers(value), formulas).replace(/<img\b([^<>]*)>/g, (_, attributes: string) =>
      images === 'none' ? '' : (/\balt="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    );
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}

/** What of a document is not written: elements that mammoth does not know, each once, and comments of readers. */
function unread(messages: readonly { readonly message: string }[], comments: string): RemovedBlock[] {
  const names = messages.flatMap(({ message }) => UNKNOWN_ELEMENT.exec(message)?.[1] ?? []);
  const elements = [...new Set(names)].map((name) => ({ element: name, text: '' }));
  const said = comments.split('<w:comment ').slice(1);
  const texts = said.map((comment) => ({
    element: 'w:comment',
    text: plainText(comment.slice(comment.indexOf('>') + 1)),
  }));
  return [...elements, ...texts].map((block) => ({ step: 'construct', ...block }));
}

/** Headers and footers of pages, which are no text of the document; a text that comes again is told once. */
function runningText(parts: ReadonlyMap<string, string>): RemovedBlock[] {
  const told = new Set<string>();
  return [...parts].flatMap(([element, xml]) => {
    const place = /^word\/(header|footer)\d*\.xml$/.exec(element)?.[1];
    const text = place === undefined ? '' : plainText(xml);
    if (text === '' || told.has(text)) return [];
    told.add(text);
    return { step: `running-${place as 'header' | 'footer'}` as const, element, text };
  });
}

/** The text of a part, paragraphs apart. */
const plainText = (xml: string): string =>
  decodeXML(xml.replace(/<\/w:p>/g, ' ').replace(/<[^<>]*>/g, '')).trim();

const UNKNOWN_ELEMENT = /^An unrecognised element was ignored: (\S+)/;
