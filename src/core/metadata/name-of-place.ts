import { parseUrl } from '../../contract/address.ts';
import { plainText } from './plain-text.ts';

const MAX_TITLE = 300;

/** A title for what has none: the file name of its URL, else the host, else the text as it is. Never empty. */
export function nameOfPlace(url: string): string {
  const location = parseUrl(url);
  const file = location?.pathname.split('/').findLast((part) => part !== '') ?? '';
  return (
    plainText(percentDecoded(file), MAX_TITLE) ??
    plainText(location?.hostname ?? url, MAX_TITLE) ??
    'Untitled'
  );
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
