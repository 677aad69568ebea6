import type { PageTask } from '../../src/conversion/ports.ts';

/** What a pool is given for a page, with the defaults of a call. */
export function pageTask(html: string, url = 'https://example.com/'): PageTask {
  return {
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html',
    url,
    status: 200,
    format: 'markdown',
    options: {},
    wantMetadata: false,
    wantDiagnostics: false,
  };
}
