import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endEvents, startEvents, startTestProvider, textEvent } from '../../src/ai/test-provider.fixture.ts';
import { startTestService } from '../support/test-service.ts';

const GUIDE = readFileSync(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8');

/** The settings of the guide's first recipe for a model: one that runs on this machine. */
function recipe(): Record<string, string> {
  const [, chapter = ''] = GUIDE.split('## Connect a language model');
  const [, ini = ''] = /```ini\n([\s\S]*?)```/.exec(chapter) ?? [];
  return Object.fromEntries(
    ini
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/).slice(0, 2)),
  );
}

it("answers a request for another language with the guide's settings for a local model", async () => {
  const settings = recipe();
  expect(settings).toMatchObject({
    PAGEMARK_AI_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
  });
  const provider = await startTestProvider((response) => {
    startEvents(response);
    response.end(textEvent('Das Meer steigt.') + endEvents());
  });
  // The port is that of a server of this test in the place of the model's.
  const service = await startTestService({ ...settings, PAGEMARK_AI_BASE_URL: provider.baseUrl });
  try {
    const { key } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 1 });
    const answer = await fetch(`${service.url}/v1/ai`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-license-key': key },
      body: JSON.stringify({ markdown: '# Tides\n\nThe sea rises.', custom_prompt: 'Translate into German' }),
    });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('Das Meer steigt.');
    expect(text).toContain('"method":"generated"');
    expect(provider.calls).toMatchObject([
      { url: '/v1/chat/completions', authorization: undefined, body: { model: settings.PAGEMARK_AI_MODEL } },
    ]);
  } finally {
    await service.close();
    await provider.close();
  }
});
