import { type Conversion, convertHtml } from '../../src/core/convert-html.ts';
import { type Decision, decideByReading, type PageReading, readPage } from '../../src/core/extract/decide.ts';
import type { ExtractionModel } from '../../src/core/extract/forest/model.ts';
import type { Annotation } from '../../src/core/extract/page/annotate.ts';
import { VARIANTS } from './variant.ts';

/** What is measured of one page or case: figures by name, larger is better. */
export type Scores = Readonly<Record<string, number>>;

/** Scores of a page as the engine decides, and by variant where the variant decides otherwise. */
export interface Measured {
  readonly engine: Scores;
  readonly without: Readonly<Record<string, Scores>>;
}

/** Converts a page as the engine and as each variant decides; what a variant leaves as it is is not converted again. */
export function measure(
  html: string,
  url: string,
  model: ExtractionModel,
  score: (conversion: Conversion) => Scores,
): Measured {
  const readings: PageReading[] = [];
  const decisions: Decision[] = [];
  const decide = (a: Annotation): Decision => {
    const reading = readPage(a, url, model);
    const decision = decideByReading(reading);
    readings.push(reading);
    decisions.push(decision);
    return decision;
  };
  const engine = score(convertHtml(html, { url }, { decide }));
  const without: Record<string, Scores> = {};
  const [reading] = readings;
  const [decision] = decisions;
  // A page that is too complex is not decided on.
  if (reading === undefined || decision === undefined) return { engine, without };
  for (const variant of VARIANTS) {
    const other = variant.decide(reading);
    if (!isSame(other, decision))
      without[variant.without] = score(convertHtml(html, { url }, { decide: () => other }));
  }
  return { engine, without };
}

function isSame(one: Decision, other: Decision): boolean {
  return one.strategy === other.strategy && one.keep.every((stays, i) => stays === other.keep[i]);
}
