import { describe, expect, test } from 'vitest';
import { convertHtml } from '../convert-html.ts';

const PROSE = '<p>The old mill stands by the river, and people come there every spring to see it.</p>'.repeat(
  4,
);
const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const frame = (html: string, more = '') => `<iframe ${more} srcdoc="${escaped(html)}"></iframe>`;
const markdownOf = (body: string) =>
  convertHtml(`<!doctype html><html><head><title>Mill</title></head>${body}</html>`, {
    url: 'https://a.example/b/',
  }).markdown;

describe('frames that a page carries', () => {
  test.each([
    ['alone', `<body>${frame(`<h1>Mill</h1>${PROSE}`)}`],
    ['below a heading', `<body><h1>Mill</h1>${frame(PROSE)}`],
    ['with an address besides', `<body>${frame(PROSE, 'src="/old"')}`],
    [
      'as a whole document',
      `<body>${frame(`<!doctype html><html><head><style>p{}</style></head><body>${PROSE}</body></html>`)}`,
    ],
    ['two of them', `<body>${frame(PROSE)}${frame(`<h2>Weir</h2>${PROSE}`)}`],
    ['in a frame', `<body>${frame(`<h1>Mill</h1>${frame(PROSE)}`)}`],
    ['in single quotes', `<body><iframe srcdoc='${PROSE}'></iframe>`],
  ])('%s', (_, body) => {
    expect(markdownOf(body)).toContain('The old mill stands by the river');
  });

  test('have links of their own base', () => {
    const link = `<p>${'The mill and the weir. '.repeat(6)}<a href="c">Weir</a> <a href="#d">Note</a></p>`;
    expect(markdownOf(`<body>${frame(link)}`)).toContain('[Weir](https://a.example/b/c)');
    expect(markdownOf(`<body>${frame(`<base href="https://b.example/">${link}`)}`)).toContain(
      '[Weir](https://b.example/c)',
    );
  });

  test.each([
    ['of a counter', frame('<p>12</p>')],
    [
      'hidden',
      frame('<p>Buy our umbrellas now, they are the best of all that there are in this town.</p>', 'hidden'),
    ],
    ['of a pixel', frame(PROSE.replaceAll('mill', 'umbrella'), 'width="1" height="1"')],
    ['of nothing', '<iframe srcdoc=""></iframe>'],
  ])('are left out: %s', (_, tag) => {
    expect(markdownOf(`<body><h1>Mill</h1>${PROSE}${tag}`)).toBe(markdownOf(`<body><h1>Mill</h1>${PROSE}`));
  });
});

test.each([
  [
    '',
    `<frameset cols="20%,80%"><frame src="a"><frame src="b"><noframes><body>${PROSE}</body></noframes></frameset>`,
  ],
  ['behind the set', `<frameset><frame src="a"></frameset><noframes>${PROSE}</noframes>`],
  [
    'in a set within',
    `<frameset><frameset><frame src="a"><noframes>${PROSE}</noframes></frameset></frameset>`,
  ],
])('what a set of frames says to those who show none is read %s', (_, set) => {
  expect(markdownOf(set)).toContain('The old mill stands by the river');
});
