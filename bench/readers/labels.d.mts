/** What a line of a page is to its readers; 0: furniture. */
export const CONTENT: 1;
export const NEUTRAL: 2;

/** What readers marked of a page: its kind, how many lines it has, and ranges of them from 1, ends included. */
export interface ReaderLabel {
  readonly type: string;
  readonly lines: number;
  readonly content: readonly (readonly [number, number])[];
  readonly neutral: readonly (readonly [number, number])[];
  /** Lines of the content that no reader sees. */
  readonly unpainted?: readonly (readonly [number, number])[];
}

/** Labels by page, `<set>/<id>`. */
export function readLabels(file: string): Map<string, ReaderLabel>;

/** The same, with the lines that no reader sees. */
export function readSeenLabels(file: string): Map<string, ReaderLabel>;

/** Lines of a page of a corpus, and what each is. */
export function markedLines(
  corpus: string,
  page: string,
  label: ReaderLabel,
): { readonly lines: string[]; readonly marks: Uint8Array };
