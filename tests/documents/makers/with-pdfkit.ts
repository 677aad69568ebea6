import { buffer } from 'node:stream/consumers';
import PdfKit from 'pdfkit';
import { STORY, sentences } from './story.ts';

const { title, intro, link, kinds, steps, end } = STORY;

/** PDFKit: bullets are drawn as circles, a link stands inside a paragraph. */
export async function withPdfKit(): Promise<Uint8Array> {
  const pdf = new PdfKit({ info: { Title: title, Author: 'Ada Stream', CreationDate: new Date(0) } });
  const heading = (text: string, size: number) =>
    pdf.moveDown().font('Helvetica-Bold').fontSize(size).text(text);
  const body = () => pdf.moveDown(0.5).font('Helvetica').fontSize(11);
  heading(title, 24);
  body().text(`${intro} See `, { continued: true });
  pdf.fillColor('blue').text(link.text, { link: link.url, continued: true });
  pdf.fillColor('black').text(' for the figures.', { link: null });
  heading(kinds.title, 16);
  body().text(kinds.lead);
  body().list(kinds.items);
  heading(steps.title, 16);
  body().text(steps.lead);
  body().list(steps.items, { listType: 'numbered' });
  body().text(end);
  pdf.end();
  return new Uint8Array(await buffer(pdf));
}

/** PDFKit with two columns under a title as wide as the page. */
export async function withPdfKitColumns(): Promise<Uint8Array> {
  const pdf = new PdfKit({ info: { CreationDate: new Date(0) } });
  pdf.font('Times-Bold').fontSize(22).text(title, { align: 'center' });
  pdf.moveDown().font('Times-Roman').fontSize(10);
  pdf.text(sentences(24).join(' '), { columns: 2, columnGap: 18, height: 300, align: 'justify' });
  pdf.end();
  return new Uint8Array(await buffer(pdf));
}
