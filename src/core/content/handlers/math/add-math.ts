import type { Builder } from '../../builder.ts';

/** A formula as LaTeX without delimiters. */
export interface Formula {
  readonly latex: string;
  readonly display: boolean;
}

/** Adds a formula: a block when it is displayed, else inline. */
export function addMath(b: Builder, formula: Formula): void {
  const latex = formula.latex.trim();
  if (latex === '') return;
  if (formula.display) b.add({ type: 'math', value: latex });
  else b.atom({ type: 'inlineMath', value: latex.replace(/(?<!\s)\s*\n\s*/g, ' ') });
}
