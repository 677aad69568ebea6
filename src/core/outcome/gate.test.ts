import { expect, test } from 'vitest';
import { convertHtml } from '../convert-html.ts';

const signsOf = (status: number, body: string) =>
  convertHtml(`<title>Please wait</title><body>${body}`, {}, { status }).incomplete;
const RELOAD = '<p>Un moment.</p><script>document.cookie="a=1";location.reload()</script>';

test.each([429, 503])('a cookie and a reload with status %i is a challenge, whatever it says', (status) => {
  expect(signsOf(status, RELOAD)).toEqual([`a cookie and a reload with status ${status}`]);
});

test.each([
  ['another status', 500, RELOAD],
  ['a page that is not there', 404, RELOAD],
  ['a login', 401, RELOAD],
  ['a reload alone', 503, '<p>Back soon.</p><script>setTimeout(() => location.reload(), 30000)</script>'],
  ['a cookie alone', 429, '<p>Slow down.</p><script>document.cookie="seen=1"</script>'],
  [
    'a page that says why',
    503,
    `<p>${'The mill is closed for repairs of its wheel. '.repeat(9)}</p>${RELOAD}`,
  ],
])('%s is none', (_, status, body) => {
  expect(signsOf(status, body)).toEqual([]);
});
