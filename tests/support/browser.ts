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

/** The Chromium that `PAGEMARK_BROWSER` names, as for the service; null where there is none, and its tests are left out. */
export async function findTestBrowser(): Promise<string | null> {
  const { browser } = loadConfig({ PAGEMARK_BROWSER: process.env.PAGEMARK_BROWSER });
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
