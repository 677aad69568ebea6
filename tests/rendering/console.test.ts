import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../fetching/fetching-harness.ts';
import { inForm } from '../support/full-form.ts';
import { computedMs, onThisMachine } from '../support/machine-speed.ts';
import { PROSE, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER, rendered, testRenderer, WHOLE } from './rendering-harness.ts';

const LINES = 200_000;
const MIB = 1024 ** 2;
/** What the thread that serves all callers may compute for one such page; parsing what was said takes seconds. */
const SPENT_MS = 1500;
/** How long another call, such as one of `/health`, may wait for that thread meanwhile. */
const HELD_MS = 100;

/** Scripts that say much to the console, each another way. */
const SAYS: Readonly<Record<string, string>> = {
  lines: `for (let i = 0; i < ${LINES}; i++) console.log('line', i)`,
  'lines of a worker': `
    const said = 'for (let i = 0; i < ${LINES}; i++) console.log(i)';
    new Worker(URL.createObjectURL(new Blob([said])))`,
  '100 MB': `for (let i = 0; i < 100; i++) console.log('x'.repeat(${MIB}))`,
  'one line of 100 MB': `console.error('x'.repeat(100 * ${MIB}))`,
  'lines of a frame': `
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (let i = 0; i < ${LINES}; i++) frame.contentWindow.console.warn(i)`,
  objects: `for (let i = 0; i < ${LINES / 10}; i++) console.table([{ a: i, b: [i] }]), console.trace(document.body)`,
  'hints of 100 MB': `Symbol.for = () => 'said'; globalThis.said = () => '\\u0001'.repeat(100 * ${MIB})`,
  errors: `for (let i = 0; i < ${LINES / 10}; i++) queueMicrotask(() => { throw new Error('no ' + i) })`,
  'a thrown text of 100 MB': `Symbol.for = () => { throw '\\u0001'.repeat(100 * ${MIB}) }`,
  'an address of 100 MB': `fetch('data:text/plain,' + 'x'.repeat(100 * ${MIB})).catch(() => 0)`,
  rejections: `for (let i = 0; i < ${LINES / 10}; i++) Promise.reject(new Error('no ' + i))`,
};
/** More pictures than a page may ask for, which the gate never sees. */
const CROWD =
  '<main>Boats</main><script>for (let i = 0; i < 10000; i++) new Image().src = "/boat?" + i</script>';
const WAYS = inForm(Object.keys(SAYS), 3);
const pathOf = (way: string) => `/${way.replaceAll(' ', '-')}`;

let site: Upstream;
beforeAll(async () => {
  const pages = Object.entries(SAYS).map(([way, script]) => [
    pathOf(way),
    `<!doctype html><html lang="en"><title>Bridges</title><body><main>${PROSE}</main><script>${script};document.body.append('all was said')</script>`,
  ]);
  site = await startUpstream({ ...Object.fromEntries(pages), '/crowd': CROWD });
});
afterAll(() => site.close());

describe.skipIf(BROWSER === null)('a page that says much to its console', () => {
  test.each(WAYS)('is read within its time, and costs the service little: %s', async (way) => {
    const renderer = testRenderer({ ...WHOLE, allow: [site.address], slots: 1 });
    try {
      const timeoutMs = onThisMachine(20_000);
      const startedMs = computedMs();
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const { html } = await rendered(renderer, site.url + pathOf(way), { timeoutMs });
      expect(html).toContain('all was said');
      expect(computedMs() - startedMs).toBeLessThan(SPENT_MS);
      expect(delay.max / 1e6).toBeLessThan(onThisMachine(HELD_MS));
    } finally {
      await renderer.close();
    }
  });
});

test.skipIf(BROWSER === null)(
  'a page that asks for more pictures than a page may is none, at once',
  async () => {
    const renderer = testRenderer({ allow: [site.address], slots: 1 });
    const timeoutMs = onThisMachine(20_000);
    try {
      const { outcome } = await outcomeOf(rendered(renderer, `${site.url}/crowd`, { timeoutMs }));
      expect(outcome).toBe('response_too_large');
      expect((await rendered(renderer, site.url + pathOf('lines'))).html).toContain('all was said');
    } finally {
      await renderer.close();
    }
  },
);
