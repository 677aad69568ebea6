import { html, type Markup } from '../site/html.ts';

/** A text of the description with its code between backticks, the only Markdown that descriptions of fields have. */
export function inline(text: string): Markup {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** The introduction of the description: paragraphs and tables, parted by blank lines. */
export function blocks(text: string): Markup {
  return html`${text
    .split('\n\n')
    .map((block) => (block.startsWith('|') ? tableOf(block.split('\n')) : html`<p>${inline(block)}</p>\n`))}`;
}

function tableOf([head = '', _rule, ...rows]: readonly string[]): Markup {
  const cells = (row: string) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
  return html`<div class="scroll"><table>
<thead><tr>${cells(head).map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${inline(cell)}</td>`)}</tr>\n`)}</tbody>
</table></div>
`;
}

/** A value as JSON of two blanks a level. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
