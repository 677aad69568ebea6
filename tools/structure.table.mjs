// What exceeds a cap of structure.mjs today, exactly: a figure that falls is lowered here, and nothing is added.

/** Lines of files. */
export const LONG_FILES = {
  'src/core/html/tokenizer.ts': 371,
};

/** Lines of functions, by file and name. */
export const LONG_FUNCTIONS = {
  'src/core/html/tokenizer.ts scanAttributes': 71,
};

/** Modules that import each other, in order. */
export const CIRCLES = [['src/core/html/element-index.ts', 'src/core/html/tree.ts'].join(' ')];

/** Exports that nothing but a test takes, by file and name. */
export const UNUSED_EXPORTS = [
  'src/conversion/fair-turns.ts FairTurnsSettings',
  'src/conversion/worker-pool.ts WorkerPoolSettings',
];
