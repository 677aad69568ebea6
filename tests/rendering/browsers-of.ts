import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A browser of some process, as its folder tells. */
export interface SeenBrowser {
  readonly dir: string;
  readonly pid: number;
}

/** The browsers whose folders belong to a process: running, or left behind. */
export function browsersOf(ownerPid: number): readonly SeenBrowser[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith('pagemark-browser-'))
    .flatMap((name) => {
      const dir = path.join(tmpdir(), name);
      try {
        const owner = JSON.parse(readFileSync(path.join(dir, 'owner.json'), 'utf8')) as {
          pid: number;
          browser?: { pid: number };
        };
        return owner.pid === ownerPid && owner.browser ? [{ dir, pid: owner.browser.pid }] : [];
      } catch {
        return [];
      }
    });
}

/** Processes of a group that are alive; zombies are not. */
export function processesIn(groupId: number): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return group === String(groupId) && state !== 'Z';
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Whether this system tells of its processes; without it the tests of leftovers cannot look. */
export const SEES_PROCESSES = existsSync('/proc/self/stat');
