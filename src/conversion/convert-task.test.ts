import { expect, test } from 'vitest';
import { convertTask } from './convert-task.ts';
import { readCursor } from './page-cursor.ts';
import type { PageTask } from './ports.ts';

const SENTENCE = 'The ferry leaves when the tide allows it, and comes back with the next one. ';
const pageOf = (title: string) =>
  `<title>${title}</title><article><h1>${title}</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(300)}</article>`;

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

test('the parts after the asked one come with it where they are wanted, as a cursor gives them, and join to the whole', async () => {
  const html = pageOf('Ferries');
  const { content: whole } = await convertTask(task(html, { part: undefined } as never));
  const asked = { wantFurther: true, part: { index: 0, maxTokens: 1000 } };
  const { further, ...first } = await convertTask(task(html, asked));
  const [next, ...later] = further!;
  expect(later.length).toBeGreaterThan(10);
  expect([first, ...further!.map(({ output }) => output)].map(({ content }) => content).join('')).toBe(whole);
  const cursor = readCursor(first.nextCursor!);
  expect(next!.asked).toEqual({ format: 'markdown', part: { ...cursor, version: undefined } });
  expect(await convertTask(task(html, { part: cursor }))).toEqual(next!.output);
  expect((await convertTask(task(html))).further).toBeUndefined();
});

test('no more parts come ahead than their repeated facts have room for', async () => {
  let links = 0;
  const html = pageOf('Ferries').replaceAll(
    '<p>',
    () => `<p>It goes to <a href="/${'long/'.repeat(60)}${links++}">a harbour</a>. `,
  );
  const asked = { wantFurther: true, wantLinks: true, part: { index: 0, maxTokens: 200 } };
  const { further, ...first } = await convertTask(task(html, asked));
  expect(first.links!.length).toBe(links);
  expect(further!.length).toBeGreaterThan(1);
  expect(JSON.stringify(further!.map(({ output }) => output.links)).length).toBeLessThan(1_300_000);
});

test('the other format comes with a whole content, as it is when it is asked for, and with none that is no content', async () => {
  const html = pageOf('Ferries');
  const whole = { part: undefined, wantMetadata: true, wantDiagnostics: true } as never;
  const text = await convertTask(task(html, { ...(whole as object), format: 'text' }));
  const { further } = await convertTask(task(html, { ...(whole as object), wantFurther: true }));
  expect(further).toEqual([{ asked: { format: 'text' }, output: text }]);
  const nothing = await convertTask(task('<p></p>', { ...(whole as object), wantFurther: true }));
  expect(nothing).not.toHaveProperty('further');
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
