/** Formulas for micromark, those in single dollars by Pandoc's rule. */
export function dollarMath(): ReturnType<typeof import('micromark-extension-math').math>;
