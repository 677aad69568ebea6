import { isBlank } from '../../../html/blank.ts';
import { type HtmlNode, TEXT } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import { labelOf } from '../../../page/text-of.ts';
import type { Builder } from '../../builder.ts';
import { mathFormula } from './math.ts';

const MAX_NUMBER_CHARS = 20;
const BULLET = /^[•–—*·∙◦▪]$/;

/** What LaTeXML (arXiv) draws: displayed equations as a table, with their numbers, and marks that Markdown has its own for. */
export function handleLatexml(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'table') return addEquations(node, b) ? false : null;
  if (b.roles.has(node, ROLE.latexmlMark)) return addMark(node, b);
  if (!b.roles.has(node, ROLE.latexmlItem)) return false;
  return node.parent?.tag === 'li' && BULLET.test(labelOf(b.doc, node, 4)) ? false : null;
}

/** The sign of a note that stands elsewhere: what it says again to those who point at it goes. */
function addMark({ first }: HtmlNode, b: Builder): boolean | null {
  if (first?.tag !== 'sup') return null;
  const value = labelOf(b.doc, first, MAX_NUMBER_CHARS);
  return b.atom({ type: 'mark', tag: 'sup', children: [{ type: 'text', value }] });
}

function addEquations(table: HtmlNode, b: Builder): boolean {
  const rows: string[] = [];
  for (const row of b.doc.elements.within(table, 'tr')) {
    const latex = equationOf(row, b);
    if (latex !== '') rows.push(latex);
    // A row of prose between equations: all stays a table.
    else if (labelOf(b.doc, row, 4) !== '') return false;
  }
  for (const latex of rows) b.math({ latex, display: true });
  return rows.length > 0;
}

/** The formulas in the cells of a row as one, its number as a tag; empty without a formula. */
function equationOf(row: HtmlNode, b: Builder): string {
  let latex = '';
  let number = '';
  let isFormula = false;
  for (let i = row.index + 1; i < row.end; i++) {
    const node = b.doc.nodes[i]!;
    if (b.removedBy[i] !== 0) i = node.end - 1;
    else if (node.kind === TEXT) {
      if (!isBlank(node.text)) latex += ` \\text{${asText(node.text)}}`;
    } else if (node.tag === 'math') {
      latex += ` ${mathFormula(node, b)
        .latex.replace(/^\\displaystyle(?![a-z])/i, '')
        .trim()}`;
      isFormula = true;
      i = node.end - 1;
    } else if (b.roles.has(node, ROLE.latexmlNumber)) {
      number = labelOf(b.doc, node, MAX_NUMBER_CHARS).replace(/^\(|\)$|[\\{}$]/g, '');
      i = node.end - 1;
    }
  }
  if (!isFormula) return '';
  const isNumbered = number !== '' && !latex.includes('\\tag{');
  return isNumbered ? `${latex.trim()} \\tag{${number}}` : latex.trim();
}

/** A text between formulas as TeX that sets it so. */
function asText(text: string): string {
  return text
    .replace(/[\\{}$]/g, '')
    .replace(/[%&#_]/g, '\\$&')
    .replace(/\s+/g, ' ');
}
