import { expect, test } from 'vitest';
import { parseHtml } from '../html/parse.ts';
import { annotate } from './annotate.ts';
import { PageTitles } from './page-titles.ts';

/** Whether the first heading of a page says its title. */
function isTitle(html: string): boolean {
  const a = annotate(parseHtml(html, 'https://example.org/7'));
  return new PageTitles(a.doc).has(a.blocks.find(({ element }) => a.doc.nodes[element]!.tag === 'h2')!);
}

test('a title stands ahead of the names of channel and site, in a title element anywhere in the page', () => {
  const heading = '<h2>潮汐上涨0.3% 渔船归航2.7%</h2>';
  const title = '<title>潮汐上涨0.3% 渔船归航2.7%_数据_宏观频道首页_海港网 - HARBOUR.EXAMPLE</title>';
  expect(isTitle(`<head>${title}</head>${heading}`)).toBe(true);
  expect(isTitle(`<head><div>7</div>${title}</head><svg><title>8</title></svg>${heading}`)).toBe(true);
  expect(isTitle(`<head><title>snake_case in Python</title></head><h2>snake</h2>`)).toBe(false);
});
