import { BudgetSpent, NodeCount } from '../core/budget.ts';
import type { Root } from '../core/content/tree.ts';
import { convertHtml } from '../core/convert-html.ts';
import type { RemovedBlock } from '../core/diagnostics/diagnostics.ts';
import type { InvisibleCounts } from '../core/invisible-characters.ts';
import type { ConvertOptions } from '../core/options.ts';
import { walkContent } from '../core/walk-content.ts';
import { contentOfPage } from './document.ts';

/** Pages that any document may have, and characters that pay for each one more: the emptiest takes about a millisecond. */
const [FREE_PAGES, CHARACTERS_PER_PAGE] = [1000, 500];

/** Pages that a document is made of, each converted by itself: what one leaves open, hides or notes is its own. */
export class PagesWithin {
  /** What they hide, by their places. */
  readonly removed: RemovedBlock[] = [];
  #pages = 0;
  #characters = 0;
  readonly #nodes = new NodeCount();

  constructor(
    private readonly options: ConvertOptions,
    private readonly invisible: InvisibleCounts,
  ) {}

  /** The next page, of which everything is content; `place` is what people call it. Throws `BudgetSpent` for too much in all. */
  read(html: string, place: string): Root {
    const number = ++this.#pages;
    this.#characters += html.length;
    const most = FREE_PAGES + Math.floor(this.#characters / CHARACTERS_PER_PAGE);
    if (number > most) throw new BudgetSpent(`more than ${most} pages of so few characters`);
    const page = convertHtml(html, { ...this.options, scope: 'full' }, { invisible: this.invisible });
    const content = contentOfPage(page);
    walkContent(content, (node) => {
      this.#nodes.add(1);
      if (node.type === 'footnoteDefinition' || node.type === 'footnoteReference')
        node.identifier = `${number}-${node.identifier}`;
    });
    for (const { step, text } of page.diagnostics.removed)
      if (step === 'hidden') this.removed.push({ step, element: place, text });
    return content;
  }

  /** Pages one after the other, those without text left out. */
  readAll(pages: readonly string[], place: string): Root {
    const all = pages.filter((html) => html.trim() !== '').map((html) => this.read(html, place));
    return { type: 'root', children: all.flatMap(({ children }) => children) };
  }
}
