import { numberAlike } from '../hash-table.ts';
import type { Annotation } from '../page/annotation.ts';
import type { PageStructure } from '../page/page-structure.ts';

/** By block: number of its template position (path of tags and classes), from 0. */
export function templatePositions(a: Annotation, s: PageStructure): Int32Array {
  return numberAlike(a.blocks.map(({ element }) => s.path[element]!));
}
