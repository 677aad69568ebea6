/** No work on a busy machine meets it, and what hangs is told by it before Vitest ends the test, in milliseconds. */
export const FAR_MS = 540_000;

/** The same for an answer of a store; connections without one for so long are closed. */
export const STORE_FAR_MS = 30_000;

/** Settings of a service whose deadlines no test meets but one that sets its own. */
export const FAR_DEADLINES: Readonly<Record<string, string>> = {
  PAGEMARK_TIMEOUT_MS: String(FAR_MS),
  PAGEMARK_FETCH_TIMEOUT_MS: String(FAR_MS),
  PAGEMARK_AI_TIMEOUT_MS: String(FAR_MS),
  PAGEMARK_STORE_TIMEOUT_MS: String(STORE_FAR_MS),
};
