import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import { splitCases } from '../constructs/read-cases.ts';
import { PAGE, treeOf, treeOfConstruct } from './in-article.ts';

const folder = new URL('reported/', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const constructs = readdirSync(folder).filter((name) => name.endsWith('.cases') && name !== 'metadata.cases');

/** A construct in the page of a generator: `=== page: what`, the page that `pages/` has by that name; with `? ` ahead it must fail. */
for (const file of constructs) {
  describe(`reported: ${file.replace('.cases', '')}`, () => {
    for (const { name, html, expected } of splitCases(textOf(file))) {
      it(name, () => {
        const isKnown = name.startsWith('? ');
        const page = textOf(`pages/${name.slice(isKnown ? 2 : 0, name.indexOf(':'))}.html`);
        const written = convertHtml(
          page.replace('{{construct}}', () => html),
          { url: PAGE },
        ).markdown;
        if (isKnown) expect(treeOfConstruct(written)).not.toBe(treeOf(expected));
        else expect(treeOfConstruct(written), written).toBe(treeOf(expected));
      });
    }
  });
}

describe('reported: metadata', () => {
  for (const { name, html, expected } of splitCases(textOf('metadata.cases')))
    it(name, () => expect(convertHtml(html, { url: PAGE }).extended).toMatchObject(JSON.parse(expected)));
});
