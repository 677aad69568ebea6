import { deflateRawSync } from 'node:zlib';

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (inner: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
const CORE = `<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Rivers &amp; Bridges</dc:title>
<dc:creator>Ada Stream</dc:creator><dcterms:created>2024-03-05T10:00:00Z</dcterms:created></cp:coreProperties>`;
const STYLES = `<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Night"><w:name w:val="By night"/><w:basedOn w:val="H2"/></w:style>
<w:style w:type="paragraph" w:styleId="Part"><w:name w:val="Part"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="character" w:styleId="Unseen"><w:name w:val="unseen"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Based"><w:name w:val="based"/><w:basedOn w:val="Unseen"/></w:style>
<w:style w:type="character" w:styleId="White"><w:name w:val="white"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Marked"><w:name w:val="marked"/><w:rPr><w:highlight w:val="red"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Outside"><w:name w:val="outside"/><w:pPr><w:ind w:left="-15000"/></w:pPr></w:style>
<w:style w:type="table" w:styleId="Filled"><w:name w:val="filled"/><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr></w:tblStylePr></w:style>
${['Preformatted Text', 'Quotations', 'Block Text'].map((name) => `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name}"/></w:style>`).join('\n')}
<w:style w:type="character" w:styleId="SourceText"><w:name w:val="Source Text"/></w:style></w:styles>`;
const level = (format: string, inner = format) =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="${inner}"/><w:lvlText w:val="%1.%2"/></w:lvl>`;
const NUMBERING = `<?xml version="1.0"?><w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:abstractNum w:abstractNumId="0">${level('bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level('decimal')}</w:abstractNum>
<w:abstractNum w:abstractNumId="2">${level('upperRoman', 'lowerLetter')}</w:abstractNum>
<w:abstractNum w:abstractNumId="3">${level('bullet').replaceAll(/%1(?:\.%2|\.)/g, ' ')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num></w:numbering>`;

/** A Word document around the paragraphs and tables of its body; link ids: `map` (https), `bad` (a script); of a picture: `photo`; of `chunk`: `chunk`; `main`: its part. */
export function docxOf(
  body: string,
  prologue = '',
  more: readonly (readonly [string, string])[] = [],
  chunk = 'chunk.html',
  main = 'document',
): Uint8Array {
  const document = `<?xml version="1.0"?>${prologue}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`;
  const relation = (id: string, type: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
  const external = ' TargetMode="External"';
  const parts: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', TYPES.replace('word/document', `word/${main}`)],
    ['_rels/.rels', relationships(relation('r1', 'officeDocument', `word/${main}.xml`))],
    ['docProps/core.xml', CORE],
    [`word/${main}.xml`, document],
    ['word/styles.xml', STYLES],
    ['word/numbering.xml', NUMBERING],
    ...more,
    [
      `word/_rels/${main}.xml.rels`,
      relationships(
        relation('s', 'styles', 'styles.xml') +
          relation('n', 'numbering', 'numbering.xml') +
          relation('map', 'hyperlink', 'https://example.com/map', external) +
          relation('bad', 'hyperlink', 'javascript:alert(1)', external) +
          relation('photo', 'image', 'media/photo.png') +
          relation('chunk', 'aFChunk', chunk),
      ),
    ],
  ];
  return zipOf(parts.map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}

/** A paragraph of Word in a style (`H1`, `H2`) or a list (1: bullets, 2: numbers, 3: the same from 7 on, 4: `I.` and `I.a`, 5: no sign). */
export function paragraph(inner: string, style = '', list = 0, depth = 0): string {
  const marks =
    (style === '' ? '' : `<w:pStyle w:val="${style}"/>`) +
    (list === 0 ? '' : `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);
  return `<w:p><w:pPr>${marks}</w:pPr>${inner}</w:p>`;
}

/** A picture of Word with an alternative text. */
export function picture(id: string, alt: string): string {
  const pic = `<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`;
  const graphic = `<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData>${pic}</a:graphicData></a:graphic>`;
  return `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="p" descr="${alt}"/>${graphic}</wp:inline></w:drawing></w:r>`;
}

/** Text of Word; `mark` is an element of its properties, such as `<w:b/>`. */
export function run(text: string, mark = ''): string {
  return `<w:r><w:rPr>${mark}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A ZIP archive of deflated files. Its check sums are zero: readers here do not look at them. */
export function zipOf(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    locals.push(local);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, place, Buffer.from(name)]));
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]));
}
