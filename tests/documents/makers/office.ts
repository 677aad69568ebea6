import { zipOf } from './docx.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An archive of texts by name. */
export function archiveOf(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipOf(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}

/** What a part of Office leads to; `external`: an address. */
type Relation = readonly [id: string, type: string, target: string, mode?: 'external'];

/** Relations of a part. */
export function relationsOf(...relations: readonly Relation[]): string {
  const each = relations.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${mode ? ' TargetMode="External"' : ''}/>`,
  );
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

const CORE = `<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="urn:t"><dc:title>Rivers &amp; Bridges</dc:title>
<dc:creator>Ada Stream</dc:creator><dcterms:created>2024-03-05T10:00:00Z</dcterms:created></cp:coreProperties>`;

/** A sheet of a workbook: its XML between `<worksheet>` and its end, or its rows alone. */
interface Sheet {
  readonly name: string;
  readonly xml: string;
  readonly state?: string;
  readonly relations?: string;
}

/** A workbook: styles 1 (a date) to 4 (nothing is shown), texts that cells may share, and parts beside those. */
export function xlsxOf(
  sheets: readonly Sheet[],
  strings: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
) {
  const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="urn:r"';
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="s${i}"/>`,
  );
  return archiveOf({
    '_rels/.rels': relationsOf(['r', 'officeDocument', '/xl/workbook.xml']),
    'docProps/core.xml': CORE,
    'xl/workbook.xml': `<workbook ${MAIN}><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf(
      ['t', 'sharedStrings', 'sharedStrings.xml'],
      ['y', 'styles', 'styles.xml'],
      ...sheets.map((_, i) => [`s${i}`, 'worksheet', `worksheets/sheet${i}.xml`] as const),
    ),
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode=";;;"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="4"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.flatMap(({ xml, relations }, i) => [
        [
          `xl/worksheets/sheet${i}.xml`,
          `<worksheet ${MAIN}>${xml.startsWith('<row') ? `<sheetData>${xml}</sheetData>` : xml}</worksheet>`,
        ],
        ...(relations === undefined ? [] : [[`xl/worksheets/_rels/sheet${i}.xml.rels`, relations]]),
      ]),
    ),
    ...more,
  });
}

/** A document of OpenDocument: what stands in its body and its styles, and parts beside those. */
export function openDocumentOf(
  kind: 'text' | 'spreadsheet',
  body: string,
  styles = '',
  more: Readonly<Record<string, string>> = {},
) {
  const NAMES = ['office', 'style', 'text', 'table', 'draw', 'fo', 'xlink', 'svg', 'meta', 'dc']
    .map((name) => `xmlns:${name}="urn:${name}"`)
    .join(' ');
  return archiveOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'meta.xml': `<office:document-meta ${NAMES}><office:meta><dc:title>Rivers</dc:title><meta:initial-creator>Ada Stream</meta:initial-creator><dc:creator>Bo</dc:creator></office:meta></office:document-meta>`,
    ...more,
  });
}

/** A slide: its shapes, attributes of its root, its relations. */
interface Slide {
  readonly shapes: string;
  readonly attributes?: string;
  readonly relations?: readonly Relation[];
}

/** A presentation of slides 1000 wide and 500 high. */
export function pptxOf(slides: readonly Slide[], more: Readonly<Record<string, string>> = {}) {
  const NAMES = 'xmlns:p="urn:p" xmlns:a="urn:a" xmlns:r="urn:r" xmlns:c="urn:c" xmlns:mc="urn:mc"';
  return archiveOf({
    '_rels/.rels': relationsOf(['r', 'officeDocument', 'ppt/presentation.xml']),
    'docProps/core.xml': CORE,
    'ppt/presentation.xml': `<p:presentation ${NAMES}><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="s${i}"/>`).join('')}</p:sldIdLst><p:sldSz cx="1000" cy="500"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsOf(
      ...slides.map((_, i) => [`s${i}`, 'slide', `slides/slide${i}.xml`] as const),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ shapes, attributes = '', relations = [] }, i) => [
        [
          `ppt/slides/slide${i}.xml`,
          `<p:sld ${NAMES}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
        ],
        [`ppt/slides/_rels/slide${i}.xml.rels`, relationsOf(...relations)],
      ]),
    ),
    ...more,
  });
}

/** A book of chapters by file name; `items` and `spine` are added to its manifest and its order. */
export function epubOf(
  chapters: Readonly<Record<string, string>>,
  {
    items = '',
    guide = '',
    more = {},
  }: { items?: string; guide?: string; more?: Readonly<Record<string, string>> } = {},
) {
  const names = Object.keys(chapters);
  return archiveOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><metadata xmlns:dc="urn:dc"><dc:title>Rivers</dc:title><dc:creator>Ada Stream</dc:creator><dc:date>2020-01-02</dc:date><meta property="dcterms:modified">2021-03-04T00:00:00Z</meta></metadata>
<manifest>${names.map((name, i) => `<item id="c${i}" href="text/${name}" media-type="application/xhtml+xml"${name.startsWith('nav') ? ' properties="nav"' : ''}/>`).join('')}${items}</manifest>
<spine>${names.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine>${guide}</package>`,
    ...Object.fromEntries(
      Object.entries(chapters).map(([name, body]) => [
        `OEBPS/text/${name}`,
        `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title><link rel="stylesheet" href="../book.css"/></head><body>${body}</body></html>`,
      ]),
    ),
    'OEBPS/book.css': '.gone { display: none }',
    ...more,
  });
}
