import { setFlagsFromString } from 'node:v8';
import { convertTask } from '../conversion/convert-task.ts';
import type { PageTask, PageWorkers } from '../conversion/ports.ts';
import { loadReader } from '../documents/convert-document.ts';
import { documentKind } from '../documents/document-kind.ts';

/**
 * Bytes of a page up to which V8's optimizing compiler costs a process that ends with it more CPU than it saves: 18 % at
 * 100 KB, as much as it saves at 2 MB of dense markup (decisions/101-the-product-is-bundled.md).
 */
const OPTIMIZED_FROM_BYTES = 1_000_000;

/**
 * Bytes of bytecode up to which V8 optimizes a function: none, and its default, the same in Node 20 to 24. The switch of the compiler
 * (`--no-opt`) does not go back in Node 22: code kept after it was refused by the next process.
 */
const [NO_BYTECODE, USUAL_BYTECODE] = [0, 61_440];

/** Bytes that PDF files begin with. Their reader is worth optimizing from the first page on. */
const PDF = [0x25, 0x50, 0x44, 0x46];

/** Converts the one page of a process that ends with it. */
export async function convertOnePage(task: PageTask): ReturnType<typeof convertTask> {
  const isPdf = PDF.every((byte, at) => task.bytes[at] === byte);
  // Bun has the function and no such engine.
  if (task.bytes.length >= OPTIMIZED_FROM_BYTES || isPdf || process.versions.bun !== undefined)
    return await convertTask(task);
  const kind = documentKind(task);
  // Compiled code is good for the flags that it was made under: all that is needed is loaded before they change.
  if (kind !== null && kind !== 'html') await loadReader(kind);
  setFlagsFromString(`--max-optimized-bytecode-size=${NO_BYTECODE}`);
  try {
    return await convertTask(task);
  } finally {
    setFlagsFromString(`--max-optimized-bytecode-size=${USUAL_BYTECODE}`);
  }
}

/** The same as the workers of a converter. */
export const ONE_PAGE: PageWorkers = {
  convert: (task, _signal, onEnd) => convertOnePage(task).finally(() => onEnd(0, 0)),
};
