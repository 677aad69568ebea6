import { expect, test } from 'vitest';
import { convertTask } from './convert-task.ts';
import { readCursor } from './page-cursor.ts';
import type { PageTask } from './ports.ts';

const SENTENCE = 'The ferry leaves when the tide allows it, and comes back with the next one. ';
const pageOf = (title: string) =>
  `<title>${title}</title><article><h1>${title}</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(1500)}</article>`;

const task = (html: string, more: Partial<PageTask> = {}): PageTask => ({
  bytes: new TextEncoder().encode(html),
  contentType: 'text/html',
  url: 'https://example.com/',
  status: 200,
  format: 'markdown',
  options: {},
  wantMetadata: false,
  wantDiagnostics: false,
  part: { index: 0, maxTokens: 8000 },
  ...more,
});

/** The answer with the CPU that it took, in milliseconds. */
async function timed(of: PageTask) {
  const before = process.cpuUsage();
  const output = await convertTask(of);
  const { user, system } = process.cpuUsage(before);
  return { output, cpuMs: (user + system) / 1000 };
}

test('the parts of a page cost little after the first one, and join to the whole', async () => {
  const html = pageOf('Ferries');
  const { content: whole } = await convertTask({ ...task(html), part: undefined } as never);
  const { output: first, cpuMs: firstMs } = await timed(task(html));
  const parts = [first];
  let furtherMs = 0;
  for (let last = first; last.nextCursor !== undefined; last = parts.at(-1)!) {
    const next = await timed(task(html, { part: readCursor(last.nextCursor) }));
    parts.push(next.output);
    furtherMs += next.cpuMs;
  }
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.map(({ content }) => content).join('') === whole).toBe(true);
  expect(furtherMs / (parts.length - 1)).toBeLessThan(firstMs / 4);
});

test('a part is of its own page, form and size, whatever was asked for before', async () => {
  const [a, b] = [pageOf('One'), pageOf('Two')];
  const cursor = readCursor((await convertTask(task(a))).nextCursor!);
  const second = await convertTask(task(a, { part: cursor }));
  expect((await convertTask(task(b, { part: cursor }))).cursorExpired).toBe(true);
  expect((await convertTask(task(a, { part: cursor, format: 'text' }))).cursorExpired).toBe(true);
  expect((await convertTask(task(a, { part: { ...cursor, maxTokens: 5000 } }))).content).not.toBe(
    second.content,
  );
  expect(await convertTask(task(a, { part: cursor }))).toEqual(second);
});
