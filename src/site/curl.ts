/** A request as it is shown and sent. */
export interface ShownRequest {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The answer is a stream that is shown as it comes. */
  readonly isStream: boolean;
}

/** The request as a command for a POSIX shell. Values of headers may name variables of the environment. */
export function curlOf({ method, address, headers, body, isStream }: ShownRequest): string {
  const flags = isStream ? '-sN' : '-s';
  const lines = [
    `curl ${flags}${body === null && method !== 'GET' ? ` -X ${method}` : ''} ${quoted(address)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${headerOf(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A word of a shell: in single quotes nothing is special but the quote itself (POSIX, 2.2.2). */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const headerOf = (line: string) => (line.includes('$') ? `"${line}"` : quoted(line));
