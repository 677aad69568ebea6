import { expect, test } from 'vitest';
import { html } from './html.ts';

test('html: a text never becomes markup, in an element or an attribute', () => {
  const text = `"><script>alert('&')</script>`;
  expect(html`<p title="${text}">${text}</p>`.source).toBe(
    `<p title="&quot;&gt;&lt;script&gt;alert('&amp;')&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert('&amp;')&lt;/script&gt;</p>`,
  );
});

test('html: markup stays markup, lists are joined, null and false are nothing, 0 is a number', () => {
  expect(html`${[html`<b>1</b>`, ' & ', [html`<i>2</i>`]]}${null}${false}${0}`.source).toBe(
    '<b>1</b> &amp; <i>2</i>0',
  );
});
