import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Renderer } from '../../src/rendering/renderer.ts';
import { outcomeOf } from '../fetching/fetching-harness.ts';
import { inForm } from '../support/full-form.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER, rendered, testRenderer, WHOLE } from './rendering-harness.ts';

const PROSE = `<p>${'The quay was built of stones that ships had carried as ballast. '.repeat(8)}</p>`;
const SHORT = `<h1>Of quays</h1>${PROSE}`;

/** Pages by their policy, whether their own scripts run under it, and their bodies. */
const PAGES: readonly (readonly [policy: string, runs: boolean, body?: string])[] = [
  ['sandbox', false],
  ["default-src 'none'; sandbox;", false],
  ['sandbox allow-same-origin', false],
  ['sandbox allow-forms allow-popups', false],
  ['sandbox allow-scripts', true],
  ['sandbox allow-scripts allow-same-origin', true],
  ["script-src 'none'", false],
  ['sandbox', false, `<h1>Of quays</h1><div style="height:6000px"></div>${PROSE}`],
  ['sandbox', false, `<h1>Of quays</h1><iframe width="800" height="600" srcdoc="${PROSE}"></iframe>`],
];

let site: Upstream;
let renderer: Renderer;
beforeAll(async () => {
  site = await startUpstream(
    Object.fromEntries(
      PAGES.map(([policy, , body = SHORT], at) => [
        `/${at}`,
        (_request, response) =>
          void response
            .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
            .end(
              `<!doctype html>${body}<script>document.querySelector('h1').textContent = 'It ran'</script>`,
            ),
      ]),
    ),
  );
  renderer = testRenderer({ ...WHOLE, allow: [site.address] });
});
afterAll(async () => {
  await renderer?.close();
  await site.close();
});

describe.skipIf(BROWSER === null)('a page is read under', () => {
  test.each(
    inForm(
      PAGES.map(([policy, runs], at) => [policy, at, runs] as const),
      2,
    ),
  )('%s (%i)', async (_, at, runs) => {
    const { outcome, page } = await outcomeOf(rendered(renderer, `${site.url}/${at}`));
    expect(outcome).toBe('page');
    expect(page?.html).toContain('stones that ships had carried');
    expect(page?.html).toContain(runs ? 'It ran' : 'Of quays');
  });
});
