/** Steps for each byte of the dearest labelled page: 1,624 pages, `node bench/budget.mjs` (decisions/046). */
export const DEAREST_STEPS_PER_BYTE = 4;
/** Steps of work that a page may take for each of its bytes: 20 times the dearest labelled page. */
export const STEPS_PER_BYTE = 20 * DEAREST_STEPS_PER_BYTE;
/** Steps beyond those: of a page of a few bytes its tags are most. */
export const FREE_STEPS = 1_000_000;

/** Most nodes of a page, and of the content that another document becomes; a 5 MB article has about 360,000. */
export const NODE_BUDGET = 800_000;

/**
 * Thrown when a page needs more of something than it may have, and only then. `message` says of what, as in "more than 3
 * links".
 */
export class BudgetSpent extends Error {}

/** Throws `BudgetSpent` for more nodes than `NODE_BUDGET`. */
export function checkNodes(nodes: number): void {
  if (nodes > NODE_BUDGET) throw new BudgetSpent(`more than ${NODE_BUDGET} elements and texts`);
}

/** Nodes of a tree that is made piece by piece. */
export class NodeCount {
  #nodes = 0;

  /** Throws `BudgetSpent` for more than `NODE_BUDGET` in all. */
  add(nodes: number): void {
    this.#nodes += nodes;
    checkNodes(this.#nodes);
  }
}

/**
 * The work that a page may cost. A step is an element, an attribute or a character that is handled, or another look at one.
 * Steps are counted where their number could grow faster than the page does, so the count is the same on every machine.
 */
export class Budget {
  /** What the page needed too much of, once it did; null before. */
  exceeded: string | null = null;
  private left: number;
  private used = 0;

  /** `allowance`: steps that each stage may take. */
  constructor(readonly allowance: number) {
    this.left = allowance;
  }

  /** The budget of a page of so many bytes. */
  static for(bytes: number): Budget {
    return new Budget(FREE_STEPS + STEPS_PER_BYTE * bytes);
  }

  /** Steps of all finished stages and of the one at work. */
  get steps(): number {
    return this.used + this.allowance - this.left;
  }

  /** Takes steps; `doing` completes "while". Throws `BudgetSpent` when the stage has taken all that it may. */
  spend(steps: number, doing: string): void {
    this.left -= steps;
    if (this.left < 0)
      throw new BudgetSpent(`more than ${this.allowance} steps of work, spent while ${doing}`);
  }

  /**
   * Computes a stage within an allowance of its own, so that it ends alike whatever was computed before it; `instead` stands
   * for it when the page needs too much.
   */
  stage<T>(compute: () => T, instead: () => T): T {
    const { left } = this;
    this.left = this.allowance;
    try {
      return compute();
    } catch (thrown) {
      if (!(thrown instanceof BudgetSpent)) throw thrown;
      this.exceeded ??= thrown.message;
      return instead();
    } finally {
      this.used += this.allowance - this.left;
      this.left = left;
    }
  }
}
