import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ConvertRequest, convertRequest, convertResponse } from '../contract/convert.ts';
import { count } from '../contract/count.ts';
import { type Failure, invalid, ServiceError, toFailure } from '../contract/failure.ts';
import { parseRequest } from '../contract/invalid-request.ts';
import { sayDefaults } from '../contract/not-given.ts';
import { unknownFields } from '../contract/unknown-fields.ts';
import type { ConvertCall, ConvertedPage, Converter, WantedFreshness } from '../conversion/converter.ts';
import { defined } from '../conversion/defined.ts';
import { convertData, warned } from '../conversion/response-data.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { jsonLength } from '../core/writing/written-document.ts';
import { FaultNamingServer } from './fault-naming-server.ts';

const TOOL_NAME = 'webpage_to_markdown';

/**
 * Most bytes of the content of an answer as JSON, without what a part repeats, and with it. It stands in the answer twice, and
 * official clients lose connections over messages of some 500 KB.
 */
const MAX_CONTENT_BYTES = 130_000;
const MAX_SHOWN_BYTES = 162_500;
/** Most bytes of each list of the structured part, whose other fields are short; what does not fit is counted. */
const MAX_LIST_BYTES = 30_000;

/**
 * Most estimated tokens of a part where the caller names no number: what Claude Code takes from a tool without a warning. Models keep
 * what they read, and most pages are shorter.
 */
const PART_TOKENS = 10_000;

/** First and further notices of progress on a slow page, in milliseconds. */
const PROGRESS_MS = 2000;

/**
 * The data of an answer. It has the content too: several clients show a model the structured part alone. The fields of the
 * diagnostics, two fifths of the list of tools, are left to the description of HTTP.
 */
const toolOutput = convertResponse.shape.data.extend({
  diagnostics: z
    .looseObject({})
    .optional()
    .describe('Only when `include_diagnostics` is true; its fields: `Diagnostics` in /openapi.json.'),
  left_out: z
    .object({ links: count.optional(), images: count.optional() })
    .optional()
    .describe('How many entries of a list an answer has no room for; ask POST /v1/convert for all.'),
});

/** What the schemas say of themselves but their ids, by which they would be referred to. */
const WITHOUT_IDS = {
  get(schema: z.ZodType) {
    const { id, ...said } = z.globalRegistry.get(schema) ?? {};
    return said;
  },
} as typeof z.globalRegistry;

/** The tool as clients list it. Input and output are made from the schemas that HTTP validates with. */
const WEBPAGE_TOOL: Tool = {
  name: TOOL_NAME,
  title: 'Web page to Markdown',
  description:
    'Fetches a web page and returns its main content as clean Markdown or plain text, without advertisements and navigation. Pages that cannot be read (not found, login, paywall, bot check, empty) are errors with a named reason. A long page comes in parts of `max_tokens`, 10,000 unless given: the answer says how to get the next one.',
  inputSchema: jsonSchema(convertRequest, 'input') as Tool['inputSchema'],
  outputSchema: jsonSchema(toolOutput, 'output') as NonNullable<Tool['outputSchema']>,
  annotations: {
    title: 'Web page to Markdown',
    readOnlyHint: true,
    destructiveHint: false,
    // Pages change, but calling twice does nothing more than calling once.
    idempotentHint: true,
    openWorldHint: true,
  },
};

/** The first revision with structured content (MCP, Tools, Structured Content). */
const FIRST_STRUCTURED = '2025-06-18';

/** What the door adds to a call. */
export interface ToolCall extends Pick<ConvertCall, 'keyId' | 'running' | keyof WantedFreshness> {
  /** The revision that the caller speaks, where the door knows it; that of the connection else. */
  readonly revision?: string | undefined;
  /** Awaited before the result is sent: the call was answered, was cancelled, or failed for a reason. Only the first time counts. */
  readonly onEnd: (failure: Failure | undefined, isCancelled?: boolean) => Promise<void>;
}

/**
 * Runs the tool. Failures are results with `isError`: the text begins with the reason, and `_meta` carries it as
 * data under `pagemark/error`. Rejects only when the caller cancelled.
 */
async function callWebpageTool(
  converter: Converter,
  input: unknown,
  call: ToolCall,
  { mcpReq }: ServerContext,
  isStructured: boolean,
): Promise<CallToolResult> {
  const stopProgress = reportProgress(mcpReq);
  const warnings = unknownFields(input);
  try {
    const request = parseRequest(convertRequest, input ?? {});
    const { onEnd, revision: _, ...known } = call;
    const conversion = { signal: mcpReq.signal, maxBytes: MAX_CONTENT_BYTES, ...known };
    const isOpen = request.max_tokens === undefined && request.cursor === undefined;
    const asked = isOpen ? { ...request, max_tokens: PART_TOKENS } : request;
    const page = await converter.convert(asked, conversion);
    // A cursor of HTTP keeps the parts of HTTP.
    if (jsonLength(page.content) > MAX_SHOWN_BYTES)
      throw invalid('Start again without "cursor": this one is of HTTP, and its part is too long for MCP.');
    await onEnd(undefined);
    const next =
      page.nextCursor === undefined ? [] : [{ type: 'text' as const, text: howToGoOn(page.nextCursor) }];
    const structured = structuredPart(warned(page, warnings), request);
    return {
      content: [
        { type: 'text', text: page.content },
        ...(isStructured ? [] : furtherText(structured, request)),
        ...next,
      ],
      ...(isStructured ? { structuredContent: structured } : {}),
      ...metaOf({ ...snapshotMeta(page), ...warningsMeta(warnings) }),
    };
  } catch (error) {
    const failure = toFailure(error);
    await call.onEnd(failure, mcpReq.signal.aborted);
    if (mcpReq.signal.aborted && !(error instanceof ServiceError)) throw error;
    return failureResult(failure, warnings);
  } finally {
    stopProgress();
  }
}

/** What else was asked for, as JSON, for those who know no structured content: the content itself once is enough. */
function furtherText(
  { content: _, usage, next_cursor: __, ...further }: z.infer<typeof toolOutput>,
  { include_diagnostics: wantsUsage }: ConvertRequest,
): CallToolResult['content'] {
  const told = { ...further, ...(wantsUsage ? { usage } : {}) };
  return Object.keys(told).length === 0 ? [] : [{ type: 'text', text: JSON.stringify(told) }];
}

function howToGoOn(cursor: string): string {
  return `This is one part of the page. For the next one call ${TOOL_NAME} again with the same arguments and "cursor": "${cursor}". Each part counts as one request.`;
}

/** The data of HTTP, always with the usage, and with no more of its lists than there is room for. */
function structuredPart(page: ConvertedPage, request: ConvertRequest): z.infer<typeof toolOutput> {
  const { links, images, part, ...data } = convertData(page);
  const [shownLinks, shownImages] = [withinBytes(links), withinBytes(images)];
  const leftOut = {
    ...(links && shownLinks!.length < links.length ? { links: links.length - shownLinks!.length } : {}),
    ...(images && shownImages!.length < images.length ? { images: images.length - shownImages!.length } : {}),
  };
  // Every page is cut here; one that comes at once, unasked, is no part.
  const isPart = (request.max_tokens ?? request.cursor ?? page.nextCursor) !== undefined;
  return {
    ...data,
    usage: { tokens: page.tokens },
    ...defined({ links: shownLinks, images: shownImages }),
    ...(part && (isPart || part.over_max_tokens) ? { part } : {}),
    ...(Object.keys(leftOut).length === 0 ? {} : { left_out: leftOut }),
  };
}

/** The first entries of a list that take no more than `MAX_LIST_BYTES` as JSON. */
function withinBytes<T>(list: readonly T[] | undefined): T[] | undefined {
  let bytes = 0;
  const end = list?.findIndex((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return bytes > MAX_LIST_BYTES;
  });
  return end === undefined || end < 0 ? list && [...list] : list?.slice(0, end);
}

/** What HTTP says in `Age` and `Cache-Status`. */
function snapshotMeta({ ageS, cacheStatus }: ConvertedPage): Record<string, unknown> {
  return ageS === undefined ? {} : { 'pagemark/snapshot': { age_s: ageS, cache_status: cacheStatus } };
}

/** What HTTP says in `X-Pagemark-Warnings`. */
const warningsMeta = (warnings: readonly string[]): Record<string, unknown> =>
  warnings.length === 0 ? {} : { 'pagemark/warnings': warnings };

const metaOf = (meta: Record<string, unknown>): Pick<CallToolResult, '_meta'> =>
  Object.keys(meta).length === 0 ? {} : { _meta: meta };

function failureResult(failure: Failure, warnings: readonly string[]): CallToolResult {
  const { reason, message, retryAfterMs } = failure;
  const retry =
    retryAfterMs === undefined ? {} : { retry_after_s: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
  return {
    isError: true,
    content: [{ type: 'text', text: `${reason}: ${message}` }],
    _meta: { 'pagemark/error': { reason, message, ...retry }, ...warningsMeta(warnings) },
  };
}

/** Notices while the page is worked on, when the caller gave a token for them. Returns what stops them. */
function reportProgress(mcpReq: ServerContext['mcpReq']): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: 'Fetching and converting the page' };
    // A caller that has gone is noticed by the signal; a lost notice is no failure of the call.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

/** JSON Schema with an object at its root and no references: several clients resolve none. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema, ...root } = z.toJSONSchema(schema, {
    io,
    metadata: WITHOUT_IDS,
    override(made) {
      sayDefaults(made);
      // Answers may get further fields, which must not break a client that validates them.
      if (made.jsonSchema.additionalProperties === false) delete made.jsonSchema.additionalProperties;
    },
  });
  return root;
}

/** A server for one request (HTTP) or one connection (stdio) that offers the one tool. */
export function createMcpServer(converter: Converter, call: ToolCall): Server {
  const server = new FaultNamingServer(
    { name: 'pagemark', title: 'pagemark', version: ENGINE_VERSION },
    {
      capabilities: { tools: {} },
      instructions: `Use ${TOOL_NAME} to read a web page as Markdown or plain text.`,
    },
  );
  const isStructured = (): boolean =>
    (call?.revision ?? server.getNegotiatedProtocolVersion() ?? FIRST_STRUCTURED) >= FIRST_STRUCTURED;
  const { outputSchema: _, ...plainTool } = WEBPAGE_TOOL;
  server.setRequestHandler('tools/list', () => ({ tools: [isStructured() ? WEBPAGE_TOOL : plainTool] }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    if (params.name !== TOOL_NAME) {
      const message = `Call "${TOOL_NAME}"; there is no tool ${JSON.stringify(params.name.slice(0, 100))}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return callWebpageTool(converter, params.arguments, call, context, isStructured());
  });
  return server;
}
