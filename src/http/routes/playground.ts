import { builtFile } from '../../built-file.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { readStaticFiles, type StaticFile, sendStaticFile, staticFile } from '../static-files.ts';

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

/**
 * `GET /`, the files of its page under `/assets/playground/` and those of every page under `/assets/site/`, from memory. The
 * icon is also where browsers and readers of links look for it.
 */
export function playgroundRoute(app: HttpApp, { ai }: HttpDeps): void {
  for (const folder of ['playground', 'site'])
    for (const built of readStaticFiles(builtFile(folder))) {
      const file = built.name === 'index.html' ? saysWhetherModel(built, ai.model !== 'extractive') : built;
      for (const url of addressesOf(folder, file.name))
        app.route({
          method: 'GET',
          url,
          schema: { hide: true },
          handler: async (request, reply) => sendStaticFile(request, reply, file, CONTENT_SECURITY_POLICY),
        });
    }
}

function addressesOf(folder: string, name: string): readonly string[] {
  if (name === 'index.html') return ['/'];
  return [`/assets/${folder}/${name}`, ...(name === 'icon.svg' ? ['/favicon.svg'] : [])];
}

/** The page with what its AI pane says before anybody asks: whether a language model answers here. */
function saysWhetherModel({ name, bytes }: StaticFile, hasModel: boolean): StaticFile {
  const content = hasModel ? 'model' : 'extractive';
  return staticFile(
    name,
    bytes
      .toString()
      .replace('name="pagemark-ai" content="unknown"', `name="pagemark-ai" content="${content}"`),
  );
}
