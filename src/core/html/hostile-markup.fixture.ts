/** Markup that makes parsers slow, by its name: `n` parts of it, and as many as show how its time grows. */
export const HOSTILE_MARKUP: readonly (readonly [name: string, of: (n: number) => string, n: number])[] = [
  [
    'attributes of one tag',
    (n: number) => `<p ${Array.from({ length: n }, (_, i) => `a${i}=1`).join(' ')}>`,
    50_000,
  ],
  ['one giant attribute', (n: number) => `<p title="${'x&'.repeat(n)}">`, 250_000],
  ['nested elements', (n: number) => '<div>'.repeat(n), 25_000],
  ['misnested formatting', (n: number) => '<b><i><p></b></i>'.repeat(n), 5_000],
  ['unclosed links', (n: number) => '<a href=x>y'.repeat(n), 8_000],
  ['runs of <', (n: number) => '<'.repeat(n), 250_000],
  ['unclosed comments', (n: number) => '<!-- a --b '.repeat(n), 50_000],
  ['references', (n: number) => '&amp;&x '.repeat(n), 25_000],
  ['text around tables', (n: number) => '<table>a<tr>b'.repeat(n), 10_000],
  ['scripts in comments in a script', (n: number) => `<script>${'<!--<script>'.repeat(n)}`, 25_000],
  ['noscripts without an end', (n: number) => '<noscript><i>'.repeat(n), 8_000],
  ['end tags in raw text', (n: number) => `<style>${'</styl'.repeat(n)}`, 75_000],
  [
    'declarative shadow roots',
    (n: number) => '<div><template shadowrootmode=open><slot></slot>'.repeat(n),
    5_000,
  ],
];
