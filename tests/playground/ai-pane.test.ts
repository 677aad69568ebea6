import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  endEvents,
  startEvents,
  startTestProvider,
  type TestProvider,
  textEvent,
} from '../../src/ai/test-provider.fixture.ts';
import { launchBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { convertSample, openPlayground } from './open-playground.ts';

const browser = await launchBrowser();
let behave: Parameters<typeof startTestProvider>[0] = () => undefined;
let provider: TestProvider;
let service: TestService;
let fragment: string;

beforeAll(async () => {
  provider = await startTestProvider((response, call) => behave(response, call));
  service = await startTestService({
    PAGEMARK_AI_PROVIDER: 'openai-compatible',
    PAGEMARK_AI_BASE_URL: provider.baseUrl,
    PAGEMARK_AI_API_KEY: 'sk-test',
    PAGEMARK_AI_MODEL: 'test-model',
  });
  const license = await service.access.licenses.issue({ tier: 'pro', aiCalls: 100 });
  fragment = `#key=${await service.newKey('growth')}&license=${license.key}`;
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await provider?.close();
});

describe.skipIf(browser === null)('the AI pane', () => {
  test('shows an answer while it arrives, with its model and the calls used', async () => {
    const { page, faults, close } = await openPlayground(browser!, service.url, fragment);
    let finish: () => void = () => undefined;
    behave = (response) => {
      startEvents(response);
      response.write(textEvent('# Tides\n\nThe **moon** '));
      finish = () => void response.end(textEvent('pulls.') + endEvents());
    };
    try {
      await convertSample(page);
      await page.click('#tab-ai');
      expect(await page.textContent('#panel-ai')).not.toContain('Selected from the page');
      await page.selectOption('#ai-template', 'simplify');
      await page.fill('#ai-prompt', 'In one sentence.');
      await page.click('form.ai button[type=submit]');
      await page.waitForSelector('.answer strong >> text=moon');
      expect(await page.getAttribute('.answer', 'aria-busy')).toBe('true');
      finish();
      await page.waitForSelector('#panel-ai >> text=Written by test-model · 1 of 100 calls this month');
      expect(await page.textContent('.answer')).toContain('The moon pulls.');
      expect(JSON.stringify(provider.calls.at(-1)!.body.messages)).toContain('In one sentence.');
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  });

  test('Stop ends the provider’s call, keeps what arrived, and the pane can run again', async () => {
    const { page, faults, close } = await openPlayground(browser!, service.url, fragment);
    behave = (response) => {
      startEvents(response);
      response.write(textEvent('An early sentence '));
    };
    try {
      await convertSample(page);
      await page.click('#tab-ai');
      await page.click('form.ai button[type=submit]');
      await page.waitForSelector('.answer >> text=An early sentence');
      await page.click('text=Stop');
      await page.waitForSelector('#panel-ai >> text=Stopped.');
      expect(await page.textContent('.answer')).toContain('An early sentence');
      await provider.calls.at(-1)!.closed;
      behave = (response) => {
        startEvents(response);
        response.end(textEvent('Again.') + endEvents());
      };
      await page.click('form.ai button[type=submit]');
      await page.waitForSelector('.answer >> text=Again.');
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  });

  test('a refused licence and a provider that fails are told with what to do', async () => {
    const { page, close } = await openPlayground(browser!, service.url, fragment);
    behave = (response) => void response.writeHead(400).end('{"error":{"message":"bad"}}');
    try {
      await convertSample(page);
      await page.click('#tab-ai');
      await page.click('form.ai button[type=submit]');
      await page.waitForSelector('.answer .failure >> text=The AI provider failed');
      await page.fill('#ai-license', 'pml_wrong');
      await page.click('form.ai button[type=submit]');
      await page.waitForSelector('.answer .failure >> text=401 · unauthorized');
    } finally {
      await close();
    }
  });
});
