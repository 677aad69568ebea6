import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { lazy } from '../core/lazy.ts';
import type { FoundBrowser } from './find-browser.ts';
import { interceptRequests } from './interception.ts';
import { LAUNCH_FLAGS } from './launch-flags.table.ts';
import { groupOf, isDead, killGroup, usageOfGroup } from './process-group.ts';
import { createProfileFolder, type ProfileFolder } from './profile-folder.ts';
import { dropUnheardEvents } from './unheard-events.ts';

/**
 * Time that a browser gets to start, in milliseconds: more than a call has by default, so that on a slow machine the call ends
 * by its own deadline and the browser is there for the next one.
 */
const LAUNCH_TIMEOUT_MS = 120_000;
/** How long the driver is given to tell of the end of a browser after that of its pages, in milliseconds. */
const GOING_MS = 1000;

/** A running Chromium with all its processes. */
export type BrowserProcess = Awaited<ReturnType<typeof launchBrowser>>;

/** True when Chromium's own sandbox cannot work and is given up: it does not start as root. */
export function runsWithoutSandbox(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Starts a browser that has no network by itself: its default proxy is a name that does not resolve, and each
 * context gets a gate. The driver is loaded here and nowhere else. `documentBytes`: of the longest document that is read. Rejects with the driver's error.
 */
export async function launchBrowser(found: FoundBrowser, documentBytes: number) {
  const { chromium } = await import('playwright-core');
  const folder = await createProfileFolder();
  let context: BrowserContext | undefined;
  try {
    context = await chromium.launchPersistentContext(await profileIn(folder.dir), {
      executablePath: await found.executablePath(),
      ignoreDefaultArgs: true,
      args: launchArguments(folder.dir),
      env: browserEnvironment(folder.dir),
      timeout: LAUNCH_TIMEOUT_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...{ artifactsDir: folder.dir },
    });
    const browser = context.browser();
    if (browser === null) throw new Error('The driver gave no browser');
    dropUnheardEvents(browser, documentBytes);
    return await watch(browser, context, folder);
  } catch (error) {
    await context?.close().catch(() => undefined);
    await folder.remove();
    throw error;
  }
}

/** The profile of a browser, in which a PDF that a page leads to is a file: the whole browser would show it in place of the page. */
async function profileIn(dir: string): Promise<string> {
  const profile = path.join(dir, 'profile');
  const settings = path.join(profile, 'Default');
  await mkdir(settings, { recursive: true });
  const preferences = { plugins: { always_open_pdf_externally: true } };
  await writeFile(path.join(settings, 'Preferences'), JSON.stringify(preferences));
  return profile;
}

async function watch(browser: Browser, own: BrowserContext, folder: ProfileFolder) {
  const session = await browser.newBrowserCDPSession();
  const pid = (await processOf(session, 'browser'))?.id;
  if (pid === undefined) throw new Error('The browser does not tell its process');
  const group = await groupOf(pid);
  await folder.noteBrowser(pid);
  // Once for all pages: what one that is left has begun would answer for those after it.
  const useGate = await interceptRequests(session);
  let isEnded = false;
  const groupUsage = usageOfGroup(group);
  let network = await networkOf(session);
  let toldCpuMs = 0;
  const gone = new Promise<void>((resolve) => {
    if (browser.isConnected()) browser.once('disconnected', () => resolve());
    else resolve();
  });
  const end = lazy(async (): Promise<void> => {
    isEnded = true;
    killGroup(group);
    await gone;
    await folder.remove().catch(() => undefined);
  });
  void gone.then(end);
  return {
    browser,
    /** Of the process. */
    pid,
    /** Gives this gate its credentials, until the next one. */
    useGate,
    /** False once it has ended, by whatever cause. */
    get alive(): boolean {
      return !isEnded && browser.isConnected();
    },
    /** Whether its process is there no more, which the driver may not know yet, or another one does its network than before. */
    async hasDied(): Promise<boolean> {
      if (!browser.isConnected() || (await isDead(pid))) return true;
      const asked = networkOf(session).catch(() => network);
      const now = await Promise.race([asked, sleep(GOING_MS, network, { ref: false })]);
      network ??= now;
      return now !== network;
    },
    /** Whether it has ended, or does now: its pages are gone a little earlier. */
    async endsSoon(): Promise<boolean> {
      await Promise.race([gone, sleep(GOING_MS)]);
      return !browser.isConnected();
    },
    /** Resident bytes of all its processes, and their CPU since the last call; 0 where the system does not tell. */
    async usage() {
      const { rssBytes, cpuMs } = await groupUsage();
      const sinceMs = Math.max(0, cpuMs - toldCpuMs);
      toldCpuMs += sinceMs;
      return { rssBytes, cpuMs: sinceMs };
    },
    /** Closes every context but its own. */
    async closeContexts(): Promise<void> {
      await Promise.all(browser.contexts().map((context) => (context === own ? undefined : context.close())));
    },
    /** Kills all its processes and removes its folder. Idempotent; never rejects. */
    end,
  };
}

async function processOf(session: CDPSession, wanted: string) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type.startsWith(wanted));
}

/** The process that does the network of a browser, which a browser begins anew when it ends; undefined where there is none of its own. */
const networkOf = async (session: CDPSession): Promise<number | undefined> =>
  (await processOf(session, 'network'))?.id;

function launchArguments(dir: string): string[] {
  return [
    ...LAUNCH_FLAGS.map(({ flag }) => flag),
    ...(runsWithoutSandbox() ? ['--no-sandbox'] : []),
    // A name that resolves nowhere: what does not belong to a context of ours reaches nothing.
    '--proxy-server=http://no-gate.invalid:80',
    `--user-data-dir=${path.join(dir, 'profile')}`,
    `--disk-cache-dir=${path.join(dir, 'cache')}`,
  ];
}

/** Only what a browser needs: none of the service's secrets are in the environment of a process that runs page code. */
function browserEnvironment(dir: string): Record<string, string> {
  const kept = 'PATH LANG LC_ALL LD_LIBRARY_PATH FONTCONFIG_PATH FONTCONFIG_FILE SystemRoot'.split(' ');
  const inherited = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), HOME: dir, TMPDIR: dir, TZ: 'UTC' };
}
