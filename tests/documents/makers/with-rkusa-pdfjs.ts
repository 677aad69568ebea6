import { createRequire } from 'node:module';
import pdfjs from 'pdfjs';
import { STORY } from './story.ts';

const { title, intro, link, kinds, steps, costs, end } = STORY;
const font = (name: string) => createRequire(import.meta.url)(`pdfjs/font/${name}`);

/** The writer named pdfjs: cells for paragraphs, tables without lines, a footer with page numbers. */
export async function withRkusaPdfjs(): Promise<Uint8Array> {
  const bold = font('Helvetica-Bold');
  const pdf = new pdfjs.Document({ font: font('Helvetica'), fontSize: 11, padding: 60 } as never);
  const heading = (text: string, fontSize: number) =>
    pdf.cell({ paddingTop: 14, paddingBottom: 6 } as never).text(text, { font: bold, fontSize } as never);
  const paragraph = (text: string) => pdf.cell({ paddingBottom: 6 } as never).text(text);
  pdf.footer().pageNumber((current: number, total: number) => `Page ${current} of ${total}`, {
    textAlign: 'center',
  } as never);
  heading(title, 24);
  paragraph(intro)
    .add('See')
    .add(link.text, { link: link.url } as never)
    .add('for the figures.');
  heading(kinds.title, 16);
  paragraph(kinds.lead);
  for (const item of kinds.items) paragraph(`• ${item}`);
  heading(steps.title, 16);
  paragraph(steps.lead);
  for (const [i, item] of steps.items.entries()) paragraph(`${i + 1}. ${item}`);
  heading(costs.title, 16);
  paragraph(costs.lead);
  const table = pdf.table({ widths: [150, 100, 100], padding: 4 } as never);
  for (const row of costs.rows) {
    const line = table.row();
    for (const cell of row) line.cell(cell);
  }
  paragraph(end);
  return new Uint8Array(await pdf.asBuffer());
}
