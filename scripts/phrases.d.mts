/** Writes the module of every folder of phrases. */
export function compilePhrases(root?: string): void;
