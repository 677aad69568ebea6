/** What bytes were decoded to, and the WHATWG name (lower case) of the encoding that was used. */
export interface DecodedHtml {
  readonly text: string;
  readonly encoding: string;
}

/** Decodes a page. First version: UTF-8. */
export function decodeHtml(bytes: Uint8Array, _contentType?: string): DecodedHtml {
  return { text: new TextDecoder('utf-8').decode(bytes), encoding: 'utf-8' };
}
