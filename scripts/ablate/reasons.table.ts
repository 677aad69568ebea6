/**
 * Why a rule stays that does not gain surely in two columns of pages which it was not written from (`docs/ablation.md`): the
 * promise and the cases that need it.
 */
export const REASONS: Readonly<Record<string, string>> = {
  dropHidden: 'promise: what readers do not see reaches nobody; hidden',
  dropChrome: 'promise: what lies over a page is none of its text; drop-chrome.test.ts, short-pages',
  keepUnits: 'promise: code, data tables, steps and tabs stay whole or go whole; short-pages, units',
  dropCopies: 'promise: what stands twice stays once (decision 067)',
  dropBanner: 'promise: the title is the first heading; keep-title.test.ts',
  keepTitle: 'promise: the title is the first heading; short-pages, units',
  keepByline: 'promise: who wrote a text and when; short-pages, units',
  keepStandfirst: 'promise: the sentence that says what a page is about; keep-standfirst.test.ts',
  keepDocuments: 'promise: minutes, agendas and forms of a page; keep-documents.test.ts',
  dropContents: 'promise: what leads over the text goes; short-pages',
  keepNotes: 'promise: notes that a text refers to; footnotes: Sphinx',
  keepExpanders: 'promise: titles of what unfolds, their panels closed or not there yet; units',
  keepPostHeads: 'promise: each post has its author and its date; units',
  keepBetween: 'promise: formulas and short parts in a text; callouts, code, hidden, units',
  dropFurniture: 'promise: advertising and tools go on short pages too; short-pages',
  dropJumps: 'promise: what leads over the text goes; short-pages, units',
  keepHeads: 'promise: no text loses its heading, no definition its term; keep-heads.test.ts',
  dropOrphans: 'promise: no heading stays without what it heads; drop-orphans.test.ts, units',
  dropAdvertisements: 'promise: advertisements go; units',
};
