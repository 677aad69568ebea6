/** The header fields of one response, by lower-case name. */
export interface ResponseHeaders {
  /** All values of a field in the order sent, trimmed; empty when absent. */
  all(name: string): readonly string[];
  /** The values of a list field joined with commas (RFC 9110, 5.3), or `undefined`. */
  joined(name: string): string | undefined;
  /** The first value of a field, or `undefined`. */
  first(name: string): string | undefined;
}

/**
 * Reads the raw name and value pairs of undici. Values are UTF-8 where they are valid UTF-8, else one character
 * per byte (`Location`: percent-encoded), so that they survive in the form the server meant.
 */
export function readHeaders(raw: readonly Buffer[]): ResponseHeaders {
  const fields = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toString('latin1').toLowerCase();
    const values = fields.get(name) ?? [];
    values.push(decodeValue(raw[at + 1]!, name));
    fields.set(name, values);
  }
  const all = (name: string): readonly string[] => fields.get(name) ?? [];
  return {
    all,
    joined: (name) => (all(name).length === 0 ? undefined : all(name).join(', ')),
    first: (name) => all(name)[0],
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeValue(bytes: Buffer, name: string): string {
  try {
    return utf8.decode(bytes).trim();
  } catch {
    const text = bytes.toString('latin1').trim();
    return name === 'location' ? escapeBytes(text) : text;
  }
}

/** A Location in a legacy encoding means its bytes, not the characters that they would be in Latin-1. */
function escapeBytes(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
