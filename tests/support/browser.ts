import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../src/rendering/find-browser.ts';

/** Our own flags: no background traffic; the sandbox is only given up where it cannot work (root). */
const FLAGS = [
  '--headless=new',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--no-first-run',
];

/** The Chromium that tests use, or null with one loud line where there is none; with `CI=true` that is an error. */
export async function findTestBrowser(): Promise<string | null> {
  const executablePath = await executable();
  if (executablePath === null) leaveOut(new Error('no Chromium found'));
  return executablePath;
}

/** The one that `PAGEMARK_BROWSER=auto` finds. */
async function executable(): Promise<string | null> {
  return (await findBrowser({ mode: 'auto' }))?.executablePath() ?? null;
}

function leaveOut(error: Error): void {
  if (process.env.CI === 'true') throw error;
  console.error(
    `LEFT OUT: browser tests (${error.message.split('\n', 1)[0]}). Install one: apt-get install chromium-headless-shell`,
  );
}

/**
 * Chromium for tests of pages that people see. Null with one loud line where there is none; with `CI=true` that is an
 * error, because there nothing may be left out.
 */
export async function launchBrowser(): Promise<Browser | null> {
  const executablePath = await executable();
  try {
    if (executablePath === null) throw new Error('no Chromium found');
    const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
    return await chromium.launch({ executablePath, args, timeout: 0 });
  } catch (error) {
    leaveOut(error as Error);
    return null;
  }
}
