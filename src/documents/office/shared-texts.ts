import { BudgetSpent } from '../../core/budget.ts';
import type { RemovedBlock } from '../../core/diagnostics/diagnostics.ts';
import { writtenLimit } from '../../core/writing/written-document.ts';
import { textIn, type XmlElement } from './xml.ts';
import type { Archive } from './zip.ts';

/**
 * Texts of a document that may stand in many places of it: cells share them, rows and slides repeat. Throws `BudgetSpent` for more
 * characters than may be written of what was unpacked, of those that are shown and of those that are hidden.
 */
export class SharedTexts {
  /** Texts that readers do not see, by their places. */
  readonly removed: RemovedBlock[] = [];
  #shown = 0;
  #hidden = 0;

  constructor(private readonly archive: Archive) {}

  /** Counts characters of content. */
  show(characters: number): void {
    this.#shown += characters;
    this.#check(this.#shown);
  }

  /** Characters of hidden text that can still be told. */
  get room(): number {
    return Math.max(0, writtenLimit(this.archive.readBytes) - this.#hidden);
  }

  /** Adds a text that readers do not see to those that were removed. */
  hide(element: string, node: XmlElement | string, step: RemovedBlock['step'] = 'hidden'): void {
    const whole = textIn(node);
    this.#hidden += whole.length;
    this.#check(this.#hidden);
    const text = whole.replace(/\s+/g, ' ').trim();
    if (text !== '') this.removed.push({ step, element, text });
  }

  #check(characters: number): void {
    const most = writtenLimit(this.archive.readBytes);
    if (characters > most) throw new BudgetSpent(`more than ${most} characters of text`);
  }
}
