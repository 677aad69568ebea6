// Makers of PDFs that come without types: what the tests use of them.
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';
  export default class PdfKit extends Readable {
    constructor(options?: object);
    text(text: string, options?: object): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    moveDown(lines?: number): this;
    list(items: readonly unknown[], options?: object): this;
    addPage(): this;
    end(): void;
  }
}
declare module 'pdfmake' {
  const pdfMake: {
    setFonts(fonts: object): void;
    setUrlAccessPolicy(policy: (url: string) => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> };
  };
  export default pdfMake;
}
declare module 'react' {
  export function createElement(type: unknown, props: object, ...children: unknown[]): never;
}
