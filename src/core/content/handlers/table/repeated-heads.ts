import type { SourceCell, SourceRow } from '../../frame.ts';
import { plainText } from '../../plain-text.ts';
import type { Inline } from '../../tree.ts';

/** Takes the head of the column off the cells of a table each of which says it again, for narrow screens. */
export function dropRepeatedHeads([head, ...rows]: readonly SourceRow[]): void {
  if (head === undefined || rows.length === 0 || !head.cells.every(({ header }) => header)) return;
  const names = head.cells.map(({ children: [only] }) =>
    only?.type === 'paragraph' ? labelOf(only.children) : '',
  );
  const areNamed = ({ cells }: SourceRow): boolean =>
    cells.length === names.length && cells.every((cell, i) => beginsWith(cell, names[i]!));
  if (!rows.every(areNamed)) return;
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    const [first] = cell.children;
    if (first?.type !== 'paragraph') continue;
    if (first.children.length === 1) cell.children.shift();
    else first.children.shift();
  }
}

/** Whether a cell begins with a name in a paragraph, or in a mark, of its own, and says more. */
function beginsWith({ children: [first, ...rest] }: SourceCell, name: string): boolean {
  if (name === '' || first?.type !== 'paragraph') return false;
  const [label, ...others] = first.children;
  const isOwn = others.length === 0 ? rest.length > 0 : label!.type === 'strong';
  return isOwn && labelOf([label!]) === name;
}

function labelOf(run: readonly Inline[]): string {
  return plainText(run).trim().replace(/:$/, '').trimEnd();
}
