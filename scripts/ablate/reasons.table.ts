/**
 * Why a rule stays that does not gain on two sources of pages which it was not written from (`docs/ablation.md`): the case or
 * the promise that needs it.
 */
export const REASONS: Readonly<Record<string, string>> = {};
