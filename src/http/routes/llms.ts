import { readFileSync } from 'node:fs';
import { builtFile } from '../../built-file.ts';
import { AI_TEMPLATE_NAMES } from '../../contract/ai-templates.ts';
import { lazy } from '../../core/lazy.ts';
import type { GuideGroup } from '../../guides/guide-pages.ts';
import type { HttpApp, HttpDeps } from '../deps.ts';
import { FAILURE_STATUS } from '../failure-status.ts';

/**
 * `GET /llms.txt` (llmstxt.org): this installation in one page for language models, made from the contract's tables and the
 * list of guides, which the build wrote.
 */
export function llmsRoute(app: HttpApp, { baseUrl, plans }: HttpDeps): void {
  const text = lazy(() => llmsText(baseUrl ?? '', plans));
  app.get('/llms.txt', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text()),
  );
}

function llmsText(base: string, plans: HttpDeps['plans']): string {
  return `# pagemark

> Converts web pages (or HTML) to clean Markdown or plain text. Send \`Authorization: Bearer <API_KEY>\`.

- \`GET ${base}/https://example.com/page\` answers the page as bare Markdown. Options are query parameters with the prefix
  \`pagemark.\`, such as \`pagemark.response_format=text\` or \`pagemark.links=none\`; all others belong to the page's address.
- \`POST ${base}/v1/convert\` with JSON \`{"url": "https://example.com/page"}\` answers
  \`{"status": "success", "data": {"content": "…"}}\`; \`"include_metadata": true\` adds \`data.metadata\`.
- \`POST ${base}/v1/convert/file\` with a PDF, DOCX, HTML or text file as its body answers the same; options are query parameters.
- \`POST ${base}/mcp\` is a Model Context Protocol server (streamable HTTP) with the tool \`webpage_to_markdown\`.
- \`POST ${base}/v1/ai\` with header \`X-License-Key\` and JSON \`{"markdown": "…", "template": "summarize"}\` streams an answer as
  server-sent events. Templates: ${AI_TEMPLATE_NAMES.join(', ')}.
- Errors are JSON: \`{"status": "error", "error": {"code", "message", "reason"}}\`. Branch on \`reason\`; on 429 and 503 wait for
  \`Retry-After\`. The same page and options give the same bytes; compare \`ETag\`.

## Docs

- [API reference](${base}/docs): interactive
- [OpenAPI document](${base}/openapi.json): every field, status and header
- [Playground](${base}/): convert in the browser
${guideLines(base)}

## Plans

${Object.entries(plans)
  .map(([name, { perMinute, perHour }]) => `- ${name}: ${perMinute} requests per minute, ${perHour} per hour`)
  .join('\n')}

## Reasons of failures, by status

${reasonLines()}
`;
}

/** The guides as Markdown, which a program reads best. */
function guideLines(base: string): string {
  const groups = JSON.parse(readFileSync(builtFile('guides/list.json'), 'utf8')) as readonly GuideGroup[];
  return groups
    .flatMap(({ guides }) => guides)
    .map(({ name, title, about }) => `- [${title}](${base}/docs/guides/${name}.md): ${about}`)
    .join('\n');
}

function reasonLines(): string {
  const byStatus = new Map<number, string[]>();
  for (const [reason, status] of Object.entries(FAILURE_STATUS)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  return [...byStatus].map(([status, reasons]) => `- ${status}: ${reasons.join(', ')}`).join('\n');
}
