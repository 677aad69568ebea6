import { lazyBy } from '../../lazy.ts';
import type { ComplexSelector, SimpleSelector } from './selector.ts';

/** Specificity (Selectors 4, 17) as one number: identifiers in millions, classes and their kin in thousands, tags. */
export function specificityOf(selector: ComplexSelector): number {
  return selector.reduce((sum, { simple }) => simple.reduce((all, one) => all + weightOf(one), sum), 0);
}

function weightOf(simple: SimpleSelector): number {
  switch (simple.kind) {
    case 'tag':
      return simple.name === '*' ? 0 : 1;
    case 'attribute':
      return simple.name === 'id' && simple.operator === '=' ? 1_000_000 : 1000;
    case 'any':
      return simple.weighs ? mostSpecific(simple.selectors) : 0;
    case 'has':
      return mostSpecific(simple.selectors);
    case 'nth':
      return 1000 + (simple.of === undefined ? 0 : mostSpecific(simple.of));
    default:
      return 1000;
  }
}

/** Asked of each list once: rules that are nested in each other have those around them in theirs. */
const mostSpecific = lazyBy((all: readonly ComplexSelector[]): number =>
  all.reduce((top, one) => Math.max(top, specificityOf(one)), 0),
);
