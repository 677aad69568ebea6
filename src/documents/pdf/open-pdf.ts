import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { addNewerBuiltIns } from './newer-built-ins.ts';
import { OperatorBudget } from './operator-budget.ts';
import { type PathOperators, pathOperators } from './operators.ts';
import { WatchedPort } from './watched-port.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** An open PDF. */
export interface Pdf {
  readonly document: PdfDocument;
  readonly ops: PathOperators;
  /** What its pages may still cost; a page whose operators are read spends it. */
  readonly budget: OperatorBudget;
  close(): Promise<void>;
}

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
  const ops = await pathOperators();
  const budget = new OperatorBudget(ops, bytes.length);
  const worker = await workerInThread((operators) => budget.spend(operators));
  try {
    // PDF.js takes the buffer away from its owner, and a second conversion may want it.
    const document = await getDocumentProxy(new Uint8Array(bytes), {
      worker,
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
    const close = async (): Promise<void> => {
      await document.destroy();
      worker.destroy();
    };
    return { document, ops, budget, close };
  } catch (error) {
    worker.destroy();
    if (error instanceof RangeError) throw error;
    return null;
  }
}

type Worker = InstanceType<Awaited<ReturnType<typeof getResolvedPDFJS>>['PDFWorker']>;

/** Both halves of PDF.js in this thread, as without a worker, with a watch on what goes between them. */
async function workerInThread(watch: (operators: readonly number[]) => void): Promise<Worker> {
  const { PDFWorker } = await getResolvedPDFJS();
  const { pdfjsWorker } = globalThis as unknown as {
    pdfjsWorker: { WorkerMessageHandler: { initializeFromPort(port: unknown): void } };
  };
  const port = new WatchedPort(watch);
  pdfjsWorker.WorkerMessageHandler.initializeFromPort(port);
  return PDFWorker.create({ port: port as never, verbosity: SILENT });
}
