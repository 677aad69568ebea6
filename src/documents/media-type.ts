import { parseUrl } from '../contract/parse-url.ts';
import type { DocumentBytes } from './document.ts';

/** The media type of a Content-Type header in lower case, without parameters; `''` when there is none. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The file ending of a document's address or name in lower case, without its dot; `''` when there is none. */
export function fileEnding({ url, name }: Pick<DocumentBytes, 'url' | 'name'>): string {
  const path = name ?? parseUrl(url)?.pathname ?? '';
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (file === 'dockerfile') return file;
  const dot = file.lastIndexOf('.');
  return dot > 0 ? file.slice(dot + 1) : '';
}
