/** Modules of src/, without `.ts`, that the product offers by their name. */
export const ENTRIES: readonly string[];
/** Those that its entries run from compiled code. */
export const PROGRAMS: readonly string[];
