import type { Annotation } from '../../page/annotation.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import { addBlockFeatures } from './block-features.ts';
import { addContainerFeatures } from './container-features.ts';
import { FeatureColumns } from './feature-columns.ts';
import { addGroupFeatures } from './group-features.ts';
import { addNeighbourFeatures } from './neighbour-features.ts';
import { addPageFeatures } from './page-features.ts';

/** All features that need no vocabulary. The order of the groups is part of the model. */
export function describeBlocks(a: Annotation, s: PageStructure, url: string): FeatureColumns {
  const columns = new FeatureColumns(a.blocks.length);
  addBlockFeatures(a, columns);
  addContainerFeatures(a, s, columns);
  addNeighbourFeatures(a, columns);
  addGroupFeatures(a, s, columns);
  addPageFeatures(a, s, url, columns);
  return columns;
}
