import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The program of each system that opens an address in the person's browser, and what stands ahead of the address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OTHER_SYSTEMS = ['xdg-open'] as const;

/**
 * Opens an address in the person's browser. Calls `onFailure` with the program that could not be started. An address with
 * a fragment, which may be a key, goes through a file that only this user can read: all users see how programs were called.
 */
export function openInBrowser(address: string, onFailure: (program: string) => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? OTHER_SYSTEMS;
  const shown = address.includes('#') ? leadingFile(address) : address;
  const child = spawn(program, [...args, shown], { stdio: 'ignore', detached: true });
  child.once('error', () => onFailure(program)).unref();
}

/** A page that leads to the address, in a folder of its own that goes with this process. */
function leadingFile(address: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-open-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'open.html');
  const html = `<!doctype html><meta charset="utf-8"><script>location.replace(${JSON.stringify(address)})</script>\n`;
  writeFileSync(file, html, { mode: 0o600 });
  return pathToFileURL(file).href;
}
