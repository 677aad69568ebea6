/** BM25: how soon a repeated term says nothing more, and how much long units are held back. */
export const [K1, B] = [1.2, 0.2];
/** How much a term counts that stands not in the unit but in what it stands below, or in the title: for score and coverage. */
export const CONTEXT = { score: 0.6, coverage: 0.9 };
export const TITLE = { score: 0.25, coverage: 0.6 };
/** How much a related word counts, and another word for the same concept. */
export const RELATED = 0.75;
/** How much a term weighs that names a concept, that the page has nowhere, and a pair of signs, of which every other is of two words. */
export const WEIGHT = { concept: 0.7, missing: 0.6, missingPair: 0.25 };
/** What the score of a unit is multiplied by that has the kind of answer that is asked for, or lacks it; and what it covers by that. */
export const FIT = { has: 1.4, lacks: 0.7, coverage: 0.2 };
/** Terms that are sought: more say nothing more. */
export const MOST_TERMS = 40;
/** Share of a question that the best unit and its context must speak of, or a heading that all below it answers, or one of a request, and of such a heading that the question must know. */
export const ENOUGH = { unit: 0.42, heading: 0.65, request: 0.3, known: 0.5 };
/** Units of an answer that is no list, and what they must score of the best one's score; units of a list. */
export const MOST_UNITS = 3;
export const CLOSE = 0.8;
export const MOST_LISTED = 60;
