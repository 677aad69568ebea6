import { jsPDF } from 'jspdf';
import { STORY } from './story.ts';

const { title, intro, link, kinds, steps, costs, end } = STORY;

/** jsPDF: millimetres, a table drawn cell by cell with its lines. */
export function withJsPdf(): Uint8Array {
  const pdf = new jsPDF();
  pdf.setProperties({ title });
  let y = 25;
  const draw = (text: string, size: number, style: 'normal' | 'bold', x = 20) => {
    pdf.setFont('times', style).setFontSize(size);
    for (const line of pdf.splitTextToSize(text, 190 - x) as string[]) {
      pdf.text(line, x, y);
      y += 0.45 * size;
    }
    y += 3;
  };
  draw(title, 22, 'bold');
  draw(intro, 12, 'normal');
  pdf.textWithLink(link.text, 20, y, { url: link.url });
  y += 10;
  draw(kinds.title, 16, 'bold');
  draw(kinds.lead, 12, 'normal');
  for (const item of kinds.items) draw(`-  ${item}`, 12, 'normal', 26);
  draw(steps.title, 16, 'bold');
  draw(steps.lead, 12, 'normal');
  for (const [i, item] of steps.items.entries()) draw(`${i + 1})  ${item}`, 12, 'normal', 26);
  draw(costs.title, 16, 'bold');
  draw(costs.lead, 12, 'normal');
  y += 2;
  for (const row of costs.rows) {
    for (const [column, cell] of row.entries()) {
      pdf.rect(20 + 50 * column, y - 5, 50, 8);
      pdf.text(cell, 22 + 50 * column, y);
    }
    y += 8;
  }
  y += 6;
  draw(end, 12, 'normal');
  return new Uint8Array(pdf.output('arraybuffer'));
}
