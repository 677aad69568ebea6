import { builtFile } from '../built-file.ts';
import { readStaticFiles, type StaticFile, staticFile } from './static-files.ts';

/**
 * Scripts and styles from this service alone, none inline. Swagger UI draws its icons from `data:`, and calls the addresses
 * of the description for who tries an operation out.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self' http: https:",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>pagemark API</title>
    <link rel="icon" href="/assets/site/icon.svg">
    <link rel="stylesheet" href="/docs/static/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/static/swagger-ui-bundle.js"></script>
    <script src="/docs/static/start.js"></script>
  </body>
</html>
`;

/** Without a validator: nothing of an installation is sent elsewhere. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** The page that shows the description, and what it loads (Swagger UI, copied by the build), by address. */
export function referenceFiles(): ReadonlyMap<string, StaticFile> {
  const page = staticFile('index.html', PAGE);
  const assets = [...readStaticFiles(builtFile('reference')), staticFile('start.js', START)];
  return new Map([
    ['/docs', page],
    ['/docs/', page],
    ...assets.map((file): [string, StaticFile] => [`/docs/static/${file.name}`, file]),
  ]);
}
