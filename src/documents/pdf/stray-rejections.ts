/** Names of what PDF.js throws for a file that is damaged. */
const OF_DAMAGE =
  /^(?:FormatError|InvalidPDFException|MissingDataException|ParserEOFException|UnknownErrorException|XRef(?:Entry|Parse)Exception)$/;

let readers = 0;

/**
 * Reads a PDF. PDF.js reads some objects of a file ahead, and nobody waits for the promises: where such an object is damaged,
 * the rejection would end the process or thread. Other rejections go where they would without this.
 */
export async function withoutStrayRejections<T>(read: () => Promise<T>): Promise<T> {
  if (readers++ === 0) process.on('unhandledRejection', passOn);
  try {
    return await read();
  } finally {
    // Node tells of rejections once all microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    if (--readers === 0) process.off('unhandledRejection', passOn);
  }
}

function passOn(reason: unknown): void {
  if (reason instanceof Error && OF_DAMAGE.test(reason.name)) return;
  if (process.listenerCount('unhandledRejection') === 1) throw reason;
}
