import { readdirSync, readFileSync } from 'node:fs';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { buildContent } from '../../src/core/content/build.ts';
import { namePictures } from '../../src/core/content/name-pictures.ts';
import { normalizeContent } from '../../src/core/content/normalize.ts';
import { withMedia } from '../../src/core/content/with-media.ts';
import { parseHtml } from '../../src/core/html/parse.ts';
import { writeMarkdown } from '../../src/core/markdown/write.ts';
import type { ConvertOptions } from '../../src/core/options.ts';
import { annotate } from '../../src/core/page/annotate.ts';
import { dollarMath } from '../support/dollar-math.mjs';
import { readCases } from './read-cases.ts';
import { sketch } from './sketch.ts';

const PAGE = 'https://example.com/docs/page';

/** The tree of a Markdown text, as lines that can be compared and read. */
function treeOf(markdown: string): string {
  return sketch(
    fromMarkdown(markdown, {
      extensions: [gfm({ singleTilde: false }), dollarMath()],
      mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
    }),
  );
}

function convert(html: string, options: ConvertOptions): string {
  const doc = parseHtml(html, PAGE);
  const nothingRemoved = { removedBy: new Uint8Array(doc.nodes.length), steps: [] };
  const content = namePictures(normalizeContent(buildContent(annotate(doc), nothingRemoved, options)));
  return writeMarkdown(withMedia(content, options), options).text;
}

const folder = new URL('./', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.cases'))) {
  describe(`constructs: ${file.replace('.cases', '')}`, () => {
    for (const { name, html, markdown, options } of readCases(readFileSync(new URL(file, folder), 'utf8'))) {
      it(name, () => {
        const written = convert(html, options);
        expect(treeOf(written), written).toBe(treeOf(markdown));
      });
    }
  });
}

describe('the guide to constructs', () => {
  const guide = readFileSync(new URL('../../docs/constructs.md', folder), 'utf8');
  const examples = [
    ...guide.matchAll(/^## ([^\n]+)\n.*?^```html\n(.*?)\n```\n\n````markdown\n(.*?)\n````$/gms),
  ];

  it.each(examples.map(([, name, html, markdown]) => [name, html, markdown] as const))(
    'gives what is made of %s',
    (_, html, markdown) => expect(convert(html!, {}).trim()).toBe(markdown),
  );

  it('has an example of each', () => {
    expect(examples).toHaveLength(guide.match(/^```html$/gm)!.length);
  });
});
