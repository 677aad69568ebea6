import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A browser of some process, as its folder tells. */
export interface SeenBrowser {
  readonly dir: string;
  readonly pid: number;
  /** Of all its processes. */
  readonly group: number;
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
        if (owner.pid !== ownerPid || !owner.browser) return [];
        const { pid } = owner.browser;
        return [{ dir, pid, group: Number(statOf(pid)?.group ?? pid) }];
      } catch {
        return [];
      }
    });
}

/** Processes of a group that are alive; zombies are not. */
export function processesIn(groupId: number): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      const stat = statOf(pid);
      return stat?.group === String(groupId) && stat.state !== 'Z';
    });
}

function statOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, group };
  } catch {
    return undefined;
  }
}

/** Whether this system tells of its processes; without it the tests of leftovers cannot look. */
export const SEES_PROCESSES = existsSync('/proc/self/stat');
