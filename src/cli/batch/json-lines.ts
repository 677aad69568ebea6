import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { invalid } from '../../contract/failure.ts';

/**
 * Opens a file of JSON lines that outlives its process: `onLine` is given what it holds, and there is one more line at a time. A last
 * line that was torn by a kill is cut off. Throws `invalid_request` for a line that is not JSON, and for a file that cannot be read.
 */
export async function openJsonLines<Line>(file: string, onLine: (line: Line) => void) {
  for await (const line of readJsonLines<Line>(file)) onLine(line);
  let handle: FileHandle = await open(file, 'a');
  let queue: Promise<unknown> = Promise.resolve();
  /** One write after the other: a line is never torn by another. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };
  let fault: { readonly error: unknown } | undefined;
  /** All of it, or a fault, after which a part of it may be there: nothing is written behind that. */
  const append = async (text: string): Promise<void> => {
    if (fault !== undefined) throw fault.error;
    await handle.appendFile(text).catch((error) => {
      fault = { error };
      throw error;
    });
  };
  return {
    add: (line: Line, isWanted: () => boolean = () => true) =>
      inTurn(async () => {
        if (isWanted()) await append(`${JSON.stringify(line)}\n`);
      }),
    /** Writes the lines of these in place of all others, one after the other, or leaves those. */
    replace: <Each>(all: AsyncIterable<Each>, lineOf: (each: Each) => Line) =>
      inTurn(async () => {
        await writeWhole(file, textsOf(all, lineOf));
        await handle.close();
        handle = await open(file, 'a');
        fault = undefined;
      }),
    close: () =>
      inTurn(async () => {
        await handle.sync();
        await handle.close();
      }),
  };
}

async function* textsOf<Each>(all: AsyncIterable<Each>, lineOf: (each: Each) => unknown) {
  for await (const each of all) yield `${JSON.stringify(lineOf(each))}\n`;
}

const LINE_END = '\n'.charCodeAt(0);

/** Reads such a file piece by piece, however large; what follows its last whole line is cut off at the end. */
export async function* readJsonLines<Line>(file: string): AsyncGenerator<Line, void> {
  let number = 0;
  let [rest, at]: [Buffer, number] = [Buffer.alloc(0), 0];
  try {
    for await (const chunk of createReadStream(file)) {
      const bytes = Buffer.concat([rest, chunk as Buffer]);
      let from = 0;
      for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
        if (end > from) yield parseLine<Line>(bytes.toString('utf8', from, end), file, ++number);
        from = end + 1;
      }
      at += from;
      rest = bytes.subarray(from);
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code === undefined) throw cause;
    throw invalid(
      `Have ${JSON.stringify(file)} be readable, or choose another folder; it is not (${code}).`,
      cause,
    );
  }
  if (rest.length > 0) await truncate(file, at);
}

function parseLine<Line>(text: string, file: string, number: number): Line {
  try {
    return JSON.parse(text) as Line;
  } catch (cause) {
    throw invalid(`Repair or remove ${file}: line ${number} is not JSON.`, cause);
  }
}

let drafts = 0;

/** All of a file or nothing, whatever happens to this process. */
export async function writeWhole(file: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  // Two pages may write the same picture at a time.
  const draft = `${file}.${process.pid}-${drafts++}.tmp`;
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
