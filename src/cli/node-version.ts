/** The least Node that has what pagemark uses; `engines` of package.json says the same. */
const LEAST = [20, 19] as const;

/** What to do about a Node of this version (`20.19.0`), or null when it is new enough. */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]);
  return isOld ? `Install Node ${LEAST.join('.')} or later: this is ${version}.` : null;
}
