import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { ResultStore } from '../storage/result-store.ts';
import { NO_KEY } from './caller-accounts.ts';
import type { ContentEncoding, Keeping, LoadedPage, PageOutput, PageRequest, PageTask } from './ports.ts';

/** What became of one look for a result, for the metrics; `store_fault` comes besides. */
export const RESULT_LOOKS = ['hit', 'miss', 'store_fault'] as const;
export type ResultLook = (typeof RESULT_LOOKS)[number];

/** The member of `Cache-Status` (RFC 9211) of an answer that was not converted for it. */
export const RESULT_HIT = 'pagemark-result; hit';

/** A content in another encoding than it is kept in is made of it up to here; more would hold the event loop up for long. */
const MOST_RECODED_BYTES = 1_048_576;

const utf8 = new TextEncoder();

/** A page that is asked about: its facts, and what a worker would be told of it. */
export interface AskedPage {
  readonly page: Pick<LoadedPage, 'keeping'>;
  readonly task: Omit<PageTask, 'bytes'>;
}

/** What was made of pages, for those who ask for the same again. */
export type KeptResults = ReturnType<typeof keepResults>;

export interface KeptResultsParts {
  readonly store: ResultStore;
  /** Milliseconds that results of HTML which a caller sent are kept. */
  readonly keepMs: number;
  readonly onLook?: (look: ResultLook) => void;
  readonly onFault?: (error: unknown) => void;
  /** Wall clock in milliseconds; default `Date.now`. */
  readonly now?: () => number;
  /** Default: that of this package. */
  readonly engine?: string;
}

/** What is kept besides the content: the facts of an answer, and how the content is encoded. */
interface Meta {
  readonly facts: Omit<PageOutput, 'content' | 'encoded' | 'further'>;
  readonly encoding: ContentEncoding;
}

/**
 * Keeps results of conversions, which are pure functions: under all that they depend on, for those who may have the page, as
 * long as the page. Whatever fails in the store is a miss.
 */
export function keepResults(parts: KeptResultsParts) {
  const { store, keepMs, onLook, onFault, now = Date.now, engine = ENGINE_VERSION } = parts;
  const fault = (error: unknown): null => {
    onLook?.('store_fault');
    onFault?.(error);
    return null;
  };
  return {
    /** How long what is made of HTML that a caller sends is kept, for that caller alone. */
    keepingFor: (call: Pick<PageRequest, 'keyId' | 'noStore'>): Keeping | undefined =>
      call.noStore ? undefined : { untilMs: now() + keepMs, keyId: call.keyId ?? NO_KEY },
    /** The answer of a worker to the same task, in its encoding. Never rejects. */
    async find(asked: AskedPage): Promise<PageOutput | undefined> {
      const key = keyOf(engine, asked);
      if (key === undefined) return undefined;
      const kept = await store.get(key).catch(fault);
      const isGood = kept !== null && now() < Math.min(kept.untilMs, asked.page.keeping!.untilMs);
      const output = isGood ? outputOf(kept.meta, kept.bytes, asked.task.encoding) : undefined;
      onLook?.(output === undefined ? 'miss' : 'hit');
      return output;
    },
    /** Keeps an answer and what came with it; only of content that is `ok`. */
    keep({ page, task }: AskedPage, { further = [], ...output }: PageOutput): void {
      const untilMs = page.keeping?.untilMs ?? 0;
      if (output.outcome !== 'ok' || output.cursorExpired || now() >= untilMs) return;
      for (const one of [{ asked: {}, output }, ...further]) {
        const key = keyOf(engine, { page, task: { ...task, ...one.asked } });
        const { content, encoded = utf8.encode(content), ...facts } = one.output;
        const meta = JSON.stringify({ facts, encoding: task.encoding ?? 'plain' } satisfies Meta);
        if (key !== undefined) store.put(key, { meta, bytes: encoded, untilMs }).catch(fault);
      }
    },
    close: () => store.close(),
  };
}

/** Names everything that an answer depends on but for its encoding; undefined: nothing of the page may be kept. */
function keyOf(engine: string, { page, task }: AskedPage): string | undefined {
  const { encoding: _, wantFurther: __, part, ...rest } = task;
  if (page.keeping === undefined || task.sha256 === undefined) return undefined;
  const place = part && [part.index, part.digest, part.maxTokens, part.maxBytes];
  const facts = JSON.stringify([engine, page.keeping.keyId, rest, place]);
  return createHash('sha256').update(facts).digest('base64url');
}

function outputOf(
  meta: string,
  bytes: Uint8Array<ArrayBuffer>,
  wanted: ContentEncoding | undefined,
): PageOutput | undefined {
  const { facts, encoding } = JSON.parse(meta) as Meta;
  if (wanted === encoding) return { ...facts, content: '', encoded: bytes };
  if (bytes.byteLength > MOST_RECODED_BYTES) return undefined;
  const written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const content = encoding === 'json' ? (JSON.parse(written) as string) : written;
  if (wanted === undefined) return { ...facts, content };
  return {
    ...facts,
    content: '',
    encoded: utf8.encode(wanted === 'json' ? JSON.stringify(content) : content),
  };
}
