/** Endings of files that people convert. */
export const PAGE_ENDINGS =
  'html htm xhtml mhtml md markdown mdx txt text pdf docx json jsonl xml rss atom csv tsv yaml yml log'.split(
    ' ',
  );

/** Endings of the files that a command reads, by its path, for completion. */
export const FILE_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  convert: PAGE_ENDINGS,
  explain: PAGE_ENDINGS,
  batch: ['txt'],
  import: ['jsonl'],
};
