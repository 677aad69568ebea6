/**
 * Phrases of one meaning by language (BCP 47). Written as people write them; they are folded (case, accents) when the
 * scanner is built and match from the start of a word, so that a stem stands for its inflected forms.
 */
export type PhraseTable = Readonly<Record<string, readonly string[]>>;
