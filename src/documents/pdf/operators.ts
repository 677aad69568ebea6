import { getResolvedPDFJS } from 'unpdf';

/** Numbers of PDF.js's drawing operators, by name. */
export type PathOperators = Readonly<
  Record<'save' | 'restore' | 'transform' | 'constructPath' | 'paintFormXObjectBegin' | FilledPaint, number>
>;
type FilledPaint = 'fill' | 'eoFill' | 'fillStroke' | 'eoFillStroke';

/** Operators that end a path by filling it. */
export const PAINTS_FILLED: readonly FilledPaint[] = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke'];

/** The operator numbers of the PDF.js that is in use. */
export async function pathOperators(): Promise<PathOperators> {
  const { OPS } = await getResolvedPDFJS();
  return OPS as unknown as PathOperators;
}
