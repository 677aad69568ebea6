import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import STORY from '../../fixtures/stories/rivers.json' with { type: 'json' };
import { startBesideSite, type TestService } from '../support/test-service.ts';
import type { Upstream } from '../support/upstream.ts';
import { byHand } from './makers/by-hand.ts';
import { docxOf, paragraph, run } from './makers/docx.ts';

const MARKDOWN = `# Rivers\n\n${STORY.sentences.slice(0, 40).join('\n\n')}\n\n[map](/map)`;
const DOCX = docxOf(
  paragraph(run('Rivers'), 'H1') +
    paragraph(
      run('A ') +
        run('bold', '<w:b/>') +
        run(' crossing with ') +
        `<w:hyperlink r:id="map">${run('a map')}</w:hyperlink>${run('.')}`,
    ) +
    paragraph(run('Kinds'), 'H2') +
    paragraph(run('one'), '', 1) +
    paragraph(run('inner'), '', 1, 1) +
    paragraph(run('two'), '', 1) +
    paragraph(run('first'), '', 2) +
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>${paragraph(run('a'))}</w:tc><w:tc>${paragraph(run('b'))}</w:tc></w:tr>` +
    `<w:tr><w:tc>${paragraph(run('1'))}</w:tc><w:tc>${paragraph(run('2'))}</w:tc></w:tr></w:tbl>`,
);
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://example.com/</link>
<description>d</description><item><title>One</title><link>https://example.com/1</link><description>x</description></item></channel></rss>`;

const served: Record<string, readonly [string, string | Uint8Array]> = {
  '/report.pdf': ['application/pdf', byHand()],
  '/lying': ['text/html', byHand()],
  '/paper.docx': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', DOCX],
  '/README.md': ['text/plain; charset=utf-8', MARKDOWN],
  '/notes.txt': ['text/plain', 'First line\nsecond *line*\n\n# not a heading'],
  '/data': ['application/json', '{"a":[1.0]}'],
  '/feed': ['text/xml', FEED],
  '/page.txt': ['text/plain', '<!doctype html><title>Page</title><h1>Page</h1><p>Served as text.'],
  '/photo': ['text/html', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  '/broken.pdf': ['application/pdf', byHand().slice(0, 9)],
  '/empty.txt': ['text/plain', ' \n '],
};

let site: Upstream;
let service: TestService;
let key: string;
let accepts = '';

beforeAll(async () => {
  const answer =
    (type: string, body: string | Uint8Array) =>
    (request: { headers: { accept?: string | undefined } }, response: ServerResponse) => {
      accepts = request.headers.accept ?? '';
      response.writeHead(200, { 'content-type': type }).end(body);
    };
  ({ site, service, key } = await startBesideSite(
    Object.fromEntries(Object.entries(served).map(([path, [type, body]]) => [path, answer(type, body)])),
  ));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Answer {
  readonly status: string;
  readonly data: {
    content: string;
    metadata: Record<string, unknown>;
    next_cursor?: string;
    links?: { url: string }[];
    diagnostics?: Record<string, unknown>;
  };
  readonly error: { code: number; reason: string };
}
async function convert(path: string, more: object = {}) {
  const response = await service.convert({ url: site.url + path, include_metadata: true, ...more }, key);
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: (await response.json()) as Answer,
  };
}

describe('documents through the service', () => {
  test('a PDF, also when it is called HTML', async () => {
    for (const path of ['/report.pdf', '/lying']) {
      const { status, etag, body } = await convert(path, { include_links: true, include_diagnostics: true });
      expect(status).toBe(200);
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(body.data.metadata).toMatchObject({ title: STORY.title, url: site.url + path, byline: null });
      expect(body.data.content).toContain(`## ${STORY.kinds.title}`);
      expect(body.data.links).toEqual([{ url: STORY.link.url, text: STORY.link.text }]);
      expect(body.data.diagnostics).toMatchObject({ strategy: 'pdf', faults: [] });
    }
    const text = await convert('/report.pdf', { response_format: 'text', links: 'none' });
    expect(text.body.data.content).toContain('1. Survey the banks');
    expect(text.body.data.content).not.toContain('](');
  });

  test('a Word document', async () => {
    const { body } = await convert('/paper.docx');
    expect(body.data.content).toBe(
      '# Rivers\n\nA **bold** crossing with [a map](https://example.com/map).\n\n## Kinds\n\n- one\n  - inner\n- two\n\n' +
        '1. first\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
    );
    expect(body.data.metadata).toMatchObject({ title: 'Rivers & Bridges', byline: 'Ada Stream' });
  });

  test('Markdown is asked for first, and its parts joined are the whole', async () => {
    const whole = await convert('/README.md');
    expect(accepts).toMatch(/^text\/markdown, text\/html;q=0\.9/);
    expect(whole.body.data.metadata.title).toBe('Rivers');
    expect(whole.body.data.content).toContain(`[map](${site.url}/map)`);
    let joined = '';
    let parts = 0;
    let cursor: string | undefined;
    do {
      const { body } = await convert('/README.md', {
        max_tokens: 300,
        ...(cursor === undefined ? {} : { cursor }),
      });
      joined += body.data.content;
      cursor = body.data.next_cursor;
      parts++;
    } while (cursor !== undefined && parts < 50);
    expect(parts).toBeGreaterThan(3);
    expect(joined).toBe(whole.body.data.content);
  });

  test('text, JSON, a feed, a page that is called text', async () => {
    expect((await convert('/notes.txt', { response_format: 'text' })).body.data).toMatchObject({
      content: 'First line\nsecond *line*\n\n# not a heading',
      metadata: { title: 'notes.txt', excerpt: null },
    });
    expect((await convert('/data')).body.data.content).toBe('```json\n{\n  "a": [\n    1.0\n  ]\n}\n```');
    expect((await convert('/feed')).body.data.content).toBe(
      '# News\n\nd\n\n## [One](https://example.com/1)\n\nx',
    );
    expect((await convert('/page.txt')).body.data.content).toContain('Served as text.');
    expect((await convert('/notes.txt', { frontmatter: true })).body.data.content).toMatch(
      /^---\ntitle: "?notes\.txt/,
    );
  });

  test.each([
    ['/photo', 'unsupported_media_type'],
    ['/broken.pdf', 'malformed_document'],
    ['/empty.txt', 'empty_content'],
  ])('%s is a 422 with its reason', async (path, reason) => {
    const { status, body } = await convert(path);
    expect({ status, code: body.error.code, reason: body.error.reason }).toEqual({
      status: 422,
      code: 422,
      reason,
    });
  });

  test('one document gives one tag, another document or option another', async () => {
    const [first, again, other, feed] = await Promise.all([
      convert('/report.pdf'),
      convert('/report.pdf'),
      convert('/report.pdf', { links: 'none' }),
      convert('/feed'),
    ]);
    expect(again.etag).toBe(first.etag);
    expect(new Set([first.etag, other.etag, feed.etag]).size).toBe(3);
  });
});
