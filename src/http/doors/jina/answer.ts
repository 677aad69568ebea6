import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConvertRequest, convertRequest } from '../../../contract/convert.ts';
import { invalid } from '../../../contract/failure.ts';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { ConvertCall, ConvertedPage } from '../../../conversion/converter.ts';
import { defined } from '../../../conversion/defined.ts';
import { addressOf } from '../../../conversion/response-data.ts';
import { varyWith } from '../../answer-coding.ts';
import type { HttpDeps } from '../../deps.ts';
import { weightsOf } from '../../request-headers.ts';
import { wantedAnswer } from '../../wanted-answer.ts';
import { convertPage } from '../convert-page.ts';
import type { JinaRequest } from './wanted.ts';

/** Converts the page of an admitted request and answers as theirs does: plain text, JSON, or one event of a stream. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDeps,
  { asked, wanted }: { readonly asked: Partial<ConvertRequest>; readonly wanted: JinaRequest },
): Promise<FastifyReply> {
  const usual = { include_metadata: true, include_extended: true };
  const body = parseRequest(convertRequest, { ...asked, ...wanted.request, ...usual });
  const page = await convertPage(request, reply, deps, body, { ...wanted.call, ...formOf(wanted) });
  if (page.tokens > wanted.budget)
    throw invalid(
      `Raise "x-token-budget" to ${page.tokens}, the tokens of the page; it is ${wanted.budget}.`,
    );
  reply.header('vary', varyWith(reply.getHeader('vary'), 'Accept'));
  if (wanted.notDone.length > 0)
    reply.header('x-pagemark-not-done', wanted.notDone.map(encodeURIComponent).join(', '));
  const { accept } = request.headers;
  const isStream = wantsStream(accept);
  if (!isStream && !wantedAnswer(accept, 'bare').isJson)
    return reply.type('text/plain; charset=utf-8').send(textOf(page, wanted));
  const json = JSON.stringify(envelopeOf(page, wanted));
  return isStream
    ? reply.type('text/event-stream; charset=utf-8').send(`event: data\ndata: ${json}\n\n`)
    : reply.type('application/json; charset=utf-8').send(json);
}

/** The source for HTML, or what selectors leave of it. */
function formOf({ format, request }: JinaRequest): Pick<ConvertCall, 'forms'> {
  if (format !== 'html') return {};
  const isCut = request.include_selectors !== undefined || request.exclude_selectors !== undefined;
  return { forms: [isCut ? 'html' : 'source'] };
}

/** Whether an answer is wanted as a stream of events. */
export const wantsStream = (accept: string | undefined): boolean =>
  (weightsOf(accept).get('text/event-stream') ?? 0) > 0;

const contentOf = ({ content, forms }: ConvertedPage, { format }: JinaRequest): string =>
  format === 'html' ? (forms!.html ?? forms!.source!) : content;

function envelopeOf(page: ConvertedPage, wanted: JinaRequest) {
  const { metadata, extended, links, images, tokens } = page;
  const { format, pairs, notDone } = wanted;
  const usage = { tokens };
  const named = links?.map(({ text, url }) => [text, url]);
  const pictures = images?.map(({ url, alt }, i) => [`Image ${i + 1}${alt && `: ${alt}`}`, url]);
  const data = defined({
    title: metadata!.title,
    description: metadata!.excerpt ?? '',
    url: addressOf(page),
    [format === 'html' || format === 'text' ? format : 'content']: contentOf(page, wanted),
    publishedTime: extended!.published ?? undefined,
    links: named && (pairs ? named : Object.fromEntries(named)),
    images: pictures && Object.fromEntries(pictures),
    metadata: { lang: extended!.language ?? '' },
    warning: notDone.length === 0 ? undefined : `Not done here: ${notDone.join(', ')}.`,
    usage,
  });
  return { code: 200, status: 20_000, data, meta: { usage } };
}

function textOf(page: ConvertedPage, wanted: JinaRequest): string {
  const { metadata, extended, links, images } = page;
  const content = contentOf(page, wanted);
  if (wanted.format === 'html') return content;
  const published = extended!.published;
  const head = [
    `Title: ${metadata!.title}`,
    `URL Source: ${addressOf(page)}`,
    ...(published === null ? [] : [`Published Time: ${published}`]),
    `Markdown Content:\n${content}`,
  ];
  return [
    ...(wanted.format === 'content' ? head : [content]),
    ...(images
      ? [
          `Images:\n${linesOf(images.map(({ url, alt }, i) => `![Image ${i + 1}${alt && `: ${alt}`}](${url})`))}`,
        ]
      : []),
    ...(links ? [`Links/Buttons:\n${linesOf(links.map(({ url, text }) => `[${text}](${url})`))}`] : []),
  ].join('\n\n');
}

const linesOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
