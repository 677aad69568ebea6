import type { Root } from './content/tree.ts';
import { walkContent } from './walk-content.ts';

/** Characters that the searches of one page may pass over; after that only the next text of the page is found. */
const SEARCH_BUDGET = 50_000_000;
/** A match this far ahead is where the page goes on only when it is this long. */
const NEAR = 2000;
const LONG = 16;

/**
 * Tells which texts of a page reached its content tree. Asked in document order it is linear: the next text is
 * mostly where the last one ended. White space does not count.
 */
export class WrittenText {
  readonly #ink: string;
  #at = 0;
  #budget = SEARCH_BUDGET;

  constructor(root: Root) {
    const parts: string[] = [];
    walkContent(root, (node) => {
      if ('value' in node && typeof node.value === 'string') parts.push(node.value);
      if ('alt' in node && typeof node.alt === 'string') parts.push(node.alt);
      return false;
    });
    this.#ink = squeeze(parts.join(' '));
  }

  /** True when this text of the page is in the content. */
  has(text: string): boolean {
    const ink = squeeze(text);
    if (this.#ink.startsWith(ink, this.#at)) {
      this.#at += ink.length;
      return true;
    }
    const ahead = this.#find(ink, this.#at);
    if (ahead >= 0 && (ahead - this.#at < NEAR || ink.length >= LONG)) this.#at = ahead + ink.length;
    return ahead >= 0 || this.#find(ink, 0) >= 0;
  }

  #find(ink: string, from: number): number {
    if (this.#budget < 0) return -1;
    const found = this.#ink.indexOf(ink, from);
    this.#budget -= (found < 0 ? this.#ink.length : found) - from;
    return found;
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
