import { PDFDocument, type PDFFont, type PDFPage, PDFString, StandardFonts } from 'pdf-lib';
import { STORY, sentences } from './story.ts';

const { title, intro, link, kinds, steps, end } = STORY;

/** pdf-lib: every line is drawn by itself, the link is an annotation over a part of one. */
export async function withPdfLib(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const [regular, bold] = await Promise.all([
    pdf.embedFont(StandardFonts.Helvetica),
    pdf.embedFont(StandardFonts.HelveticaBold),
  ]);
  const page = pdf.addPage([595, 842]);
  let y = 780;
  const draw = (text: string, font: PDFFont, size: number, x = 60) => {
    for (const line of wrap(text, font, size, 535 - x)) {
      page.drawText(line, { x, y, size, font });
      y -= 1.3 * size;
    }
    y -= 0.6 * size;
  };
  draw(title, bold, 26);
  draw(intro, regular, 11);
  const before = 'The figures are those of ';
  const [left, right] = [before, before + link.text].map((text) => 60 + regular.widthOfTextAtSize(text, 11));
  addLink(pdf, page, [left!, y - 3, right!, y + 9], link.url);
  draw(`${before}${link.text}.`, regular, 11);
  draw(kinds.title, bold, 16);
  draw(kinds.lead, regular, 11);
  for (const item of kinds.items) draw(`• ${item}`, regular, 11, 70);
  draw(steps.title, bold, 16);
  draw(steps.lead, regular, 11);
  for (const [i, item] of steps.items.entries()) draw(`${i + 1}. ${item}`, regular, 11, 70);
  draw(end, regular, 11);
  return pdf.save();
}

/** pdf-lib with a running header and page numbers, and words broken over lines and pages. */
export async function withPdfLibPages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const bold = await pdf.embedFont(StandardFonts.TimesRomanBold);
  const lines = wrap(sentences(40).join(' ').replaceAll('engineers', 'en-\ngineers'), font, 12, 400);
  let page: PDFPage | null = null;
  let y = 0;
  let number = 0;
  for (const line of lines) {
    if (page === null || y < 100) {
      page = pdf.addPage([500, 500]);
      page.drawText('The Journal of Crossings', { x: 180, y: 470, size: 9, font });
      page.drawText(`${++number}`, { x: 247, y: 24, size: 9, font });
      y = 430;
      if (number === 1) {
        page.drawText(title, { x: 50, y: y - 10, size: 20, font: bold });
        y -= 50;
      }
    }
    page.drawText(line, { x: 50, y, size: 12, font });
    y -= 15;
  }
  return pdf.save();
}

/** Lines of a text; a line feed ends one. */
function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split('\n')) {
    let line = '';
    for (const word of part.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (font.widthOfTextAtSize(longer, size) <= width) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;
}

function addLink(pdf: PDFDocument, page: PDFPage, rect: number[], url: string): void {
  const annotation = pdf.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: rect,
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(url) },
  });
  page.node.addAnnot(pdf.context.register(annotation));
}
