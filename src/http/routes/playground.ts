import { matchingTag } from '../answer-coding.ts';
import type { HttpDeps } from '../deps.ts';
import type { HttpApp } from '../http-app.ts';
import { readPlaygroundFiles } from '../playground-files.ts';

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
