import { nearestName } from '../contract/nearest-name.ts';
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
    const near = nearestName(name, known);
    // Orchestrators add variables of their own (`PAGEMARK_SERVICE_HOST`), so a stranger is no error.
    if (near) warnings.push(`Rename ${name} to ${near} if that is meant; ${name} is not read.`);
  }
  return { values, warnings };
}
