// Ties of modules that structure.mjs lets be, exactly: one that goes is taken out here, and none is added.

/** Modules that import each other, in order. */
export const CIRCLES = [['src/core/html/element-index.ts', 'src/core/html/tree.ts'].join(' ')];

/** Exports that nothing but a test takes, by file and name. */
export const UNUSED_EXPORTS = [
  'src/conversion/fair-turns.ts FairTurnsSettings',
  'src/conversion/worker-pool.ts WorkerPoolSettings',
];
