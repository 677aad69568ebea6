import { describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import { readWays, WORD } from './read-ways.ts';

/** Whether the text of a way reaches the Markdown, of the content or of the whole page, and whether diagnostics name it as disclosed. */
function judged(html: string): { readonly isWritten: boolean; readonly isNamed: boolean } {
  const conversions = (['main', 'full'] as const).map((scope) => convertHtml(html, { scope }));
  const written = conversions.filter(({ markdown }) => markdown.includes(WORD));
  return {
    isWritten: written.length > 0,
    isNamed: written.some(({ diagnostics }) => diagnostics.disclosed.some(({ text }) => text.includes(WORD))),
  };
}

/** Ways that come through; SECURITY.md names each class. */
const THROUGH = [
  'html <object data="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">§</object>',
  'style filter:invert(1)',
  'style transform:perspective(1px) translateZ(2px)',
  'style contain:strict',
  'style color:white;background:url(a.png) white',
  'html <p style="color:color-mix(in srgb, white 100%, black)">§</p>',
  'sheet .x{display:if(else:none)} ==> <p class="x">§</p>',
  'html <div style="overflow:hidden;height:20px"><p style="margin-top:60px">§</p></div>',
  'html <table><col><col style="visibility:collapse"><tr><td>One</td><td>§</td></tr></table>',
];

describe('ways of hiding a text in a page as given', () => {
  it('keep it from the Markdown, but for those that are named', () => {
    const ways = readWays('unpainted.ways');
    expect(ways.length).toBeGreaterThanOrEqual(250);
    const through = ways.filter(({ html }) => judged(html).isWritten).map(({ line }) => line);
    expect(through).toEqual(THROUGH);
  });

  it.each([...readWays('disclosed.ways'), ...readWays('alike.ways')].map(({ line, html }) => [line, html]))(
    'leave what readers come to see, and say so: %s',
    (_, html) => {
      expect(judged(html)).toEqual({ isWritten: true, isNamed: true });
    },
  );

  it('are no ways that only look like one', () => {
    const lost = readWays('painted.ways').filter(({ html }) => !judged(html).isWritten);
    expect(lost.map(({ line }) => line)).toEqual([]);
  });
});
