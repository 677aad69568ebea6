import { readFileSync } from 'node:fs';
import { nearestName } from '../contract/nearest-name.ts';
import type { ProblemList } from './problems.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.table.ts';

/** Every secret setting `NAME` has a second variable with this ending, the path of a file with its value. */
export const FILE_SUFFIX = '_FILE';

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

/**
 * The value of a secret setting: its own, or that of the file which `NAME_FILE` names, as orchestrators mount secrets, without
 * white space at its ends. Both at once, a file that cannot be read and an empty one are problems.
 */
function readSecret(name: string, env: Environment, problems: ProblemList): string | undefined {
  const variable = name + FILE_SUFFIX;
  const given = env[name]?.trim();
  const file = env[variable]?.trim();
  if (!file) return given;
  if (given) {
    problems.add(variable, `Unset ${name} or ${variable}; both are set.`);
    return given;
  }
  try {
    const value = readFileSync(file, 'utf8').trim();
    if (value !== '') return value;
    problems.add(
      variable,
      `Write the value of ${name} into ${JSON.stringify(file)}, which ${variable} names; it is empty.`,
    );
  } catch (cause) {
    const { message } = cause as Error;
    problems.add(
      variable,
      `Let this process read ${JSON.stringify(file)}, which ${variable} names: ${message}.`,
    );
  }
  return undefined;
}
