import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page of `labelled/`, and the sentences of it that ask for an action. */
interface LabelledPage {
  readonly name: string;
  readonly markdown: string;
  readonly actions: readonly string[];
}

/** The pages of one half, in order of language and place. */
export function readLabelledPages(half: 'develop' | 'kept'): readonly LabelledPage[] {
  const folder = path.join(import.meta.dirname, 'labelled', half);
  return readdirSync(folder).flatMap((file) => {
    const [, ...pages] = readFileSync(path.join(folder, file), 'utf8').split(/^=== /m);
    return pages.map((page) => {
      const [kind = '', ...lines] = page.split('\n');
      const labelled = lines.join('\n');
      return {
        name: `${path.parse(file).name} ${kind}`,
        markdown: labelled.replace(/[⟦⟧]/g, ''),
        actions: [...labelled.matchAll(/⟦([^⟦⟧]+)⟧/g)].map(([, action]) => action!),
      };
    });
  });
}

/** Counts over pages; `wrong` and `missed` name what differs from the labels. */
export interface ActionScore {
  readonly precision: number;
  readonly recall: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** Share of the longer of two texts that the shorter must have, where one is part of the other. */
const ENOUGH_OF_IT = 0.6;

/** Whether an item is a labelled sentence, or holds it with little else: where sentences end can be judged in two ways. */
function isSame(item: string, action: string): boolean {
  const [short, long] = item.length < action.length ? [item, action] : [action, item];
  return long.includes(short) && short.length >= ENOUGH_OF_IT * long.length;
}

/** Scores the items that were given for pages. */
export function scoreActions(
  pages: readonly { readonly page: LabelledPage; readonly items: readonly string[] }[],
): ActionScore {
  const wrong = pages.flatMap(({ page, items }) =>
    items
      .filter((item) => !page.actions.some((action) => isSame(item, action)))
      .map((item) => `${page.name}: ${item}`),
  );
  const missed = pages.flatMap(({ page, items }) =>
    page.actions
      .filter((action) => !items.some((item) => isSame(item, action)))
      .map((action) => `${page.name}: ${action}`),
  );
  const given = pages.reduce((sum, { items }) => sum + items.length, 0);
  const labelled = pages.reduce((sum, { page }) => sum + page.actions.length, 0);
  return {
    precision: 1 - wrong.length / Math.max(given, 1),
    recall: 1 - missed.length / Math.max(labelled, 1),
    wrong,
    missed,
  };
}
