/** The extraction model. */
export const WEIGHTS = '';
