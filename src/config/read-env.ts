import { readFileSync } from 'node:fs';
import { closestName, nearestName } from '../contract/nearest-name.ts';
import type { ProblemList } from './problems.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.table.ts';

/** Every secret setting `NAME` has a second variable with this ending, the path of a file with its value. */
export const FILE_SUFFIX = '_FILE';

/** How our names begin, but for a few that everybody uses. */
const PREFIX = 'PAGEMARK_';
/** What our guides call a caller's own credentials: of clients, not of the service. */
const CLIENT_NAMES: ReadonlySet<string> = new Set(['PAGEMARK_KEY', 'PAGEMARK_LICENSE']);
/**
 * Variables that Kubernetes and Docker add for a service whose name begins with `pagemark`, such as `PAGEMARK_SERVICE_HOST`,
 * `PAGEMARK_PORT` and `PAGEMARK_PORT_8787_TCP_ADDR`.
 */
const SERVICE_LINK = /_(?:SERVICE_HOST$|SERVICE_PORT_|PORT$|PORT_\d{1,5}_(?:TCP|UDP|SCTP))/;
/** Characters of a name that are compared and shown; settings have a third of them. */
const MAX_NAME = 120;

/** Environment as it comes: `process.env` or a test's record. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** First step: the variables as given, without defaults. A blank one counts as unset. */
interface RawSettings {
  readonly values: ReadonlyMap<SettingName, string>;
  /** `PAGEMARK_…` variables that are no setting, one message each. */
  readonly warnings: readonly string[];
}

/** Reads the known variables flat, those of secrets from their files too, and notes what is none. */
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
    if (!name.startsWith(PREFIX) || known.has(name)) continue;
    warnings.push(...unknownSetting(name.slice(0, MAX_NAME), known));
  }
  return { values, warnings };
}

/** What is said of a variable that is no setting: nothing where one of them cannot be meant. */
function unknownSetting(name: string, known: ReadonlySet<string>): readonly string[] {
  // Without what all begin with, which would make short names near to each other.
  const own = [...known].filter((one) => one.startsWith(PREFIX)).map((one) => one.slice(PREFIX.length));
  const near = nearestName(name.slice(PREFIX.length), own);
  if (near !== null) return [`Rename ${name} to ${PREFIX}${near} if that is meant; ${name} is not read.`];
  if (CLIENT_NAMES.has(name) || SERVICE_LINK.test(name)) return [];
  const nearest = closestName(name, known);
  return [`Unset ${name}: there is no such setting, and it is not read. The nearest is ${nearest}.`];
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
    problems.add(`Unset ${name} or ${variable}; both are set.`);
    return given;
  }
  try {
    const value = readFileSync(file, 'utf8').trim();
    if (value !== '') return value;
    problems.add(
      `Write the value of ${name} into ${JSON.stringify(file)}, which ${variable} names; it is empty.`,
    );
  } catch (cause) {
    const { message } = cause as Error;
    problems.add(`Let this process read ${JSON.stringify(file)}, which ${variable} names: ${message}.`);
  }
  return undefined;
}
