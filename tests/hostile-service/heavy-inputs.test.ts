import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import type { Upstream } from '../support/upstream.ts';

/** A PDF under 1 KiB whose page pushes 20,000 graphics states. */
function nestedStates(): Buffer {
  const content = deflateSync('q '.repeat(20_000));
  const parts = [
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>\nendobj\n',
    `4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`,
  ];
  const end = '\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n';
  return Buffer.concat([Buffer.from(parts.join('')), content, Buffer.from(end)]);
}

const PROSE =
  '<p>The quay was built of stones that ships had carried as ballast, and it has stood ever since.</p>';
const LONG_BASE = `http://site.example/${'deep/'.repeat(1600)}`;
const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** What once took time or memory out of proportion: what is sent, how it ends, and the CPU time that it may take. */
const HEAVY: readonly {
  readonly name: string;
  readonly type: string;
  readonly body: string | Buffer;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly ends: 'success' | 'document_too_complex' | 'invalid_request';
  readonly maxCpuMs: number;
}[] = [
  {
    name: 'an operator of 120,000 letters',
    type: HTML,
    body: `${PROSE.repeat(9)}<math><mo>${'a'.repeat(120_000)}`,
    ends: 'success',
    maxCpuMs: 3_000,
  },
  {
    name: 'a PDF of 20,000 graphics states',
    type: 'application/pdf',
    body: nestedStates(),
    ends: 'document_too_complex',
    maxCpuMs: 3_000,
  },
  {
    name: 'a Markdown paragraph of 100,000 lines',
    type: MARKDOWN,
    body: 'tide\n'.repeat(100_000),
    ends: 'success',
    maxCpuMs: 12_000,
  },
  {
    name: 'a Markdown table of 3,000 columns',
    type: MARKDOWN,
    body: `${'|a'.repeat(3000)}|\n${'|-'.repeat(3000)}|\n${'|b|\n'.repeat(1000)}`,
    ends: 'success',
    maxCpuMs: 4_000,
  },
  {
    name: '100 selectors of 500 characters',
    type: HTML,
    body: PROSE.repeat(2000),
    options: Object.fromEntries(
      ['include_selectors', 'exclude_selectors'].map((field) => [
        field,
        Array(50).fill(`${'a b,'.repeat(124)}a b`),
      ]),
    ),
    ends: 'invalid_request',
    maxCpuMs: 1_000,
  },
  {
    name: 'links below a long base address',
    type: HTML,
    body: `<base href="${LONG_BASE}">${PROSE.repeat(9)}<p>${'<a href="x">here</a> '.repeat(7000)}</p>`,
    ends: 'success',
    maxCpuMs: 4_000,
  },
];

let site: Upstream;
let service: TestService;
let key: string;
beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    ...Object.fromEntries(
      HEAVY.map(({ type, body }, at) => [
        `/${at}`,
        (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body),
      ]),
    ),
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

test.each(HEAVY.map((each, at) => [each.name, each, at] as const))(
  '%s: an answer at a cost and of a size in proportion',
  async (_name, { body, options, ends, maxCpuMs }, at) => {
    const before = process.cpuUsage();
    const response = await service.convert({ url: `${site.url}/${at}`, ...options }, key);
    const text = await response.text();
    const { user, system } = process.cpuUsage(before);
    const answer = JSON.parse(text) as { status: string; error?: { reason: string } };
    expect(answer.error?.reason ?? answer.status).toBe(ends);
    expect((user + system) / 1000).toBeLessThan(maxCpuMs);
    expect(text.length).toBeLessThan(3 * Buffer.byteLength(body) + 2 * 1024 ** 2);
  },
);
