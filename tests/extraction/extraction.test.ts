import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import { brokenLines, plainLines, readCases } from './read-cases.ts';

const folder = new URL('./', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.cases'))) {
  describe(`extraction: ${file.replace('.cases', '')}`, () => {
    for (const page of readCases(readFileSync(new URL(file, folder), 'utf8'))) {
      it(page.name, () => {
        const { markdown } = convertHtml(page.html, { url: 'https://example.org/page', ...page.options });
        const broken = brokenLines(page, plainLines(markdown));
        const unexpected = broken.filter((line) => !page.known.includes(line));
        expect(unexpected, `${unexpected.join('\n')}\n\nin the Markdown:\n\n${markdown}`).toEqual([]);
        const kept = page.known.filter((line) => !broken.includes(line));
        expect(kept, `These hold: remove the mark "? " of\n${kept.join('\n')}`).toEqual([]);
      });
    }
  });
}

describe('cases of the extraction', () => {
  const read = (expected: string) => readCases(`=== name\n<p>a</p>\n==>\n${expected}`);

  it('are refused when torn, empty or of unknown lines', () => {
    for (const torn of ['', 'text', '+ ', '+', '? a', '?', '? known\n+ a', '+ a\n\n- b'])
      expect(() => read(torn), torn).toThrow('Write "+ text"');
    expect(() => readCases('=== name\n<p>a</p>')).toThrow('==>');
    expect(() => readCases('')).toThrow('found none');
  });

  it('name the lines that do not hold', () => {
    const [page] = read('+ one\n+ two  words\n? + three\n+ one\n- four\n? - five');
    expect(page!.known).toEqual(['+ three', '- five']);
    expect(brokenLines(page!, ['zero one', 'two   words, three', 'four'])).toEqual(['+ one', '- four']);
    expect(brokenLines(page!, ['three', 'two', 'words'])).toEqual(['+ one', '+ two words', '+ one']);
  });

  it('are compared with the lines of the Markdown, without its signs', () => {
    const markdown =
      '# *A*\n\nb\\\nc\n\n---\n\n- [x] d ![e](f)\n\n```js g.js\nh  i\n```\n\n| j | k |\n| - | - |\n| l\\_m | $n$ |\n\n$$\no\n$$';
    expect(plainLines(markdown)).toEqual([
      'A',
      'b',
      'c',
      '* * *',
      'd e',
      'g.js',
      'h  i',
      'j k',
      'l_m n',
      'o',
    ]);
  });
});
