import { getDocumentProxy } from 'unpdf';
import { addNewerBuiltIns } from './newer-built-ins.ts';

/** An open PDF. */
export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;

/** PDF.js says only what ends in an exception. */
const SILENT = 0;
/** Pictures of more pixels than this are not decoded: none is looked at. */
const MAX_IMAGE_PIXELS = 1;

/**
 * Opens a PDF with PDF.js, which runs no script of it and asks no network: fonts, character maps and pictures are
 * those of the file. Null for bytes that are no PDF, are damaged beyond repair, or want a password.
 */
export async function openPdf(bytes: Uint8Array): Promise<Pdf | null> {
  addNewerBuiltIns();
  try {
    // PDF.js takes the buffer away from its owner, and a second conversion may want it.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: SILENT,
      isEvalSupported: false,
      enableXfa: false,
      useSystemFonts: true,
      disableFontFace: true,
      useWorkerFetch: false,
      useWasm: false,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      standardFontDataUrl: undefined,
      cMapUrl: undefined,
      disableAutoFetch: true,
      disableStream: true,
    } as Parameters<typeof getDocumentProxy>[1]);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}
