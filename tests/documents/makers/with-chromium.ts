import type { Browser } from 'playwright-core';
import { STORY, sentences } from './story.ts';

const { title, intro, link, kinds, steps, costs, end } = STORY;
const list = (tag: string, items: readonly string[]) =>
  `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;

const PAGE = `<!doctype html><html lang="en"><head><title>${title}</title><style>
body { font: 12pt serif } h1 { font-size: 26pt } h2 { font-size: 17pt } td, th { padding: 4px 24px 4px 4px }
</style></head><body><h1>${title}</h1><p>${intro} See <a href="${link.url}">${link.text}</a> for the figures.</p>
<h2>${kinds.title}</h2><p>${kinds.lead}</p>${list('ul', kinds.items)}
<h2>${steps.title}</h2><p>${steps.lead}</p>${list('ol', steps.items)}
<h2>${costs.title}</h2><p>${costs.lead}</p><table>${costs.rows
  .map(
    (row, i) => `<tr>${row.map((cell) => (i === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`,
  )
  .join('')}</table><p>${end}</p></body></html>`;

const COLUMNS = `<!doctype html><html lang="en"><title>${title}</title><style>
body { font: 11pt/1.35 sans-serif; } h1 { text-align: center; font-size: 24pt }
main { columns: 2; column-gap: 24px; text-align: justify; hyphens: auto }
</style><h1>${title}</h1><main>${sentences(60)
  .map((text) => `<p>${text}</p>`)
  .join('')}</main></html>`;

/** Chromium's print of an article, with the header and footer of its dialog. */
export function withChromium(browser: Browser): Promise<Uint8Array> {
  return print(browser, PAGE, true);
}

/** Chromium's print of two justified columns over several pages. */
export function withChromiumColumns(browser: Browser): Promise<Uint8Array> {
  return print(browser, COLUMNS, false);
}

async function print(browser: Browser, html: string, displayHeaderFooter: boolean): Promise<Uint8Array> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  try {
    await page.setContent(html);
    return new Uint8Array(await page.pdf({ format: 'A4', displayHeaderFooter }));
  } finally {
    await page.close();
  }
}
