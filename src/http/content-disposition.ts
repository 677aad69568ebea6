import { FILE_NAME_MAX_CHARACTERS } from '../contract/convert.ts';

/** A parameter of a field: its name, then its value as a quoted string or as a token (RFC 9110, 5.6.6). */
const PARAMETER = /;[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** The type of a Content-Disposition in lower case, and its parameters by their names in lower case. */
export function readDisposition(field: string): {
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
