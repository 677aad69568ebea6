import { expect, it } from 'vitest';
import { isFull } from '../../tests/support/full-form.ts';
import { Budget, BudgetSpent, DEAREST_STEPS_PER_BYTE, FREE_STEPS, STEPS_PER_BYTE } from './budget.ts';
import { convertHtml } from './convert-html.ts';

const ROWS = '<tr><td>tide<td>height</tr>'.repeat(200);
const PAGE = `<title>Tides</title><main><h1>How tides work</h1><p>The tide comes in twice a day.</p><table>${ROWS}</table></main>`;

/** Steps of the dearest stage of a page. */
function dearestStage(html: string): number {
  let least = 0;
  for (let most = FREE_STEPS; most - least > 1; ) {
    const middle = (least + most) >> 1;
    if (convertHtml(html, {}, { budget: new Budget(middle) }).exceeded === null) most = middle;
    else least = middle;
  }
  return least + 1;
}

const DEAREST = dearestStage(PAGE);

it('a page has steps by its bytes, 20 times those of the dearest labelled page', () => {
  expect(Budget.for(1000).allowance - Budget.for(0).allowance).toBe(1000 * STEPS_PER_BYTE);
  expect(STEPS_PER_BYTE).toBeGreaterThanOrEqual(20 * DEAREST_STEPS_PER_BYTE);
});

it('the page that takes one step more than its budget is too complex, and says what it was doing', () => {
  const within = convertHtml(PAGE, {}, { budget: new Budget(DEAREST) });
  expect(within).toMatchObject({ outcome: 'ok', exceeded: null });
  expect(within.markdown).toContain('| tide | height |');
  const over = convertHtml(PAGE, {}, { budget: new Budget(DEAREST - 1) });
  expect(over).toMatchObject({ outcome: 'document_too_complex', markdown: '', text: '' });
  expect(over.exceeded).toMatch(
    new RegExp(`^more than ${DEAREST - 1} steps of work, spent while [a-z]+ing the \\w+$`),
  );
  expect(over.diagnostics).toMatchObject({ faults: [], outcomeSigns: [over.exceeded] });
});

it('what a page needs too much of does not depend on what of it is read first', () => {
  const apart = isFull ? 997 : Math.ceil(DEAREST / 5);
  for (let allowance = 100; allowance < 2 * DEAREST; allowance += apart) {
    const [one, other] = [0, 1].map(() => convertHtml(PAGE, {}, { budget: new Budget(allowance) }));
    const first = [one!.outcome, one!.exceeded, one!.markdown, one!.metadata];
    const turned = [other!.metadata, other!.markdown, other!.exceeded, other!.outcome];
    expect(turned.reverse()).toEqual(first);
  }
});

it('the same page takes the same steps, twice the page twice as many', () => {
  const stepsOf = (html: string): number => {
    const page = convertHtml(html);
    expect(page.exceeded).toBeNull();
    return page.document.budget.steps;
  };
  expect(stepsOf(PAGE)).toBe(stepsOf(PAGE));
  const growth = stepsOf(PAGE.replace(ROWS, ROWS.repeat(4))) / stepsOf(PAGE.replace(ROWS, ROWS.repeat(2)));
  expect(growth).toBeGreaterThan(1.8);
  expect(growth).toBeLessThan(2.1);
});

it('a stage has all steps again, whatever others have taken', () => {
  const budget = new Budget(10);
  const take = (steps: number) =>
    budget.stage(
      () => [budget.spend(steps, 'counting'), 'done'][1],
      () => 'spent',
    );
  expect([take(9), take(10), take(11), take(1)]).toEqual(['done', 'done', 'spent', 'done']);
  expect(budget.exceeded).toBe('more than 10 steps of work, spent while counting');
  expect(() => budget.spend(11, 'counting')).toThrow(BudgetSpent);
});
