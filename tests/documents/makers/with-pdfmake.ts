import pdfMake from 'pdfmake';
import { STORY } from './story.ts';

const { title, intro, link, kinds, steps, costs, end } = STORY;

/** pdfmake: bullets are drawn, the numbers of a list stand apart from their items, a table has its lines. */
export async function withPdfMake(): Promise<Uint8Array> {
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setFonts({
    Helvetica: {
      normal: 'Helvetica',
      bold: 'Helvetica-Bold',
      italics: 'Helvetica-Oblique',
      bolditalics: 'Helvetica-Bold',
    },
  });
  const heading = (text: string, fontSize: number) => ({ text, fontSize, bold: true, margin: [0, 12, 0, 6] });
  const definition = {
    info: { title },
    defaultStyle: { font: 'Helvetica', fontSize: 11 },
    content: [
      heading(title, 24),
      { text: [`${intro} See `, { text: link.text, link: link.url, color: 'blue' }, '.'] },
      heading(kinds.title, 16),
      kinds.lead,
      { ul: [...kinds.items], margin: [0, 6, 0, 6] },
      heading(steps.title, 16),
      steps.lead,
      { ol: [...steps.items], margin: [0, 6, 0, 6] },
      heading(costs.title, 16),
      { text: costs.lead, margin: [0, 0, 0, 8] },
      { table: { headerRows: 1, widths: [150, 100, 100], body: costs.rows.map((row) => [...row]) } },
      { text: end, margin: [0, 12, 0, 0] },
    ],
  };
  return new Uint8Array(await pdfMake.createPdf(definition).getBuffer());
}
