import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { builtFile } from '../../built-file.ts';
import { matchingTag } from '../answer-coding.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';

/**
 * Scripts and styles from this service alone, none inline; no string is ever made into markup (Trusted Types without a
 * policy), so that no text of a page can become script. Images of a converted page load only when a person asks.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' http: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** `GET /` and the files of its page, from memory. */
export function playgroundRoute(app: HttpApp, _deps: HttpDeps): void {
  for (const { url, contentType, etag, bytes } of readPlaygroundFiles()) {
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const held = matchingTag(request.headers['if-none-match'], etag);
        reply.headers({
          etag: held ?? etag,
          'cache-control': 'no-cache',
          'cross-origin-opener-policy': 'same-origin',
        });
        reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
        if (held !== null) return reply.code(304).send();
        return reply.type(contentType).send(bytes);
      },
    });
  }
}

/** A file that the playground's page loads, held in memory. */
interface PlaygroundFile {
  /** Where it is served. */
  readonly url: string;
  readonly contentType: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Reads the playground from the built product: its page at `/`, everything else under `/assets/playground/`. */
function readPlaygroundFiles(folder = builtFile('playground')): readonly PlaygroundFile[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const contentType = TYPES[path.extname(name)];
      if (contentType === undefined) return [];
      const bytes = readFileSync(path.join(folder, name));
      return {
        url: name === 'index.html' ? '/' : `/assets/playground/${name}`,
        contentType,
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
        bytes,
      };
    });
}
