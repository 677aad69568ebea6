/** Modules of src/, without `.ts`, that the product offers by their name. */
export const ENTRIES: readonly string[];
