import { readFileSync } from 'node:fs';
import type { ProblemList } from './problems.ts';

/** Every secret setting `NAME` has a second variable with this ending, the path of a file with its value. */
export const FILE_SUFFIX = '_FILE';

/**
 * The value of a secret setting: its own, or that of the file which `NAME_FILE` names, as orchestrators mount secrets, without
 * white space at its ends. Both at once, a file that cannot be read and an empty one are problems.
 */
export function readSecret(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  problems: ProblemList,
): string | undefined {
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
