import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { loadConfig } from '../../src/config/config.ts';
import { findBrowser } from '../../src/rendering/find-browser.ts';
import { leftOut } from './left-out.ts';

/** Our own flags: no background traffic; the sandbox is only given up where it cannot work (root). */
const FLAGS = [
  '--headless=new',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

/** How its tests are brought back, by the mode of the setting. */
const HOW = {
  auto: 'apt-get install chromium && npm test',
  off: 'PAGEMARK_BROWSER=auto npm test',
  path: 'PAGEMARK_BROWSER=auto npm test',
} as const;

/** The whole browser, as people have it. */
const WHOLE = '/usr/bin/chromium';

/**
 * The Chromium that `PAGEMARK_BROWSER` names, as for the service; null where there is none, and its tests are left out. Without
 * the setting, `isWhole` takes the whole browser where Debian's is installed: it says and asks more than the shell without a
 * window, which does for all else at half the CPU of a page.
 */
export async function findTestBrowser({ isWhole = false } = {}): Promise<string | null> {
  const { PAGEMARK_BROWSER } = process.env;
  if (isWhole && PAGEMARK_BROWSER === undefined && existsSync(WHOLE)) return WHOLE;
  const { browser } = loadConfig({ PAGEMARK_BROWSER });
  const found = await findBrowser(browser);
  if (found === null) leftOut('what needs Chromium', HOW[browser.mode]);
  return (await found?.executablePath()) ?? null;
}

/** Chromium for tests of pages that people see; null as {@link findTestBrowser} says. */
export async function launchBrowser(): Promise<Browser | null> {
  const executablePath = await findTestBrowser();
  if (executablePath === null) return null;
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  return chromium.launch({ executablePath, args, timeout: 0 });
}
