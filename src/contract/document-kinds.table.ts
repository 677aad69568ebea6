/** A kind of document that is read. */
interface KindFacts {
  /** What people call it, with its article. */
  readonly name: string;
  /** Endings of its files, without the dot. */
  readonly endings: string;
  /** Its media types; `+json` and `+xml` are read from the suffix (RFC 6839). */
  readonly types: string;
  /** What its bytes are where they are no text. `zip`: an archive, which says its media type. */
  readonly format?: 'pdf' | 'zip';
  /** Of a package (ECMA-376, part 2), which does not say it: how the name of its main part begins. */
  readonly part?: string;
}

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Every kind of document, in the order in which they are named. */
export const DOCUMENT_KINDS = {
  html: {
    name: 'HTML',
    endings: 'html htm xhtml xht',
    types: 'text/html application/xhtml+xml',
  },
  pdf: { name: 'PDF', endings: 'pdf', types: 'application/pdf application/x-pdf', format: 'pdf' },
  docx: {
    name: 'DOCX',
    endings: 'docx docm dotx',
    types: `${OFFICE}.wordprocessingml.document ${OFFICE}.wordprocessingml.template application/vnd.ms-word.document.macroenabled.12`,
    format: 'zip',
    part: 'word/document',
  },
  xlsx: {
    name: 'XLSX',
    endings: 'xlsx xlsm xltx',
    types: `${OFFICE}.spreadsheetml.sheet ${OFFICE}.spreadsheetml.template application/vnd.ms-excel.sheet.macroenabled.12`,
    format: 'zip',
    part: 'xl/workbook',
  },
  ods: {
    name: 'ODS',
    endings: 'ods ots',
    types: `${OPEN_DOCUMENT}.spreadsheet ${OPEN_DOCUMENT}.spreadsheet-template`,
    format: 'zip',
  },
  csv: {
    name: 'CSV',
    endings: 'csv tsv',
    // A browser on Windows calls it by the program that opens it.
    types:
      'text/csv application/csv text/x-csv text/comma-separated-values text/tab-separated-values application/vnd.ms-excel',
  },
  pptx: {
    name: 'PPTX',
    endings: 'pptx pptm ppsx potx',
    types: `${OFFICE}.presentationml.presentation ${OFFICE}.presentationml.slideshow ${OFFICE}.presentationml.template application/vnd.ms-powerpoint.presentation.macroenabled.12`,
    format: 'zip',
    part: 'ppt/presentation',
  },
  odt: {
    name: 'ODT',
    endings: 'odt ott',
    types: `${OPEN_DOCUMENT}.text ${OPEN_DOCUMENT}.text-template`,
    format: 'zip',
  },
  epub: { name: 'EPUB', endings: 'epub', types: 'application/epub+zip', format: 'zip' },
  notebook: {
    name: 'Jupyter notebook',
    endings: 'ipynb',
    types: 'application/x-ipynb+json application/ipynb+json',
  },
  markdown: {
    name: 'Markdown',
    endings: 'md markdown mdown mkd mkdn mdx rmd qmd',
    types: 'text/markdown text/x-markdown text/vnd.daringfireball.markdown application/markdown',
  },
  text: { name: 'text', endings: 'txt text log', types: 'text/plain' },
  code: {
    name: 'program text',
    endings: 'xml yaml yml',
    types:
      'application/xml application/javascript application/ecmascript application/typescript application/yaml application/x-yaml application/toml application/sql application/graphql application/x-sh',
  },
  json: {
    name: 'JSON',
    endings: 'json jsonl ndjson',
    types:
      'application/json text/json application/x-ndjson application/ndjson application/jsonl application/json-seq',
  },
  feed: {
    name: 'RSS or Atom',
    endings: 'rss atom',
    types: 'application/rss+xml application/atom+xml application/rdf+xml application/feed+json',
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

/** What a document can be; `html` is the core's own input. */
export type DocumentKind = keyof typeof DOCUMENT_KINDS;

/** What a kind is, with the fields that few kinds have. */
export const factsOf = (kind: DocumentKind): KindFacts => DOCUMENT_KINDS[kind];

const ALL = Object.keys(DOCUMENT_KINDS) as DocumentKind[];

/** A field of several words of every kind, by each word. */
function byWord(field: 'endings' | 'types'): ReadonlyMap<string, DocumentKind> {
  return new Map(
    ALL.flatMap((kind) =>
      factsOf(kind)
        [field].split(' ')
        .map((word) => [word, kind] as const),
    ),
  );
}

/** Kinds by the media types that name them. */
export const KIND_OF_TYPE = byWord('types');

/** Kinds by the endings of their files. */
export const KIND_OF_ENDING = byWord('endings');

/** Files of which every package has one: they say what its parts are, and what leads to them. */
const PACKAGE = /^(?:\[Content_Types\]\.xml|_rels\/\.rels)$/i;

/** The kind of an archive, by the media type that it says, else by the names of its parts; null for another one. */
export function kindOfArchive(names: readonly string[], type: string): DocumentKind | null {
  const said = KIND_OF_TYPE.get(type);
  if (said !== undefined && factsOf(said).format === 'zip') return said;
  if (!names.some((name) => PACKAGE.test(name))) return null;
  const has = (part: string | undefined) => part !== undefined && names.some((name) => name.startsWith(part));
  return ALL.find((kind) => has(factsOf(kind).part)) ?? null;
}

/** The kinds, for people: `HTML, PDF, … or Atom`. */
export const KIND_NAMES = ALL.map((kind) => factsOf(kind).name).join(', ');
