import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ServiceError } from '../../src/contract/failure.ts';
import { launchBrowser } from '../../src/rendering/launch-browser.ts';
import { removeStaleProfiles } from '../../src/rendering/profile-folder.ts';
import type { Renderer } from '../../src/rendering/renderer.ts';
import { FAR_MS } from '../support/far-deadlines.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { temporaryFolder } from '../support/run-pagemark.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { browsersOf, processesIn, SEES_PROCESSES, type SeenBrowser } from './browsers-of.ts';
import { BROWSER, rendered, testRenderer, WHOLE } from './rendering-harness.ts';

const CHILD = new URL('./service-child.mjs', import.meta.url).pathname;
const PAGES = isFull ? 10 : 4;
const TEXT = 'Rivers and bridges, mills and locks, ferries and dams. '.repeat(8);

let site: Upstream;
beforeAll(async () => {
  site = await startUpstream({
    '/page': `<!doctype html><html lang="en"><title>Page</title><body><p>${TEXT}</p><script>document.body.append("made by a script")</script>`,
    '/endless': '<body><p>endless</p><script>setTimeout(() => { for (;;); }, 50)</script>',
    '/slow': `<body><p>${TEXT}</p><script src="/never.js"></script>`,
    '/never.js': () => undefined,
    '/hungry': `<body><p>${TEXT}</p><script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length + Math.random()))</script>`,
  });
});
afterAll(() => site.close());

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'page',
    (error: unknown) => (error instanceof ServiceError ? error.failure.reason : String(error)),
  );

const mine = () => browsersOf(process.pid);

describe.skipIf(BROWSER === null || !SEES_PROCESSES)('browsers', () => {
  test('are ended after a time without work, with all processes and files', async () => {
    const renderer = testRenderer({ ...WHOLE, allow: [site.address], idleMs: 200 });
    await expect.poll(mine).toEqual([]);
    expect(renderer.running).toBe(0);
    expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    const [browser] = mine();
    expect(processesIn(browser!.group).length).toBeGreaterThan(0);
    await expect.poll(() => renderer.running).toBe(0);
    await expect.poll(() => processesIn(browser!.group)).toEqual([]);
    expect(existsSync(browser!.dir)).toBe(false);
    expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    await renderer.close();
    await expect.poll(mine).toEqual([]);
  });

  test('that a script begins and does not become are ended, too', async () => {
    const folder = temporaryFolder();
    const script = path.join(folder.dir, 'chromium');
    writeFileSync(script, `#!/bin/sh\n"${BROWSER}" "$@"\n`, { mode: 0o755 });
    const renderer = testRenderer({
      allow: [site.address],
      browser: { mode: 'path', executablePath: script },
    });
    expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    const [browser] = mine();
    expect(browser!.pid).not.toBe(browser!.group);
    await renderer.close();
    await expect.poll(() => processesIn(browser!.group)).toEqual([]);
    expect(existsSync(browser!.dir)).toBe(false);
    folder.remove();
  });

  test('that cannot be watched once they run are ended', async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const script = path.join(folder.dir, 'chromium');
    // Where its process would be noted is a folder by then.
    const spoil = `echo $$ > ${folder.dir}/pid
for each; do case "$each" in --user-data-dir=*) cd "$(dirname "$(echo "$each" | cut -d= -f2)")";; esac; done
rm owner.json && mkdir owner.json`;
    writeFileSync(script, `#!/bin/sh\n${spoil}\nexec "${BROWSER}" "$@"\n`, { mode: 0o755 });
    const launched = launchBrowser({ from: 'setting', executablePath: async () => script }, 1024);
    await expect(launched).rejects.toThrow('EISDIR');
    const pid = Number(readFileSync(path.join(folder.dir, 'pid'), 'utf8'));
    await expect.poll(() => processesIn(pid)).toEqual([]);
  });

  test('that crash cost the page in them, and no other', async () => {
    const renderer = testRenderer({ allow: [site.address] });
    const asked = site.requests();
    const pages = [1, 2].map(() => reasonOf(rendered(renderer, `${site.url}/slow`)));
    // Each page is in a browser of its own, and waits there for its script.
    await expect.poll(() => site.requests(), { interval: 10 }).toBeGreaterThanOrEqual(asked + 4);
    const before = mine();
    expect(before.length).toBe(2);
    process.kill(-before[0]!.group, 'SIGKILL');
    expect((await Promise.all(pages)).sort()).toEqual(['busy', 'page']);
    expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    await renderer.close();
    for (const { pid, dir } of before) {
      await expect.poll(() => processesIn(pid)).toEqual([]);
      expect(existsSync(dir)).toBe(false);
    }
  });

  test.each(
    inForm<readonly [string, NodeJS.Signals, boolean]>(
      [
        ['with all processes', 'SIGKILL', true],
        ['alone', 'SIGKILL', false],
        ['with all processes, asked to', 'SIGTERM', true],
        ['alone, asked to', 'SIGTERM', false],
      ],
      2,
    ),
  )('that somebody ends at work are busy: %s by %s', async (_, signal, isWhole) => {
    const renderer = testRenderer({ allow: [site.address], slots: 1 });
    try {
      for (const [path, opens] of [
        ['/slow', 2],
        ['/endless', 1],
      ] as const) {
        const asked = site.requests();
        const page = reasonOf(rendered(renderer, site.url + path));
        await expect.poll(() => site.requests(), { interval: 10 }).toBeGreaterThanOrEqual(asked + opens);
        const [{ pid, group }] = mine() as [SeenBrowser];
        process.kill(isWhole ? -group : pid, signal);
        expect(await page).toBe('busy');
      }
      expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    } finally {
      await renderer.close();
    }
  });

  test('that lose the process of their network are busy: their page lacks what was on its way', async () => {
    const renderer = testRenderer({ allow: [site.address], slots: 1 });
    try {
      const asked = site.requests();
      const page = reasonOf(rendered(renderer, `${site.url}/slow`));
      await expect.poll(() => site.requests(), { interval: 10 }).toBeGreaterThanOrEqual(asked + 2);
      const isOfNetwork = (pid: number) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('NetworkService');
      process.kill(processesIn(mine()[0]!.group).find(isOfNetwork)!, 'SIGKILL');
      expect(await page).toBe('busy');
      expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    } finally {
      await renderer.close();
    }
  });

  describe('that do not start', () => {
    let folder: ReturnType<typeof temporaryFolder>;
    let executablePath: string;
    let service: TestService;
    const become = (script: string) =>
      writeFileSync(executablePath, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    beforeAll(async () => {
      folder = temporaryFolder();
      executablePath = path.join(folder.dir, 'browser');
      become('exit 127');
      service = await startTestService({
        PAGEMARK_BROWSER: executablePath,
        PAGEMARK_FETCH_ALLOW: site.address,
      });
    });
    afterAll(async () => {
      await service?.close();
      folder?.remove();
    });

    test.each([
      ['is ended while it starts', 'kill -KILL $$', 'busy'],
      ['is asked to end while it starts', 'kill -TERM $$', 'busy'],
      ['crashes while it starts', 'kill -SEGV $$', 'js_required'],
      ['cannot start', 'exit 127', 'js_required'],
    ])('one that %s: %s is %s', async (_, script, reason) => {
      become(script);
      const answer = await service.convert(
        { url: `${site.url}/page`, render: 'always' },
        await service.newKey(),
      );
      const { error } = (await answer.json()) as { error: { reason: string } };
      const waits = Number(answer.headers.get('retry-after'));
      expect([answer.status, error.reason, waits > 0]).toEqual(
        reason === 'busy' ? [429, reason, true] : [422, reason, false],
      );
    });
  });

  test('that hold too much memory are ended', async () => {
    const renderer = testRenderer({ allow: [site.address], slots: 1, maxRssBytes: 1_000_000 });
    expect(await reasonOf(rendered(renderer, `${site.url}/slow`))).toBe('document_too_complex');
    await renderer.close();
    await expect.poll(mine).toEqual([]);
  });

  // In the full form alone: it is slower than any start on a quiet machine.
  test.runIf(isFull)('that are slow to start are waited for', async () => {
    const { dir, remove } = temporaryFolder();
    const slow = path.join(dir, 'browser');
    writeFileSync(slow, `#!/bin/sh\nsleep 25\nexec ${BROWSER} "$@"\n`, { mode: 0o755 });
    const renderer = testRenderer({
      allow: [site.address],
      browser: { mode: 'path', executablePath: slow },
    });
    expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    await renderer.close();
    remove();
  });

  test.each(inForm(['rendering', 'idle'], 2))(
    'die with a service that is killed while %s, and their files go at the next start',
    async (state) => {
      const child = spawn(process.execPath, [CHILD, BROWSER!, `${site.url}/page`, String(FAR_MS), state], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      const [browser] = browsersOf(child.pid!);
      expect(processesIn(browser!.group).length).toBeGreaterThan(0);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expect.poll(() => processesIn(browser!.group)).toEqual([]);
      expect(existsSync(browser!.dir)).toBe(true);
      expect(await removeStaleProfiles()).toBeGreaterThanOrEqual(1);
      expect(existsSync(browser!.dir)).toBe(false);
    },
  );

  describe('one after the other, each with a page before it:', () => {
    let renderer: Renderer;
    beforeAll(() => {
      renderer = testRenderer({ allow: [site.address], slots: 1 });
    });
    // Whatever ended the page before, the next is served.
    beforeEach(async () => {
      expect((await rendered(renderer, `${site.url}/page`)).html).toContain('made by a script');
    });
    afterAll(() => renderer?.close());

    test('end a page that never ends at its deadline', async () => {
      expect(await reasonOf(rendered(renderer, `${site.url}/endless`, { timeoutMs: 3_000 }))).toBe(
        'fetch_timeout',
      );
    });

    test('end a page that takes all memory', async () => {
      expect(await reasonOf(rendered(renderer, `${site.url}/hungry`))).toBe('document_too_complex');
    });

    test('leave a page when its caller leaves', async () => {
      const caller = new AbortController();
      const open = site.open();
      const page = reasonOf(rendered(renderer, `${site.url}/slow`, { signal: caller.signal }));
      await expect.poll(() => site.open()).toBeGreaterThan(open);
      const leftAt = performance.now();
      caller.abort();
      await page;
      await expect.poll(() => site.open(), { interval: 10 }).toBe(0);
      expect(performance.now() - leftAt).toBeLessThan(onThisMachine(250));
    });

    test('let those who wait leave', async () => {
      const callers = Array.from({ length: 20 }, () => new AbortController());
      const all = callers.map(({ signal }) => reasonOf(rendered(renderer, `${site.url}/slow`, { signal })));
      await expect.poll(() => site.open()).toBeGreaterThan(0);
      for (const caller of callers) caller.abort();
      const reasons = await Promise.all(all);
      expect(new Set(reasons)).toEqual(new Set(['fetch_timeout']));
      expect((await rendered(renderer, `${site.url}/page`)).html).toContain('<p>');
    });

    test(`are the same one after ${PAGES} pages, and nothing is left of them`, async () => {
      const { pid } = mine()[0]!;
      const afterFirst = processesIn(pid).length;
      for (let at = 1; at < PAGES; at++) {
        await rendered(renderer, `${site.url}/page`);
        expect(mine().map((browser) => browser.pid)).toEqual([pid]);
      }
      // A page's processes go with its context, if not at once.
      await expect.poll(() => processesIn(pid).length).toBeLessThanOrEqual(afterFirst + 1);
      await renderer.close();
      await expect.poll(() => processesIn(pid)).toEqual([]);
      await expect.poll(mine).toEqual([]);
    });
  });
});
