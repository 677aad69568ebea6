import { anyOf } from './pseudo-classes.ts';
import { Unreadable } from './scan-selector.ts';
import type { ComplexSelector, SelectorProblem, SimpleSelector } from './selector.ts';
import { SelectorParser } from './selector-parser.ts';

/** Reads a selector list. A text that is not one gives the problem, never a throw. */
export function parseSelector(text: string): readonly ComplexSelector[] | SelectorProblem {
  try {
    return new SelectorParser(text.trim(), null).list();
  } catch (thrown) {
    if (thrown instanceof Unreadable)
      return { problem: `Correct the selector "${text}": ${thrown.message}.` };
    throw thrown;
  }
}

/**
 * Reads the selectors of a rule in a style sheet, `around` being those of the rule that it is nested in (none at the top); null
 * for what browsers drop, and for more compounds than `MAX_COMPOUNDS`.
 */
export function parseRuleSelectors(
  text: string,
  around: readonly ComplexSelector[],
  isNested: boolean,
): readonly ComplexSelector[] | null {
  try {
    const parser = new SelectorParser(text.trim(), around);
    if (!isNested) return parser.list();
    // What does not name the rule around begins below it.
    return parser
      .list(true)
      .map((selector) =>
        selector.some(({ simple }) => simple.some((one) => holds(one, around))) &&
        selector[0]!.combinator === ' '
          ? selector
          : [{ combinator: ' ', simple: [anyOf(around)] }, ...selector],
      );
  } catch (thrown) {
    if (thrown instanceof Unreadable) return null;
    throw thrown;
  }
}

function holds(simple: SimpleSelector, around: readonly ComplexSelector[]): boolean {
  if (simple.kind !== 'any' && simple.kind !== 'has') return false;
  return (
    simple.selectors === around ||
    simple.selectors.some((selector) =>
      selector.some((one) => one.simple.some((inner) => holds(inner, around))),
    )
  );
}
