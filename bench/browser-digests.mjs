// Digests of conversions by `dist/core.js` in a real browser, for `determinism.mjs --browser PATH`.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const CORE = fileURLToPath(new URL('../dist/core.js', import.meta.url));
/** A browser does not start its sandbox for root. */
const ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** In the browser: converts every input that the server has, by a module of it, and returns pairs of id and digest. */
async function convertAll(core) {
  const { convertHtml } = await import(core);
  const digests = [];
  for (const { id, url, contentType } of await (await fetch('/inputs')).json()) {
    const html = new Uint8Array(await (await fetch(`/inputs/${digests.length}`)).arrayBuffer());
    const { markdown, text, metadata, outcome } = convertHtml(html, { url, contentType });
    const written = new TextEncoder().encode(JSON.stringify([markdown, text, metadata, outcome]));
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', written));
    digests.push([id, [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('')]);
  }
  return digests;
}

/** Digests of inputs `{ id, url, html, contentType }` as `[id, hexadecimal SHA-256]`, and the name of the browser. */
export async function digestsInBrowser(inputs, executablePath) {
  const server = createServer((request, response) => {
    const asked = /^\/(?:(core\.js)|(inputs)(?:\/(\d+))?)?$/.exec(request.url);
    const [, core, list, number] = asked ?? [];
    response.setHeader(
      'content-type',
      core ? 'text/javascript' : list ? 'application/octet-stream' : 'text/html',
    );
    if (core) response.end(readFileSync(CORE));
    else if (number) response.end(inputs[number].html);
    else if (list) response.end(JSON.stringify(inputs.map(({ html: _, ...input }) => input)));
    else response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const browser = await chromium.launch({ executablePath, args: ARGS });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return { version: `Chromium ${browser.version()}`, digests: await page.evaluate(convertAll, '/core.js') };
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
