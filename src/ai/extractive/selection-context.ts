import type { PageText } from './page-text.ts';
import type { PhraseLanguage, Phrases } from './phrases.table.ts';
import type { Scores } from './score-sentences.ts';

/** What every extractive template is given. */
export interface SelectionContext {
  readonly page: PageText;
  readonly scores: Scores;
  readonly language: PhraseLanguage;
  readonly phrases: Phrases;
}

/** Selects; returns Markdown blocks, at least one, to be joined by blank lines. */
export type ExtractiveTemplate = (context: SelectionContext) => readonly string[];
