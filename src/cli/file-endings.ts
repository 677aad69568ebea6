import { KIND_OF_ENDING } from '../contract/document-kinds.table.ts';

/** Endings of files that people convert. */
export const PAGE_ENDINGS: readonly string[] = [...KIND_OF_ENDING.keys()];

/** Endings of the files that a command reads, by its path, for completion. */
export const FILE_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  convert: PAGE_ENDINGS,
  explain: PAGE_ENDINGS,
  batch: ['txt'],
  import: ['jsonl'],
};
