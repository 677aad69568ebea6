import { type Decision, decideByReading } from '../../src/core/select/decide.ts';
import { RULES } from '../../src/core/select/rules/rules.ts';
import type { PageReading } from '../../src/core/select/rules/scored-page.ts';

/** Another way to decide: what is switched off, and how the page is decided then. */
export interface Variant {
  readonly without: string;
  readonly decide: (reading: PageReading) => Decision;
}

/** Each rule by itself, and all of them, switched off. */
export const VARIANTS: readonly Variant[] = [
  ...RULES.map((rule) => ({
    without: rule.apply.name,
    decide: (reading: PageReading) =>
      decideByReading(
        reading,
        RULES.filter((other) => other !== rule),
      ),
  })),
  { without: 'all rules', decide: (reading) => decideByReading(reading, []) },
];
