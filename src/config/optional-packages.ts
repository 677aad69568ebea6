import { createRequire } from 'node:module';
import type { ProblemList } from './problems.ts';

/**
 * Packages that only some settings need, with the release that they are tested with: optional peers in package.json, which an
 * install leaves out.
 */
export const OPTIONAL_PACKAGES = {
  '@ai-sdk/anthropic': '3',
  '@ai-sdk/google': '3',
  ioredis: '6',
  pg: '8',
} as const;

type OptionalPackage = keyof typeof OPTIONAL_PACKAGES;

/** Whether a package can be imported from here. */
export type IsInstalled = (name: OptionalPackage) => boolean;

/** Looks as Node does: in the `node_modules` of this module's folder and of those above it. Nothing is loaded. */
export const isInstalled: IsInstalled = (name) => {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
};

/** Says what a setting lacks of the packages it needs, by the command that installs them. */
export function needPackages(
  problems: ProblemList,
  variable: string,
  names: readonly OptionalPackage[],
  isThere: IsInstalled,
): void {
  const missing = names.filter((name) => !isThere(name));
  if (missing.length === 0) return;
  const command = `npm install ${missing.map((name) => `${name}@${OPTIONAL_PACKAGES[name]}`).join(' ')}`;
  problems.add(`Run "${command}" where pagemark is installed; ${variable} needs it, and it is missing.`);
}
