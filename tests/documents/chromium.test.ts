import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { launchBrowser } from '../support/browser.ts';

const browser: Browser | null = await launchBrowser();
afterAll(() => browser?.close());

const LINE = 'The bridge over the river was paid for by a tax on salt that nobody liked.';
const PAGE = `<h1>Crossings</h1><p>${LINE}</p>
<p>The word كتاب means book, we said שלום עולם (hello) and left.</p>
<ul><li>Fruit<ul><li>Apple<ul><li>Cox</li></ul></li><li>Pear</li></ul></li><li>Bread</li></ul>
<p>${LINE}</p><ol><li>First<ol><li>Inner</li></ol></li><li>Second<ul><li>Bullet</li></ul></li></ol>
<p>${LINE}</p><table style="border-collapse:collapse"><tr><th style="padding:0">Name<th style="padding:0">Year</tr>
<tr><td style="padding:0">Old Bridge<td style="padding:0">1887</tr><tr><td style="padding:0">Ferry<td style="padding:0">1801</tr></table>
<p>Claim<sup>1</sup> of H<sub>2</sub>O.</p><pre>if (a) {\n  b();\n}</pre>
<p dir="rtl">הטקסט (בסוגריים) ועוד [הערה].</p>
<div style="columns:2"><p>Left. ${`${LINE} `.repeat(5)}</p><p>Right. ${`${LINE} `.repeat(5)}</p></div><p>Last words.</p>`;

describe.skipIf(browser === null)("Chromium's print of a page", () => {
  let markdown = '';
  beforeAll(async () => {
    const page = await browser!.newPage({ javaScriptEnabled: false });
    await page.setContent(`<!doctype html><meta charset="utf-8"><title>Crossings</title>${PAGE}`);
    // Tagged, as its dialog and its command line print.
    const bytes = new Uint8Array(await page.pdf({ format: 'A4', tagged: true }));
    await page.close();
    const document = { bytes, contentType: 'application/pdf', url: '' };
    ({ markdown } = await convertDocument('pdf', document, {}));
  });

  test.each([
    [
      'words that run to the left in an English line',
      'The word كتاب means book, we said שלום עולם (hello) and left.',
    ],
    ['brackets in a line that runs to the left', 'הטקסט (בסוגריים) ועוד [הערה].'],
    ['lists of three levels', '- Fruit\n  - Apple\n    - Cox\n  - Pear\n- Bread'],
    ['lists of two kinds', '1. First\n   1. Inner\n2. Second\n   - Bullet'],
    [
      'a table without room in its cells',
      '| Name | Year |\n| --- | --- |\n| Old Bridge | 1887 |\n| Ferry | 1801 |',
    ],
    ['scripts', 'Claim<sup>1</sup> of H2O.'],
    ['code', '```\nif (a) {\n  b();\n}\n```'],
  ])('keeps %s', (_, expected) => {
    expect(markdown).toContain(expected);
  });

  test('is read column by column, and what stands below them last', () => {
    expect(markdown.indexOf('Left.')).toBeLessThan(markdown.indexOf('Right.'));
    expect(markdown).toMatch(/Right\..*liked\.\n\nLast words\.$/);
    expect(markdown.match(/^#/gm)).toHaveLength(1);
  });
});
