import { z } from 'zod';
import { convertFileQuery, convertRequest } from '../../../contract/convert.ts';
import { type FailureReason, toFailure } from '../../../contract/failure.ts';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { ConvertedPage } from '../../../conversion/converter.ts';
import { addressOf } from '../../../conversion/response-data.ts';
import { percentDecoded } from '../../../core/html/address.ts';
import { callerGone } from '../../connections.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { readFile, requireFile } from '../../given-file.ts';
import { admitted, authenticated, countingRefusals } from '../../metering.ts';
import { callOf } from '../../page-answer.ts';
import { jsonBodyOf, requireJson } from '../../request-body.ts';
import { rateLimitHeaders } from '../../response-headers.ts';
import { convertPage, countAndConvert } from '../convert-page.ts';
import type { Door } from '../door.ts';
import { loadAll } from './load-all.ts';

/** Addresses of one call: Open WebUI sends 20. */
const MOST_ADDRESSES = 50;
/** Characters of a header field: clients and proxies take 8 KiB of one. */
const MOST_NAMED_CHARACTERS = 4096;

const webRequest = z.object({ urls: z.array(convertRequest.shape.url).min(1).max(MOST_ADDRESSES) });

/** Failures after which Open WebUI reads the file itself, when their message says that there is no text. */
const NO_TEXT: ReadonlySet<FailureReason> = new Set([
  'empty_content',
  'malformed_document',
  'unsupported_media_type',
]);

/** The external loaders of Open WebUI: pages by their addresses, and a document that is sent. */
export const openwebui: Door = {
  name: 'openwebui',
  owns: ({ url }) => url.startsWith('/loaders/'),
  errorBody: ({ reason, message }) => ({
    detail: NO_TEXT.has(reason) ? `No extractable text: ${message}` : message,
    reason,
  }),
  addRoutes(app, deps) {
    webRoute(app, deps);
    documentRoute(app, deps);
  },
};

/** `POST /loaders/web`: credential → content type → size → JSON → schema → each page: windows → room → conversion, each counted as one request. */
function webRoute(app: HttpApp, deps: HttpDeps): void {
  app.post('/loaders/web', {
    onRequest: authenticated(deps, ({ headers }) => requireJson(headers)),
    handler: async (request, reply) => {
      const { urls } = await countingRefusals(request, reply, deps, async () =>
        parseRequest(webRequest, await jsonBodyOf(request, reply, deps)),
      );
      const signal = callerGone(reply.raw);
      const loaded = await loadAll(urls, signal, (url) =>
        countAndConvert(
          deps,
          request.caller!,
          convertRequest.parse({ url, ...WANTED }),
          callOf(request, signal),
          (windows) => reply.headers(rateLimitHeaders(windows)),
        ),
      );
      const documents = loaded.flatMap((one) => ('page' in one ? [documentOf(one.page, one.url)] : []));
      const failed = loaded.flatMap((one) => ('error' in one ? [one] : []));
      if (documents.length === 0) throw failed[0]!.error;
      if (failed.length > 0) reply.header('x-pagemark-failed', namesOf(failed));
      return documents;
    },
  });
}

/** The reasons and addresses of the pages that did not come, as many as a header field holds. */
function namesOf(failed: readonly { readonly url: string; readonly error: unknown }[]): string {
  const names = failed.map(({ url, error }) => `${toFailure(error).reason} ${encodeURIComponent(url)}`);
  while (names.length > 1 && names.join(', ').length > MOST_NAMED_CHARACTERS) names.pop();
  const left = failed.length - names.length;
  const named = names.join(', ').slice(0, MOST_NAMED_CHARACTERS);
  return left === 0 ? named : `${named}, and ${left} more`;
}

const WANTED = { include_metadata: true, include_extended: true } as const;

/** A document as LangChain's loaders of web pages give it. */
function documentOf(page: ConvertedPage, source: string) {
  const { title, excerpt: description } = page.metadata!;
  const { language } = page.extended!;
  const metadata = { source, url: addressOf(page), title, description, language };
  return { page_content: page.content, metadata };
}

/** `PUT /loaders/document/process`: credential → windows → room → content type → size → file → conversion. */
function documentRoute(app: HttpApp, deps: HttpDeps): void {
  app.put('/loaders/document/process', {
    onRequest: admitted(deps, requireFile),
    handler: async (request, reply) => {
      const sent = await readFile(request, reply, deps);
      const name = nameOf(request.headers['x-filename']) ?? sent.name;
      const body = { ...convertFileQuery.parse(WANTED), url: '' };
      const page = await convertPage(request, reply, deps, body, { file: { ...sent, name } });
      return documentOf(page, name ?? '');
    },
  });
}

/** The percent-encoded name of a file. */
function nameOf(field: string | string[] | undefined): string | undefined {
  return typeof field === 'string' && field !== '' ? percentDecoded(field).slice(-255) : undefined;
}
