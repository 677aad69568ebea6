import type { Budget } from '../../core/budget.ts';

/** Rows and columns of an area of cells, counted from 1 and from 0, both ends within. */
interface Area<T> {
  readonly rows: readonly [from: number, to: number];
  readonly columns: readonly [from: number, to: number];
  readonly value: T;
}

/** The row and column of a reference such as `AB12`, counted from 1 and from 0; column -1 for what is none. */
export function placeOf(reference: string): readonly [row: number, column: number] {
  const [, letters = '', digits = '0'] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [Number(digits), column];
}

/** Areas of a sheet, such as `A1:B3`, by what is said of them; looking for one takes steps of a budget. */
export class Areas<T> {
  readonly #areas: readonly Area<T>[];
  readonly #budget: Budget;
  #row = 0;
  #inRow: readonly Area<T>[] = [];
  #next = 0;

  constructor(said: readonly (readonly [reference: string, value: T])[], budget: Budget) {
    const areas = said.map(([reference, value]): Area<T> => {
      const [first = '', last = first] = reference.split(':');
      const [[top, left], [bottom, right]] = [placeOf(first), placeOf(last)];
      return { rows: [top, bottom], columns: [left, right], value };
    });
    this.#areas = areas.sort((a, b) => a.rows[0] - b.rows[0]);
    this.#budget = budget;
  }

  /** What is said of the area that a cell stands in. Rows are asked for in their order; another order costs more. */
  at(row: number, column: number): T | undefined {
    if (row < this.#row) [this.#inRow, this.#next] = [[], 0];
    if (row !== this.#row) {
      const from = this.#next;
      while (this.#next < this.#areas.length && this.#areas[this.#next]!.rows[0] <= row) this.#next++;
      const before = this.#inRow.length + this.#next - from;
      this.#budget.spend(before, 'finding areas of cells');
      this.#inRow = [...this.#inRow, ...this.#areas.slice(from, this.#next)].filter(
        ({ rows }) => rows[1] >= row,
      );
      this.#row = row;
    }
    this.#budget.spend(this.#inRow.length, 'finding areas of cells');
    return this.#inRow.find(({ columns }) => columns[0] <= column && column <= columns[1])?.value;
  }
}
