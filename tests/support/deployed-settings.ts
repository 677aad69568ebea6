import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FILE_SUFFIX } from '../../src/config/read-env.ts';
import { SETTINGS } from '../../src/config/settings.table.ts';
import { PROJECT } from './run-pagemark.ts';

const known = new Set<string>(SETTINGS.map(({ name }) => name));
const secrets = SETTINGS.filter((setting) => 'secret' in setting).map(({ name }) => name as string);

/** What the image sets, by name. */
const ofImage = Object.fromEntries(
  [
    ...readFileSync(path.join(PROJECT, 'deploy/Dockerfile'), 'utf8').matchAll(
      /^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm,
    ),
  ].map(([, name, value]) => [name!, value!]),
);

/**
 * What is wrong with the environment of a deployment over that of the image, `[]` when nothing is: unknown settings, a secret
 * that stands in it, and one that is set beside its file, which the start refuses.
 */
export function settingFaults(environment: Readonly<Record<string, string>>): readonly string[] {
  const all: Readonly<Record<string, string>> = { ...ofImage, ...environment };
  return Object.keys(environment).flatMap((name) => {
    const secret = secrets.find((one) => name === one + FILE_SUFFIX);
    if (secret !== undefined) return all[secret] ? [`${secret} is set beside ${name}`] : [];
    if (!known.has(name)) return [`${name} is unknown`];
    return secrets.includes(name) && /:[^/@]*@|TOKEN|API_KEY/.test(name + environment[name])
      ? [`${name} is a secret`]
      : [];
  });
}

/** Paths of the files that hold secrets, by setting. */
export function secretFiles(environment: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    secrets.flatMap((name) => {
      const file = environment[name + FILE_SUFFIX];
      return file === undefined ? [] : [[name, file] as const];
    }),
  );
}
