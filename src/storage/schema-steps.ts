import { fail } from '../contract/failure.ts';

/** One step of a schema; their numbers are 1, 2, 3 … Steps that were released are never changed; a new one is added. */
export interface SchemaStep {
  readonly name: string;
  readonly sql: string;
  /**
   * The last step that a version must know to work on the schema after this one. A step that only adds keeps that of the
   * step before it; one that takes something away names the step since which no version uses it.
   */
  readonly oldest: number;
}

/** What a database says of its schema. */
export interface SchemaState {
  /** Number of the last step that it has; 0: none. */
  readonly applied: number;
  /** The last step that a version must know to work on it. */
  readonly oldest: number;
}

/**
 * The steps that a database lacks. Throws `store_unavailable` when a step was taken that this version cannot work with; one
 * that only added something is none (decision 116).
 */
export function missingSteps(
  steps: readonly SchemaStep[],
  { applied, oldest }: SchemaState,
): readonly SchemaStep[] {
  if (oldest > steps.length) {
    throw fail(
      'store_unavailable',
      `Start a newer pagemark: this database needs one that knows step "${oldest}" of its schema, and this version knows those up to "${steps.length}".`,
    );
  }
  return steps.slice(applied);
}
