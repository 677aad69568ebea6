import { brotliDecompressSync } from 'node:zlib';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { BudgetSpent } from '../../core/budget.ts';
import { lazy } from '../../core/lazy.ts';
import { chargeDecoding } from './decoded-streams.ts';
import { OperatorBudget } from './operator-budget.ts';
import { type SentFont, TextLoss } from './text-loss.ts';

type Resolved = Awaited<ReturnType<typeof getResolvedPDFJS>>;
type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** An open PDF. */
export interface Pdf {
  readonly document: PdfDocument;
  /** It says that its tags tell what its content is (ISO 32000-2, 14.7.1). */
  readonly isTagged: boolean;
  /** Which of its layers (optional content) are shown. */
  readonly layers: Awaited<ReturnType<PdfDocument['getOptionalContentConfig']>>;
  /** Numbers of PDF.js's drawing operators, by name. */
  readonly ops: Resolved['OPS'];
  /** What its pages may still cost; a page whose operators are read spends it. */
  readonly budget: OperatorBudget;
  /** How much of the text read so far is not in the file. */
  readonly loss: TextLoss;
  close(): Promise<void>;
}

/** PDF.js says only what ends in an exception. */
const SILENT = 0;
/** Pictures of more pixels than this are not decoded: none is looked at. */
const MAX_IMAGE_PIXELS = 1;

/**
 * Opens a PDF with PDF.js, which runs no script of it and asks no network: fonts and pictures are those of the file,
 * character maps are those of the file and our own. Null for bytes that are no PDF or are damaged beyond repair. Throws
 * `BudgetSpent` for streams that become too much.
 */
export async function openPdf(bytes: Uint8Array): Promise<Pdf | 'password' | null> {
  addNewerBuiltIns();
  const { OPS: ops } = await getResolvedPDFJS();
  const budget = new OperatorBudget(ops, bytes.length);
  chargeDecoding(budget);
  const loss = new TextLoss();
  const worker = await workerInThread(new WatchedPort(budget, loss));
  try {
    // PDF.js takes the buffer away from its owner, and a second conversion may want it.
    const document = await getDocumentProxy(new Uint8Array(bytes), {
      worker,
      verbosity: SILENT,
      isEvalSupported: false,
      enableXfa: false,
      fontExtraProperties: true,
      useSystemFonts: true,
      // Else the outlines of all glyphs are built, to be drawn.
      disableFontFace: false,
      useWorkerFetch: false,
      useWasm: false,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      standardFontDataUrl: undefined,
      cMapUrl: undefined,
      BinaryDataFactory: CharacterMaps,
      disableAutoFetch: true,
      disableStream: true,
    } as Parameters<typeof getDocumentProxy>[1]);
    const close = async (): Promise<void> => {
      await document.destroy();
      worker.destroy();
    };
    const isTagged = (await document.getMarkInfo())?.Marked === true;
    const layers = await document.getOptionalContentConfig();
    return { document, isTagged, layers, ops, budget, loss, close };
  } catch (error) {
    worker.destroy();
    budget.check();
    if (error instanceof RangeError) throw error;
    return error instanceof Error && error.name === 'PasswordException' ? 'password' : null;
  }
}

/** Both halves of PDF.js in this thread, as without a worker, with a watch on what goes between them. */
async function workerInThread(port: WatchedPort): Promise<InstanceType<Resolved['PDFWorker']>> {
  const { PDFWorker } = await getResolvedPDFJS();
  const { pdfjsWorker } = globalThis as unknown as {
    pdfjsWorker: { WorkerMessageHandler: { initializeFromPort(port: unknown): void } };
  };
  pdfjsWorker.WorkerMessageHandler.initializeFromPort(port);
  return PDFWorker.create({ port: port as never, verbosity: SILENT });
}

type SentObject = readonly [
  name: string,
  kind: string,
  sent: { extra?: SentFont | typeof LOADED; error?: unknown },
];

/** What PDF.js says over a port while it works; the data of `commonobj` is a `SentObject`. */
interface PortMessage {
  readonly action?: string;
  readonly data?: unknown;
  readonly chunk?: Chunk;
}

/** A part of what a page draws, or of its text. */
type Chunk = Readonly<Record<string, unknown>> & { readonly fnArray?: readonly number[] };

const isOfPage = (chunk: unknown): chunk is Chunk =>
  typeof chunk === 'object' && chunk !== null && ('fnArray' in chunk || 'items' in chunk);

/** A chunk for its reader: its sender empties its lists and fills them anew, and never changes what stands in them. */
function keptChunk(chunk: Chunk): Chunk {
  const own = Object.entries(chunk).map(([name, part]) => {
    if (Array.isArray(part)) return [name, [...part]];
    return [name, isPlainObject(part) ? { ...part } : part];
  });
  return Object.fromEntries(own);
}

const isPlainObject = (part: unknown): part is object =>
  typeof part === 'object' && part !== null && !ArrayBuffer.isView(part);

/** What a font of PDF.js says of itself that a browser need not load: there is none. */
const LOADED = { attached: true };

/** The port between the two halves of PDF.js in one thread. It counts drawing operators, a thousand at a time, and takes in fonts. */
class WatchedPort extends EventTarget {
  constructor(
    private readonly budget: OperatorBudget,
    private readonly loss: TextLoss,
  ) {
    super();
  }

  postMessage(message: PortMessage, transfer?: readonly ArrayBuffer[] | null): void {
    const operators = message.chunk?.fnArray;
    if (operators !== undefined) this.budget.spend(operators);
    if (message.action === 'commonobj') this.#takeFont(message.data as SentObject);
    const data: unknown = !isOfPage(message.chunk)
      ? structuredClone(message, transfer ? { transfer: [...transfer] } : undefined)
      : { ...message, chunk: keptChunk(message.chunk) };
    // As between threads, a message arrives after the sender is done.
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }

  /** Takes in a font before anything is read with it; what it says beyond what is drawn with stays here: character maps are long. */
  #takeFont([name, kind, sent]: SentObject): void {
    if (kind !== 'Font') return;
    if (sent.error !== undefined) this.loss.addBrokenFont(name);
    if (sent.extra !== undefined) {
      const font = sent.extra as SentFont;
      this.loss.addFont(name, font);
      this.budget.spendMap(font.toUnicode?.length ?? 0);
    }
    sent.extra = LOADED;
  }
}

/**
 * Gives Node 20 the two built-ins that PDF.js calls without asking for them, so that every version of Node reads a
 * PDF alike: `ArrayBuffer.prototype.transferToFixedLength` (ECMAScript 2024) and `URL.parse` (WHATWG URL).
 */
function addNewerBuiltIns(): void {
  if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
    define(
      ArrayBuffer.prototype,
      'transferToFixedLength',
      function (this: ArrayBuffer, length = this.byteLength) {
        const moved = new ArrayBuffer(length);
        new Uint8Array(moved).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
        return moved;
      },
    );
  }
  if (!('parse' in URL)) {
    define(URL, 'parse', (address: string, base?: string) => {
      try {
        return new URL(address, base);
      } catch {
        return null;
      }
    });
  }
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/**
 * Gives PDF.js the predefined character maps (ISO 32000-2, 9.7.5.2), which tell the characters of Chinese, Japanese and
 * Korean fonts that have no map in the file. An instance is what PDF.js calls a `BinaryDataFactory`. Rejects for all else
 * that PDF.js may ask for, such as fonts, which it then does without.
 */
class CharacterMaps {
  /** `filename`: name of a character map with `.bcmap` behind it. */
  async fetch({ kind, filename }: Readonly<Record<'kind' | 'filename', string>>): Promise<Uint8Array> {
    const map = kind === 'cMapUrl' ? (await unpacked()).get(filename) : undefined;
    if (map === undefined) throw new Error(`"${filename}" is not there`);
    return map;
  }
}

/** Every map by the name of its file. A map is a copy: what is sent between the halves of PDF.js is cloned with its buffer. */
const unpacked = lazy(async () => {
  const { MAP_BYTES, PACKED_MAPS } = await import('./character-maps.table.ts');
  const whole = brotliDecompressSync(Buffer.from(PACKED_MAPS, 'base64'));
  const maps = new Map<string, Uint8Array>();
  let at = 0;
  for (const [name, bytes] of MAP_BYTES) {
    maps.set(`${name}.bcmap`, new Uint8Array(whole.subarray(at, at + bytes)));
    at += bytes;
  }
  return maps;
});

/** Names of what PDF.js throws for a file that is damaged, or closed while it is read. */
const OF_DAMAGE =
  /^(?:AbortException|FormatError|InvalidPDFException|MissingDataException|ParserEOFException|UnknownErrorException|XRef(?:Entry|Parse)Exception)$/;

/**
 * Reads a PDF. PDF.js reads some objects of a file ahead, and nobody waits for the promises: where such an object is damaged,
 * or too much, the rejection would end the process or thread. Other rejections go where they would without this.
 */
export async function withoutStrayRejections<T>(read: () => Promise<T>): Promise<T> {
  process.on('unhandledRejection', passOn);
  try {
    return await read();
  } finally {
    // Node tells of rejections once all microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', passOn);
  }
}

function passOn(reason: unknown): void {
  if (reason instanceof BudgetSpent || (reason instanceof Error && OF_DAMAGE.test(reason.name))) return;
  if (process.listenerCount('unhandledRejection') === 1) throw reason;
}
