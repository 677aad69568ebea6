#!/usr/bin/env node
// Takes the pictures of the README: the playground with the sample article, in both themes, in a real browser from the built
// product (`npm run build` first). usage: node scripts/pictures.mjs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../build/rendering/find-browser.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const FOLDER = path.join(root, '.github', 'pictures');
/** As wide as a README is shown; pixels. */
const WINDOW = { width: 1280, height: 860 };

/** Starts a service with an empty store; resolves to the address with keys that it prints, and what ends it. */
async function startService(folder) {
  const env = {
    ...process.env,
    PORT: '0',
    PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'pagemark.db')}`,
    PAGEMARK_BROWSER: 'off',
  };
  // Keys are told to a terminal alone.
  const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
  const child = spawn(process.execPath, [...asTerminal, path.join(root, 'dist/cli/main.js'), 'serve'], {
    env,
  });
  child.stderr.pipe(process.stderr);
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/\S+#key=\S+/.exec(line)?.[0];
    if (address !== undefined)
      return {
        address,
        async stop() {
          child.stdout.resume();
          child.kill();
          await once(child, 'exit');
        },
      };
  }
  throw new Error('Build the product first (npm run build): the service printed no address with a key');
}

async function takePicture(browser, address, colorScheme) {
  const page = await browser.newPage({ colorScheme, viewport: WINDOW, reducedMotion: 'reduce' });
  await page.goto(address);
  await page.click('[data-sample=html]');
  await page.waitForSelector('#result:not([hidden])');
  // The second time, as a service that has run for a while answers.
  await page.click('#ask-convert');
  await page.waitForSelector('#past-count >> text=2');
  await page.evaluate('document.activeElement.blur(), scrollTo(0, 0)');
  await page.screenshot({ path: path.join(FOLDER, `playground-${colorScheme}.png`) });
  await page.close();
}

const found = await findBrowser({ mode: 'auto' });
if (found === null) throw new Error('Install a Chromium first: apt-get install chromium-headless-shell');
const executablePath = await found.executablePath();
mkdirSync(FOLDER, { recursive: true });
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args });
const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-pictures-'));
const service = await startService(folder);
try {
  for (const colorScheme of ['light', 'dark']) await takePicture(browser, service.address, colorScheme);
} finally {
  await Promise.all([browser.close(), service.stop()]);
  rmSync(folder, { recursive: true, force: true });
}
