import fc from 'fast-check';
import type { Block, HtmlTableCell, Inline, ListItem, Root, TableCell } from '../content/tree.ts';

/** Words, markup characters and the places where they are dangerous. */
const FRAGMENTS = [
  'word',
  'a',
  'Z',
  '1',
  '2024',
  '中文',
  '“',
  '”',
  '，',
  'é',
  '🎉',
  '\u00a0',
  ' ',
  ' ',
  ' ',
  '  ',
  '\n',
  '\t',
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~',
  '~~~',
  '`',
  '``',
  '```',
  '$',
  '$$',
  '[',
  ']',
  '(',
  ')',
  '](',
  '][',
  '!',
  '![',
  '[^1]',
  '[1]',
  '[1]: x',
  '[x] ',
  '[ ] ',
  '[!NOTE]',
  '<',
  '>',
  '<b>',
  '</b>',
  '<!--',
  '<a href="x">',
  '&',
  '&amp;',
  '&#42;',
  '&copy',
  '\\',
  '\\\\',
  '#',
  '# ',
  '## ',
  '-',
  '- ',
  '+ ',
  '---',
  '===',
  '1. ',
  '2) ',
  '|',
  '| - |',
  ':-',
  ':',
  '.',
  ',',
  '"',
  "'",
  'http://a.bc',
  'https://x.y/z',
  'www.x.y',
  'a@b.cd',
  '://',
  'javascript:',
  '=',
  '{',
  '}',
  '^',
  '%',
  '@',
  '/',
  '...',
] as const;

/** Page text of up to four fragments. */
const string = fc
  .array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const url = fc.constantFrom(
  'http://x.y/',
  'https://x.y/a(b)',
  '/a_b*c',
  'http://x.y/a(b',
  'http://x.y/?a=1&copy;=2',
  'mailto:a@b.cd',
  'a b',
  '/x|y',
  '/[x]`y`$z$',
  '#a',
);
const title = fc.option(fc.constantFrom('t', 'a "b"', 'c \\* d', "e's", '&amp;', '`', '<b>', '$', 'x\ny'), {
  nil: null,
});

const image = fc
  .tuple(
    url.filter((value) => !value.startsWith('mailto:')),
    title,
    string,
  )
  .map(([url, title, alt]): Inline => ({ type: 'image', url, title, alt: alt.replace(/\s+/g, ' ').trim() }));

const leafInline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 8, arbitrary: string.map((value): Inline => ({ type: 'text', value })) },
  {
    weight: 1,
    arbitrary: string.map((value): Inline => ({ type: 'inlineCode', value: value.replace(/\s+|\\/g, ' ') })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('x^2', 'a+b', '\\$5', 'a_b', '|x|', '*')
      .map((value): Inline => ({ type: 'inlineMath', value })),
  },
  { weight: 1, arbitrary: fc.constant<Inline>({ type: 'break' }) },
  { weight: 1, arbitrary: image },
  { weight: 1, arbitrary: fc.constant<Inline>({ type: 'footnoteReference', identifier: '1' }) },
);

const { inline } = fc.letrec<{ inline: Inline; run: Inline[] }>((tie) => ({
  run: fc.array(tie('inline'), { minLength: 1, maxLength: 3 }),
  inline: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leafInline,
    fc
      .tuple(fc.constantFrom('emphasis' as const, 'strong' as const, 'delete' as const), tie('run'))
      .map(([type, children]): Inline => ({ type, children })),
    fc
      .tuple(url, title, tie('run'))
      .map(([url, title, children]): Inline => ({ type: 'link', url, title, children })),
    fc
      .tuple(fc.constantFrom(...(['sub', 'sup', 'kbd', 'mark', 'ins'] as const)), tie('run'))
      .map(([tag, children]): Inline => ({ type: 'mark', tag, children })),
  ),
}));

/** Inline nodes as a page could have them, not normalised. */
export const inlineRun: fc.Arbitrary<Inline[]> = fc.array(inline, { minLength: 1, maxLength: 3 });

const cell = inlineRun.map((children): TableCell => ({ type: 'tableCell', children }));
const table = fc.integer({ min: 1, max: 3 }).chain((columns) =>
  fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 3 }).map(
    (rows): Block => ({
      type: 'table',
      align: Array.from({ length: columns }, (_, i) => ([null, 'left', 'right'] as const)[i]!),
      children: rows.map((children) => ({ type: 'tableRow', children })),
    }),
  ),
);
const code = fc.tuple(
  fc.array(
    fc.constantFrom('a', '', '  b', '\tc', '```', '~~~~', '> d', '- e', '</pre>', ' ', '# f', '    g'),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
  fc.constantFrom(null, 'js', 'c++'),
);

const leafBlock: fc.Arbitrary<Block> = fc.oneof(
  { weight: 6, arbitrary: inlineRun.map((children): Block => ({ type: 'paragraph', children })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(inlineRun, fc.constantFrom(1, 2, 6))
      .map(([children, depth]): Block => ({ type: 'heading', depth: depth as 1, children })),
  },
  { weight: 1, arbitrary: fc.constant<Block>({ type: 'thematicBreak' }) },
  {
    weight: 2,
    arbitrary: code.map(
      ([lines, lang]): Block => ({ type: 'code', lang, meta: null, value: lines.join('\n') }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('x', 'a\nb', '\\frac{1}{2}', 'a\n\n  b', '- c\n# d')
      .map((value): Block => ({ type: 'math', value })),
  },
  { weight: 1, arbitrary: table },
);

const inlineOrNone = fc.oneof(fc.constant<Inline[]>([]), inlineRun);

const { block } = fc.letrec<{ block: Block; blocks: Block[]; item: ListItem; htmlCell: HtmlTableCell }>(
  (tie) => ({
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
    item: fc
      .tuple(fc.constantFrom(null, null, true, false), tie('blocks'))
      .map(([checked, children]): ListItem => ({ type: 'listItem', checked, spread: false, children })),
    htmlCell: fc
      .tuple(
        fc.boolean(),
        fc.constantFrom(1, 1, 3),
        fc.constantFrom(1, 1, 2),
        fc.array(tie('block'), { maxLength: 2 }),
      )
      .map(
        ([header, colspan, rowspan, children]): HtmlTableCell => ({
          header,
          colspan,
          rowspan,
          align: header ? 'center' : null,
          children,
        }),
      ),
    block: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      leafBlock,
      tie('blocks').map((children): Block => ({ type: 'blockquote', children })),
      fc
        .tuple(fc.constantFrom('note' as const, 'warning' as const), inlineOrNone, tie('blocks'))
        .map(([kind, title, children]): Block => ({ type: 'callout', kind, name: '', title, children })),
      fc
        .tuple(inlineOrNone, tie('blocks'))
        .map(([summary, children]): Block => ({ type: 'details', summary, children })),
      fc
        .tuple(
          inlineOrNone,
          fc.array(fc.array(tie('htmlCell'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
        )
        .map(
          ([caption, rows]): Block => ({
            type: 'htmlTable',
            caption,
            rows: rows.map((cells) => ({ cells })),
          }),
        ),
      fc
        .tuple(
          fc.boolean(),
          fc.constantFrom(1, 0, 7, 123, 999_999_999),
          fc.boolean(),
          fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
        )
        .map(
          ([ordered, start, spread, children]): Block => ({
            type: 'list',
            ordered,
            start: ordered ? start : 1,
            spread,
            children,
          }),
        ),
    ),
  }),
);

/** Content trees as a page could give them, with a definition for their one footnote. */
export const content: fc.Arbitrary<Root> = fc.array(block, { minLength: 1, maxLength: 3 }).map(withNote);

/** Blocks as a document that has the note which the generated references name. */
export function withNote(children: Block[]): Root {
  const note: Block = { type: 'paragraph', children: [{ type: 'text', value: 'note' }] };
  return {
    type: 'root',
    children: [...children, { type: 'footnoteDefinition', identifier: '1', children: [note] }],
  };
}
