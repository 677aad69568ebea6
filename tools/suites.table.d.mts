/** A suite of tests, with a budget of its own. */
export interface Suite {
  readonly name: string;
  /** Project of Vitest that runs it. */
  readonly project: string;
  readonly include: readonly string[];
  /** Seconds that its files may take in their short form, summed. */
  readonly budgetS: number;
  /** Runs in threads: tests of the sources that keep no globals. */
  readonly threads?: boolean;
  /** Runs after the others, one file at a time. */
  readonly isAlone?: boolean;
  /** Folder of the package without whose modules it is left out. */
  readonly needs?: string;
}
export const SUITES: readonly Suite[];
export const OF_THE_GATE: readonly string[];
export const BEGUN_FIRST: readonly string[];
export function leftOutIn(root: string): ReadonlyMap<Suite, string>;
export function suiteOf(file: string, suites?: readonly Suite[]): Suite | undefined;
