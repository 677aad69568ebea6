import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Renderer } from '../../src/rendering/renderer.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { startTestService } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER, rendered, testRenderer } from './rendering-harness.ts';

const PAGE = `<!doctype html><title>Parts</title>
<p id="now" title="a >> b">There at once, text=now</p><p id="hidden" style="visibility:hidden">Hidden</p><p id="flat" hidden>Flat</p>
<div id="host"></div><script>
setTimeout(() => { const late = document.createElement('p'); late.id = 'late'; late.textContent = 'Late'; document.body.append(late) }, 1500);
document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML = '<b class="inner">In a shadow root</b>';
</script>`;

/** Selectors of the browser's driver, and what is none at all. */
const NO_CSS = [
  ...['body >> #now', 'body >> xpath=//p', 'css=body >> text=now', '#now >> nth=0', '#now >> visible=true'],
  ...[
    'text=now',
    '"now"',
    'xpath=//p',
    '//p',
    '..',
    'css=#now',
    '*css=body >> p',
    'id=now',
    'role=paragraph',
  ],
  ...[
    'p:has-text("now")',
    'p:visible',
    ':text("now")',
    ':nth-match(p, 1)',
    'p:right-of(b)',
    'internal:text="now"i',
  ],
  ...['p[', '', '#', '>> p'],
];

let site: Upstream;
let renderer: Renderer;
beforeAll(async () => {
  // No `eval`: a wait must not need what a page forbids.
  const head = { 'content-type': 'text/html', 'content-security-policy': "script-src 'unsafe-inline'" };
  site = await startUpstream({ '/': (_request, response) => response.writeHead(200, head).end(PAGE) });
  renderer = testRenderer({ allow: [site.address], slots: isFull ? 4 : 2 });
});
afterAll(async () => {
  await renderer?.close();
  await site?.close();
});

describe.skipIf(BROWSER === null).concurrent('a render that waits for', () => {
  test.each(inForm(['#late', '#none, #late', 'p:nth-of-type(4)', '[id="late"]'], 3))(
    '%s has it',
    async (selector) => {
      expect((await rendered(renderer, `${site.url}/`, { waitForSelector: selector })).html).toContain(
        'Late',
      );
    },
  );

  test.each(inForm(['[title="a >> b"]', '#now', '.inner', '#now /* >> text=now */', 'p:has(+ #hidden)'], 2))(
    '%s goes on',
    async (selector) => {
      expect((await rendered(renderer, `${site.url}/`, { waitForSelector: selector })).html).toContain('now');
    },
  );

  test.each(inForm(NO_CSS, 10))('%s refuses it: that is no CSS', async (selector) => {
    const render = rendered(renderer, `${site.url}/`, { waitForSelector: selector });
    await expect(render).rejects.toMatchObject({ failure: { reason: 'invalid_request' } });
  });

  test.each(inForm(['#hidden', '#flat', '#nowhere'], 2))('%s ends in time', async (selector) => {
    const render = rendered(renderer, `${site.url}/`, { waitForSelector: selector, timeoutMs: 4000 });
    await expect(render).rejects.toMatchObject({ failure: { reason: 'fetch_timeout' } });
  });

  test('the service says which selector showed nothing', async () => {
    const service = await startTestService({
      PAGEMARK_FETCH_ALLOW: site.address,
      PAGEMARK_BROWSER: BROWSER!,
    });
    try {
      const body = { url: `${site.url}/`, wait_for_selector: '#nowhere', timeout_ms: onThisMachine(4000) };
      const answer = await service.convert(body, await service.newKey());
      expect(answer.status).toBe(408);
      expect(await answer.json()).toMatchObject({
        error: {
          reason: 'fetch_timeout',
          message:
            'Check "wait_for_selector", or raise "timeout_ms" if you gave a short one: nothing that "#nowhere" matches was visible in time.',
        },
      });
    } finally {
      await service.close();
    }
  });
});
