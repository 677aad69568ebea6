import { FILE_NAME_MAX_CHARACTERS } from '../contract/convert.ts';
import { invalid, type ServiceError } from '../contract/failure.ts';
import type { GivenFile } from '../conversion/given-page.ts';
import type { PageBytes } from '../conversion/ports.ts';

/** Longest head of a part in bytes; those of browsers have some hundred, Node allows 16 KiB for a whole request. */
const MAX_HEAD_BYTES = 8192;
/** RFC 2046, 5.1.1: 1 to 70 of these characters, the last no blank. Unquoted, mail libraries for Java write `=` in it too. */
const BOUNDARY =
  /;[ \t]*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'+./:=?-]{1,70}))[ \t]*(?:;|$)/i;

/** What is around the file in a body, at most: its head, and two lines of a boundary. */
export const MULTIPART_FRAMING_BYTES = MAX_HEAD_BYTES + 512;

interface FilePart extends GivenFile {
  /** The field of the form, '' where it has no name. */
  readonly field: string;
}

/** Reads a body of `multipart/form-data` that has exactly one part, a file. Throws what `readForm` throws. */
export function readMultipartFile(body: PageBytes, contentType: string): FilePart {
  const file = readForm(body, contentType, 1)[0]!;
  // A field with a text has neither.
  if (file.name === undefined && file.contentType === undefined)
    throw refused(
      `Send a file with its name or its type: the field ${JSON.stringify(file.field.slice(0, 100))} has neither`,
    );
  return file;
}

/**
 * Reads the parts of a body of `multipart/form-data` (RFC 7578). Throws `invalid_request` for one without a usable boundary,
 * with no part or more than `most`, with a part that is no form field, nested or encoded, and for one that is cut.
 */
export function readForm(body: PageBytes, contentType: string, most: number): readonly FilePart[] {
  const boundary = boundaryOf(contentType);
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: FilePart[] = [];
  let start: number | 'last' = startOfHead(whole, delimiter);
  while (start !== 'last') {
    if (parts.length === most) throw tooManyParts(most);
    const headEnd = whole.subarray(start, start + MAX_HEAD_BYTES).indexOf('\r\n\r\n');
    if (headEnd === -1) throw headless(whole.length - start);
    const head = readHead(whole.toString('utf8', start, start + headEnd));
    const from = start + headEnd + 4;
    const { to, next } = endOfContent(whole, from, delimiter);
    parts.push({ ...head, bytes: body.slice(from, to) });
    start = next;
  }
  return parts;
}

function tooManyParts(most: number): ServiceError {
  const wanted =
    most === 1
      ? 'Send one part, the file; options are parameters of the query: the form has several parts'
      : `Send at most ${most} parts: the form has more`;
  return refused(wanted);
}

function boundaryOf(contentType: string): string {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? token;
  if (boundary !== undefined) return boundary;
  throw refused(
    'Let your HTTP client set the Content-Type of a form: its boundary is missing or not 1 to 70 characters of RFC 2046',
  );
}

/** Where the head of the first part begins: behind the boundary's first line, which begins the body. */
function startOfHead(whole: Buffer, delimiter: Buffer): number {
  // Some clients begin with the line end that belongs to the boundary.
  const at = whole.toString('latin1', 0, 2) === '\r\n' ? 2 : 0;
  const begins = whole.subarray(at, at + delimiter.length).equals(delimiter);
  if (!begins) throw refused('Begin the body with the boundary that Content-Type names: it begins otherwise');
  const end = lineEnd(whole, at + delimiter.length);
  if (end === 'last') throw refused('Put the file into the form as its one part: it has none');
  if (end === null) throw refused('Begin the body with the boundary on a line of its own: more stands on it');
  return end;
}

/** What follows a boundary: where the next line begins, `last` for the form's end, null where it is none. */
function lineEnd(whole: Buffer, at: number): number | 'last' | null {
  if (whole.toString('latin1', at, at + 2) === '--') return 'last';
  let next = at;
  while (whole[next] === 0x20 || whole[next] === 0x09) next++;
  return whole.toString('latin1', next, next + 2) === '\r\n' ? next + 2 : null;
}

function headless(left: number): ServiceError {
  return left > MAX_HEAD_BYTES
    ? refused(`Give the part at most ${MAX_HEAD_BYTES} bytes of header fields and a blank line behind them`)
    : refused('Send the whole body: it ends within the header fields of its part');
}

function readHead(text: string): Omit<FilePart, 'bytes'> {
  const fields = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined)
      throw refused(
        `Write header fields of the part as "Name: value"; one is ${JSON.stringify(line.slice(0, 100))}`,
      );
    fields.set(name.toLowerCase(), value.trim());
  }
  const disposition = fields.get('content-disposition') ?? '';
  if (readDisposition(disposition).type !== 'form-data')
    throw refused('Give the part the field "Content-Disposition: form-data": it has none');
  const contentType = fields.get('content-type');
  if (/^multipart\//i.test(contentType ?? ''))
    throw refused('Send the file itself as the part: a form within the form is not read');
  const encoding = fields.get('content-transfer-encoding') ?? 'binary';
  if (!/^(?:binary|[78]bit)$/i.test(encoding))
    throw refused(
      `Send the part as it is, without Content-Transfer-Encoding; it is ${JSON.stringify(encoding.slice(0, 100))}`,
    );
  const field = readDisposition(disposition).parameters.get('name') ?? '';
  return { contentType, name: fileNameOf(disposition), field };
}

/** Where the content ends, at a boundary, and where the head of the next part begins. */
function endOfContent(
  whole: Buffer,
  from: number,
  delimiter: Buffer,
): { readonly to: number; readonly next: number | 'last' } {
  const line = Buffer.concat([Buffer.from('\r\n'), delimiter]);
  // An empty content shares its line end with the head.
  for (let at = whole.indexOf(line, from - 2); at !== -1; at = whole.indexOf(line, at + line.length)) {
    const end = lineEnd(whole, at + line.length);
    if (end !== null) return { to: Math.max(at, from), next: end };
  }
  throw refused('Send the whole body: the last boundary of the form is missing');
}

const refused = (message: string): ServiceError => invalid(`${message}.`);

/** A parameter of a field: its name, then its value as a quoted string or as a token (RFC 9110, 5.6.6). */
const PARAMETER = /;[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** The type of a Content-Disposition in lower case, and its parameters by their names in lower case. */
function readDisposition(field: string): {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
} {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of field.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(["\\])/g, '$1') ?? token);
  }
  return { type: field.split(';', 1)[0]!.trim().toLowerCase(), parameters };
}

/**
 * The file name of a Content-Disposition, without folders: `filename*` in UTF-8 (RFC 8187) before `filename`, in which
 * browsers escape quotes and line ends as `%22`, `%0D` and `%0A` (WHATWG HTML, multipart/form-data encoding algorithm).
 * Undefined where there is none, or none that can be read.
 */
export function fileNameOf(field: string): string | undefined {
  const { parameters } = readDisposition(field);
  const extended = /^utf-8'[\w-]*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1];
  const plain = parameters.get('filename')?.replace(/%(22|0[da])/gi, (code) => decodeURIComponent(code));
  return baseName(decoded(extended) ?? plain ?? '');
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A name as a person may see it: what stands after the last slash, of any system, without control characters. */
function baseName(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const shown = name.replace(/\p{Cc}/gu, '').trim();
  return shown === '' ? undefined : shown.slice(-FILE_NAME_MAX_CHARACTERS).toWellFormed();
}
