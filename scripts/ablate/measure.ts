import { type ConvertedHtml, convertHtml } from '../../src/core/convert-html.ts';
import type { ConvertOptions } from '../../src/core/options.ts';
import type { Annotation } from '../../src/core/page/annotation.ts';
import { type Decision, decideByReading, readPage } from '../../src/core/select/decide.ts';
import type { ExtractionModel } from '../../src/core/select/forest/model.ts';
import type { PageReading } from '../../src/core/select/rules/scored-page.ts';
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
  options: ConvertOptions & { readonly url: string },
  model: ExtractionModel,
  score: (conversion: ConvertedHtml) => Scores,
): Measured {
  const readings: PageReading[] = [];
  const decisions: Decision[] = [];
  const decide = (a: Annotation): Decision => {
    const reading = readPage(a, options.url, model);
    const decision = decideByReading(reading);
    readings.push(reading);
    decisions.push(decision);
    return decision;
  };
  const engine = score(convertHtml(html, options, { decide }));
  const without: Record<string, Scores> = {};
  const [reading] = readings;
  const [decision] = decisions;
  // A page that is too complex is not decided on.
  if (reading === undefined || decision === undefined) return { engine, without };
  for (const variant of VARIANTS) {
    // All of them spend the work of one page: what is over is decided as the engine does.
    const other = reading.a.doc.budget.stage(
      () => variant.decide(reading),
      () => decision,
    );
    if (!isSame(other, decision))
      without[variant.without] = score(convertHtml(html, options, { decide: () => other }));
  }
  return { engine, without };
}

function isSame(one: Decision, other: Decision): boolean {
  return one.strategy === other.strategy && one.keep.every((stays, i) => stays === other.keep[i]);
}
