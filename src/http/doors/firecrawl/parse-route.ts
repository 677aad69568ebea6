import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, invalid } from '../../../contract/failure.ts';
import type { HttpApp, HttpDeps } from '../../deps.ts';
import { admitted } from '../../metering.ts';
import { MULTIPART_FRAMING_BYTES, readForm } from '../../multipart-file.ts';
import { heldBody, requirePlain } from '../../request-body.ts';
import { convertPage } from '../convert-page.ts';
import { documentOf } from './document.ts';
import { readScrape, scrapeOptions } from './scrape-request.ts';

/** Most bytes of the part with the options. */
const OPTIONS_BYTES = 65_536;
const FORM = /^multipart\/form-data[ \t]*;/i;

/** `POST /v2/parse`: credential → windows → room → content type → size → form → options → conversion of its file. */
export function parseRoute(app: HttpApp, deps: HttpDeps): void {
  app.post('/v2/parse', {
    onRequest: admitted(deps, ({ headers }) => {
      requirePlain(headers);
      if (!FORM.test(headers['content-type'] ?? ''))
        throw fail(
          'unsupported_content_type',
          'Send a form: "multipart/form-data" with the parts "file" and "options".',
        );
    }),
    handler: async (request, reply) => {
      const { options, file } = await readUpload(request, reply, deps);
      const { scrape } = readScrape(scrapeOptions, options);
      const asked = { ...scrape.request, url: '' };
      const page = await convertPage(request, reply, deps, asked, { ...scrape.call, file });
      return { success: true, data: documentOf(page, scrape, { url: file.name ?? '', id: request.id }) };
    },
  });
}

function readUpload(request: FastifyRequest, reply: FastifyReply, deps: HttpDeps) {
  const limitBytes = deps.maxFileBytes + OPTIONS_BYTES + 2 * MULTIPART_FRAMING_BYTES;
  return heldBody(request, reply, deps, limitBytes, (body) => {
    const parts = readForm(body, request.headers['content-type']!, 2);
    const file = parts.find(({ field }) => field === 'file');
    if (file === undefined || file.bytes.byteLength === 0)
      throw invalid('Put the file into the part "file" of the form; it is missing or empty.');
    if (file.bytes.byteLength > deps.maxFileBytes)
      throw fail('body_too_large', `Send at most ${deps.maxFileBytes} bytes as file; this one is longer.`);
    return { file, options: optionsOf(parts.find(({ field }) => field === 'options')?.bytes) };
  });
}

function optionsOf(bytes: Uint8Array | undefined): object {
  if (bytes !== undefined && bytes.byteLength > OPTIONS_BYTES)
    throw fail('body_too_large', `Send at most ${OPTIONS_BYTES} bytes as "options"; these are longer.`);
  try {
    const options: unknown = bytes === undefined ? {} : JSON.parse(Buffer.from(bytes).toString());
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options;
  } catch {
    // Told below, as any other text that is no object.
  }
  throw invalid('Send a JSON object as the part "options" of the form.');
}
