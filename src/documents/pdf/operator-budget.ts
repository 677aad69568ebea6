import { BudgetSpent } from '../../core/budget.ts';

/** Numbers of the operators that cost more than themselves. */
type CostlyOperators = Readonly<Record<'save' | 'restore' | 'paintFormXObjectBegin', number>>;

/** Graphics states that may be open at once; the format's own limit is 28 (ISO 32000-1, annex C). */
export const MAX_NESTED_STATES = 512;
/** Operators of one page, a form drawn counted as `FORM_OPERATORS`: about 5 s of reading. */
export const MAX_PAGE_OPERATORS = 1_000_000;
/** What a form costs to enter, its own operators apart: it has resources and a state of its own. */
const FORM_OPERATORS = 500;
/** Codes of a font's map that cost as much as one operator: the largest maps take 70 ms and 6 MB, for 300 bytes of a file. */
const CODES_PER_OPERATOR = 8;
/** Most codes that a map counts: one of four bytes has far fewer than its last code says. */
const MAX_MAP_CODES = 200_000;
/** Cells of a page painted over that cost as much as one operator, and what a shape costs, in cells. */
const CELLS_PER_OPERATOR = 2_500;
const SHAPE_CELLS = 125;
/** Looks whether a link is over a character that cost as much as one operator: 2 or 3 ns each. */
const COVERS_PER_OPERATOR = 1_000;
/** Further operators of all pages together, by byte of the file: compressed drawings hold about one in two bytes. */
const OPERATORS_PER_BYTE = 2;

/** Bytes that the streams of a file may become by byte of it, however often they are packed; PDFs of our fixtures take 16 at most. */
const DECODED_PER_BYTE = 100;
/** And those beyond: most of a small file is no stream. */
const FREE_DECODED_BYTES = 8 * 1024 ** 2;
const MORE_DECODED = `streams of more than ${DECODED_PER_BYTE} times its bytes and ${FREE_DECODED_BYTES}`;

/**
 * Bounds what the drawing operators of a PDF may cost, and what its streams may become: PDF.js takes time quadratic in nested
 * graphics states, forms that draw each other multiply, and so do filters. Counted as they are read, so that encrypted and
 * packed contents count the same.
 */
export class OperatorBudget {
  readonly #ops: CostlyOperators;
  #left: number;
  #leftOfPage = 0;
  /** Bytes that may still be decoded. */
  decodedLeft: number;
  #decodedLeftAtPage = 0;
  #depth = 0;
  #isSpent = false;
  #tellSpent!: () => void;
  /** Resolves once it is spent. */
  readonly whenSpent = new Promise<void>((resolve) => {
    this.#tellSpent = resolve;
  });

  constructor(ops: CostlyOperators, bytes: number) {
    this.#ops = ops;
    this.#left = MAX_PAGE_OPERATORS + OPERATORS_PER_BYTE * bytes;
    this.decodedLeft = FREE_DECODED_BYTES + DECODED_PER_BYTE * bytes;
  }

  startPage(): void {
    this.#leftOfPage = MAX_PAGE_OPERATORS;
    this.#decodedLeftAtPage = this.decodedLeft;
    this.#depth = 0;
  }

  /** Counts operators of the page. */
  spend(operators: readonly number[]): void {
    const { save, restore, paintFormXObjectBegin } = this.#ops;
    let count = operators.length;
    for (const operator of operators) {
      if (operator === save) this.#isSpent ||= ++this.#depth > MAX_NESTED_STATES;
      else if (operator === restore) this.#depth--;
      else if (operator === paintFormXObjectBegin) count += FORM_OPERATORS;
    }
    this.take(count);
  }

  /** Counts the map of a font, by its last code. */
  spendMap(codes: number): void {
    this.take(Math.ceil(Math.min(codes, MAX_MAP_CODES) / CODES_PER_OPERATOR));
  }

  /** Counts a shape that is painted over so many cells. */
  spendCells(count: number): void {
    this.take((SHAPE_CELLS + count) / CELLS_PER_OPERATOR);
  }

  /** Counts links of a page, each of which may be over any of its characters. */
  spendLinks(links: number, characters: number): void {
    this.take((links * characters) / COVERS_PER_OPERATOR);
  }

  /** Counts decoded bytes, or gives them back. Throws `BudgetSpent` where there are more than it has. */
  spendDecoded(bytes: number): void {
    if (!(bytes <= this.decodedLeft)) this.endDecoding();
    this.decodedLeft -= bytes;
  }

  /** Reads the streams of the page once more: they count once, as the dearer reading has them. */
  async readAgain<T>(read: () => Promise<T>): Promise<T> {
    const left = this.decodedLeft;
    this.decodedLeft = this.#decodedLeftAtPage;
    const result = await read();
    this.decodedLeft = Math.min(this.decodedLeft, left);
    return result;
  }

  /** Throws `BudgetSpent`, now and whenever more is decoded. */
  endDecoding(): never {
    this.decodedLeft = -1;
    this.#isSpent = true;
    this.#tellSpent();
    throw new BudgetSpent(MORE_DECODED);
  }

  /** Throws `BudgetSpent` where too much was decoded, whatever PDF.js made of that. */
  check(): void {
    if (this.decodedLeft < 0) throw new BudgetSpent(MORE_DECODED);
  }

  /** Counts what costs as much as so many operators. */
  take(count: number): void {
    this.#left -= count;
    this.#leftOfPage -= count;
    this.#isSpent ||= this.#left < 0 || this.#leftOfPage < 0;
    if (this.#isSpent) this.#tellSpent();
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }
}
