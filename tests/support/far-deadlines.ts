/** No work on a busy machine meets it, and whatever hangs is told by it before a test ends at 300 s, in milliseconds. */
export const FAR_MS = 240_000;

/** Settings of a service whose deadlines no test meets but one that sets its own. */
export const FAR_DEADLINES: Readonly<Record<string, string>> = {
  PAGEMARK_TIMEOUT_MS: String(FAR_MS),
  PAGEMARK_FETCH_TIMEOUT_MS: String(FAR_MS),
  PAGEMARK_AI_TIMEOUT_MS: String(FAR_MS),
};
