import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { inForm } from '../support/full-form.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { expectAccessible, LOOKS, type Look, openPlayground, widthLeftOver } from './open-playground.ts';

const TOKEN = 'operator!token';
const browser = await launchBrowser();
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ PAGEMARK_ADMIN_TOKEN: TOKEN });
  const { key } = await service.access.keys.issue({ plan: 'growth', name: 'Readers', credits: 120 });
  await service.access.licenses.issue({ tier: 'pro', name: 'Notes' });
  for (const html of ['<h1>Boats</h1><p>They leave the quay at noon.', ''])
    await service.convert({ url: 'https://example.com/', html }, key);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

/** Opens `/admin`, runs `body`, and expects no fault, and nothing on the console but the answers that `body` says. */
async function onAdmin(look: Look, body: (page: Page, said: readonly string[]) => Promise<void>) {
  const { page, faults, said, close } = await openPlayground(browser!, service.url, 'admin', look);
  try {
    await body(page, said);
    expect(faults).toEqual([]);
  } finally {
    await close();
  }
}

async function signIn(page: Page): Promise<void> {
  await page.fill('#token', TOKEN);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#usage-body .plot');
}

describe.skipIf(browser === null)('the admin page in a browser', () => {
  test('signs in, makes a key, shows it once, revokes it, and signs out', async () => {
    await onAdmin({}, async (page, said) => {
      await signIn(page);
      expect(await page.inputValue('#token')).toBe('');
      expect(await page.textContent('#usage-body')).toContain('Readers2 calls');
      expect(await page.textContent('#now-body')).toMatch(/State.*In flight.*0 of 256/);
      expect(await page.textContent('#licences-body')).toContain('Notes');
      await page.click('#new-key');
      await page.selectOption('dialog [name=plan]', 'discovery');
      await page.fill('dialog [name=name]', 'For boats');
      await page.fill('dialog [name=credits]', '30');
      await page.click('dialog button.primary');
      await page.waitForSelector('#made-key code');
      const key = (await page.textContent('#made-key code'))!;
      await page.click('#made-key button');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
      const call = () =>
        service.convert({ url: 'https://example.com/', html: '<h1>Boats</h1><p>They leave the quay.' }, key);
      expect((await call()).status).toBe(200);
      await page.reload();
      const row = page.locator('#keys-body tr', { hasText: 'For boats' });
      await row.waitFor();
      expect(await row.textContent()).toMatch(/discovery.*active.*30/);
      expect(await page.content()).not.toContain(key);
      await row.locator('button', { hasText: 'Revoke' }).click();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel');
      await page.click('dialog button.stern');
      await page.locator('#keys-body tr', { hasText: /For boats.*revoked/ }).waitFor();
      expect((await call()).status).toBe(401);
      await page.click('#sign-out');
      await page.waitForSelector('#sign-in:not([hidden])');
      await page.reload();
      await page.waitForSelector('#sign-in:not([hidden])');
      expect(await page.context().cookies()).toEqual([]);
      expect(said).toEqual([]);
    });
  });

  test('tells a change as done where only the list behind it cannot be read', async () => {
    await onAdmin({}, async (page) => {
      await signIn(page);
      const error = { status: 'error', error: { code: 503, message: 'Retry after the time given.' } };
      await page.route('**/admin/api/keys', (route) => route.fulfill({ status: 503, json: error }), {
        times: 1,
      });
      await page.click('[aria-label="Credits: Readers"]');
      await page.fill('dialog [name=credits]', '5');
      await page.click('dialog button.primary');
      await page.waitForSelector('dialog:not([open])', { state: 'attached' });
      await page.waitForSelector('#problem:not([hidden])');
      expect(await page.textContent('#problem')).toBe('Retry after the time given.');
      await page.reload();
      await page.locator('#keys-body tr', { hasText: /Readers.*125/ }).waitFor();
    });
  });

  test('on a phone shows all of a row, its actions too, and says of each value what it is', async () => {
    await onAdmin({ width: 390 }, async (page) => {
      await signIn(page);
      const row = page.locator('#keys-body tr', { hasText: 'Readers' });
      for (const part of [row.locator('.state'), row.locator('button', { hasText: 'Revoke' })]) {
        const { x, width } = (await part.boundingBox())!;
        expect(x + width).toBeLessThan(390);
      }
      const quota = `getComputedStyle(document.querySelector('td[data-title="Monthly quota"]'), '::before').content`;
      expect(await page.evaluate(quota)).toBe('"Monthly quota"');
    });
  });

  test('says what a plan admits, whose usage is shown, and how many calls there were in all', async () => {
    await onAdmin({}, async (page) => {
      await signIn(page);
      expect(await page.textContent('#usage-body')).toContain('Key Readers');
      expect(await page.textContent('#failures-body')).toMatch(/^\d+ calls: \d+ answered, \d+ failed\./);
      await page.click('#new-key');
      const plans = await page.locator('dialog [name=plan] option').allTextContents();
      expect(plans).toContain('growth: 200 calls a minute, 2,000 an hour');
    });
  });

  test('says what is wrong, and leaves no cookie to scripts', async () => {
    await onAdmin({}, async (page) => {
      await page.fill('#token', 'of another service');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#sign-in-problem:not(:empty)');
      expect(await page.textContent('#sign-in-problem')).toContain('PAGEMARK_ADMIN_TOKEN');
      await signIn(page);
      expect(await page.evaluate('document.cookie')).toBe('');
      await page.click('#new-key');
      await page.fill('dialog [name=account]', 'no spaces here');
      await page.click('dialog button.primary');
      await page.waitForSelector('dialog .problem:not(:empty)');
      expect(await page.textContent('dialog .problem')).toContain('Name the account');
      await page.keyboard.press('Escape');
      await page.context().clearCookies();
      await page.waitForSelector('#sign-in:not([hidden])');
    });
  });

  test.each(inForm(LOOKS, 2))('axe finds nothing: $colorScheme, $width px', (look) =>
    onAdmin(look, async (page) => {
      const judge = (what: string) => expectAccessible(page, what);
      await judge('sign-in');
      await signIn(page);
      await judge('work');
      expect(await widthLeftOver(page)).toBeLessThanOrEqual(0);
      await page.click('#new-key');
      await judge('dialog');
      await page.keyboard.press('Escape');
      await page.click('#run-checks');
      await page.waitForSelector('#checks-body table');
      expect(await page.textContent('#checks-body')).toContain('attempts held');
      await judge('checks');
    }),
  );
});
