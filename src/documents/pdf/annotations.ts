import type { Annotation } from './form-fields.ts';
import type { Pdf } from './open-pdf.ts';

/** PDF.js's numbers for links and for fields of forms. */
const TYPES = new Set([2, 20]);
/** Flags of what nobody sees: invisible, hidden, not to be viewed (ISO 32000-2, 12.5.3). */
const UNSEEN = 1 | 2 | 32;

/**
 * Links and fields of a document by page, from 1; none where a page is damaged, which reading it tells. Asked for those of one page,
 * PDF.js reads all of its text once more, for what lies under links.
 */
export async function annotationsByPage({ document }: Pdf): Promise<ReadonlyMap<number, Annotation[]>> {
  const found = (await document.getAnnotationsByType(TYPES as never, new Set() as never).catch(() => null)) as
    | readonly (Annotation & { readonly pageIndex: number; readonly annotationFlags?: number })[]
    | null;
  const byPage = new Map<number, Annotation[]>();
  for (const annotation of found ?? []) {
    if (((annotation.annotationFlags ?? 0) & UNSEEN) !== 0) continue;
    const number = annotation.pageIndex + 1;
    const own = byPage.get(number) ?? [];
    own.push(annotation);
    byPage.set(number, own);
  }
  return byPage;
}
