/** A request as it is shown and sent. */
export interface ShownRequest {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Name of the file that is the body, in place of `body`. */
  readonly file?: string | undefined;
  /** The answer is a stream that is shown as it comes. */
  readonly isStream: boolean;
}

/** The file of examples. */
export const EXAMPLE_FILE = 'report.pdf';

/** The request as a command for a POSIX shell. Values of headers may name variables of the environment. */
export function curlOf({ method, address, headers, body, file, isStream }: ShownRequest): string {
  const flags = isStream ? '-sN' : '-s';
  const isBare = body === null && file === undefined;
  const lines = [
    `curl ${flags}${isBare && method !== 'GET' ? ` -X ${method}` : ''} ${quoted(address)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${headerOf(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
    ...(file === undefined ? [] : [`--data-binary ${quoted(`@${file}`)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A word of a shell: in single quotes nothing is special but the quote itself (POSIX, 2.2.2). */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const headerOf = (line: string) => (line.includes('$') ? `"${line}"` : quoted(line));
