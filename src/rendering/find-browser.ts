import { createRequire } from 'node:module';
import { isExecutable } from '../executable-file.ts';

/** `PAGEMARK_BROWSER`. */
export type BrowserSetting =
  | { readonly mode: 'auto' | 'off' }
  | { readonly mode: 'path'; readonly executablePath: string };

/** A Chromium on this machine. */
export interface FoundBrowser {
  /** `setting`, `system`, or the package that carries it. */
  readonly from: 'setting' | 'system' | '@sparticuz/chromium';
  /** Where it is; a package unpacks it first. */
  executablePath(): Promise<string>;
}

/**
 * Where systems put Chromium and the browsers built on it, in order of preference: the shell without a window first, which
 * starts and opens a page in half the time.
 */
const SYSTEM_PATHS: readonly string[] = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** A package that some installations add; not one of ours. */
const CARRIER = '@sparticuz/chromium';

/**
 * The browser that the setting names, or with `auto` the first of: the system's, the one inside `@sparticuz/chromium`
 * when that is installed. `null` when there is none. A path that is no executable is `null` too: see `describeNone`.
 * `systemPaths` is where a browser of the system can be.
 */
export async function findBrowser(
  setting: BrowserSetting,
  systemPaths = SYSTEM_PATHS,
): Promise<FoundBrowser | null> {
  if (setting.mode === 'off') return null;
  if (setting.mode === 'path') {
    const { executablePath } = setting;
    return isExecutable(executablePath) ? at(executablePath, 'setting') : null;
  }
  for (const executablePath of systemPaths) {
    if (isExecutable(executablePath)) return at(executablePath, 'system');
  }
  try {
    createRequire(import.meta.url).resolve(CARRIER);
  } catch {
    return null;
  }
  return {
    from: CARRIER,
    async executablePath() {
      const carrier = (await import(CARRIER)) as { default: { executablePath(): Promise<string> } };
      return carrier.default.executablePath();
    },
  };
}

function at(executablePath: string, from: 'setting' | 'system'): FoundBrowser {
  return { from, executablePath: async () => executablePath };
}

/** What a failure says when a page needs a browser and there is none. */
export const NEEDS_JAVASCRIPT = 'The page needs JavaScript.';

/** Why `findBrowser` found none, and what to do. */
export function describeNone(setting: BrowserSetting): string {
  switch (setting.mode) {
    case 'off':
      return 'Set PAGEMARK_BROWSER to auto or to the path of a Chromium: it is "off".';
    case 'path':
      return 'Set PAGEMARK_BROWSER to the path of a Chromium: the one that it names cannot be executed any more.';
    case 'auto':
      return 'Install Chromium (apt-get install chromium-headless-shell, or chromium, or npm install @sparticuz/chromium), or set PAGEMARK_BROWSER to its path: none was found.';
  }
}
