import type { ProblemList } from './problems.ts';
import { FILE_SUFFIX, readSecret } from './secret-file.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.table.ts';

/** Environment as it comes: `process.env` or a test's record. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** First step: the variables as given, without defaults. A blank one counts as unset. */
interface RawSettings {
  readonly values: ReadonlyMap<SettingName, string>;
  /** `PAGEMARK_…` variables that look like a misspelt setting, one message each. */
  readonly warnings: readonly string[];
}

/** Reads the known variables flat, those of secrets from their files too, and notes near misses. */
export function readEnv(env: Environment, problems: ProblemList): RawSettings {
  const values = new Map<SettingName, string>();
  const known = new Set<string>();
  for (const setting of SETTINGS) {
    const { name, secret = false }: Setting = setting;
    known.add(name);
    if (secret) known.add(name + FILE_SUFFIX);
    const value = secret ? readSecret(name, env, problems) : env[name]?.trim();
    if (value) values.set(setting.name, value);
  }
  const warnings: string[] = [];
  for (const name of Object.keys(env).sort()) {
    if (!name.startsWith('PAGEMARK_') || known.has(name)) continue;
    const near = nearestSetting(name);
    // Orchestrators add variables of their own (`PAGEMARK_SERVICE_HOST`), so a stranger is no error.
    if (near) warnings.push(`Rename ${name} to ${near} if that is meant; ${name} is not read.`);
  }
  return { values, warnings };
}

function nearestSetting(name: string): string | null {
  let best: string | null = null;
  let bestDistance = 4;
  for (const setting of SETTINGS) {
    const distance = editDistance(name, setting.name);
    if (distance < bestDistance) {
      best = setting.name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance in UTF-16 code units. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, substituted));
    }
    previous = row;
  }
  return previous[b.length]!;
}
