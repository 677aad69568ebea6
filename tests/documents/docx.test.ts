import { describe, expect, test } from 'vitest';
import type { ConvertOptions } from '../../src/core/options.ts';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { docxOf, paragraph, picture, run } from './makers/docx.ts';

async function read(body: string, options: ConvertOptions = {}) {
  const bytes = docxOf(body);
  const { markdown, outcome, diagnostics } = await convertDocument(
    'docx',
    { bytes, contentType: undefined, url: '' },
    options,
  );
  return { markdown, outcome, removed: diagnostics.removed };
}

describe('what a Word document hides', () => {
  const PARAGRAPH = '<w:p><w:pPr><w:shd w:val="clear" w:fill="000000"/></w:pPr>';
  test.each([
    ['hidden runs', run('unseen', '<w:vanish/>'), ''],
    ['runs that say that they are not hidden', run('seen', '<w:vanish w:val="0"/>'), 'seen'],
    ['a style that hides', run('unseen', '<w:rStyle w:val="Unseen"/>'), ''],
    ['a style that is based on one', run('unseen', '<w:rStyle w:val="Based"/>'), ''],
    ['white letters', run('unseen', '<w:color w:val="FFFFFF"/>'), ''],
    ['white letters without a fill', run('unseen', '<w:shd w:fill="auto"/><w:color w:val="ffffff"/>'), ''],
    ['nearly white letters', run('unseen', '<w:color w:val="FEFEFE"/>'), ''],
    ['white letters by their style', run('unseen', '<w:rStyle w:val="White"/>'), ''],
    [
      'letters in the colour that they stand on',
      run('unseen', '<w:color w:val="1F3864"/><w:shd w:val="clear" w:fill="1F3864"/>'),
      '',
    ],
    [
      'dark letters in a white style',
      run('seen', '<w:rStyle w:val="White"/><w:color w:val="000000"/>'),
      'seen',
    ],
    [
      'white letters on a pattern',
      run('seen', '<w:color w:val="FFFFFF"/><w:shd w:val="solid" w:color="1F3864" w:fill="auto"/>'),
      'seen',
    ],
    ['names in single quotes', run('unseen', "<w:color w:val='FFFFFF'/>"), ''],
    [
      'names of another prefix',
      run('unseen', '<w:vanish/>')
        .replaceAll('w:', 'x:')
        .replace('<x:r>', '<x:r xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'),
      '',
    ],
    ['white letters on a colour', run('seen', '<w:color w:val="FFFFFF"/><w:shd w:fill="1F3864"/>'), 'seen'],
    [
      'letters in the colour of their highlight',
      run('unseen', '<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>'),
      '',
    ],
    ['that by their style', run('unseen', '<w:rStyle w:val="Marked"/><w:color w:val="FF0000"/>'), ''],
    [
      'white letters in a highlight of their style',
      run('seen', '<w:rStyle w:val="Marked"/><w:color w:val="FFFFFF"/>'),
      'seen',
    ],
    [
      'white letters in a highlight',
      run('seen', '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>'),
      'seen',
    ],
    [
      'white letters in no highlight',
      run('unseen', '<w:color w:val="FFFFFF"/><w:highlight w:val="none"/>'),
      '',
    ],
    ['letters of one point', run('unseen', '<w:sz w:val="2"/>'), ''],
    ['small print', run('seen', '<w:sz w:val="12"/>'), 'seen'],
  ])('%s', async (_, inner, left) => {
    const { markdown, removed } = await read(paragraph(run('Before ') + inner + run(' after.')));
    expect(markdown.replace(/\s+/g, ' ')).toBe(`Before ${left} after.`.replace(/\s+/g, ' '));
    expect(removed).toEqual(left === '' ? [{ step: 'hidden', element: 'w:r', text: 'unseen' }] : []);
  });

  test.each([
    ['left="-40000"', false],
    ['left="13000"', false],
    ['start="13000"', false],
    ['firstLine="13000"', false],
    ['hanging="13000"', false],
    ['left="720" w:hanging="360"', true],
    ['left="9000"', true],
  ])('a paragraph with an indent of %s is on the page: %s', async (indent, isSeen) => {
    const { markdown, removed } = await read(
      `${paragraph(run('Before.'))}<w:p><w:pPr><w:ind w:${indent}/></w:pPr>${run('unseen')}</w:p>`,
    );
    expect(markdown.includes('unseen')).toBe(isSeen);
    expect(removed).toHaveLength(isSeen ? 0 : 1);
  });

  test('a paragraph whose style leads it off the page goes, on a wide page it stays', async () => {
    const outside = `${paragraph(run('Seen.'))}${paragraph(run('unseen'), 'Outside')}`;
    expect((await read(outside)).markdown).toBe('Seen.');
    expect(
      (await read(`${outside}<w:sectPr><w:pgSz w:w="23811" w:h="16838"/></w:sectPr>`)).markdown,
    ).toContain('unseen');
    const back = '<w:p><w:pPr><w:pStyle w:val="Outside"/><w:ind w:left="0"/></w:pPr>';
    expect((await read(`${back}${run('seen')}</w:p>`)).markdown).toBe('seen');
  });

  const tableOf = (cell: string, properties = '', row = '') =>
    `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tr>${row}<w:tc>${paragraph(cell)}</w:tc><w:tc>${paragraph(run('b'))}</w:tc></w:tr></w:tbl>`;
  const WHITE = run('White', '<w:color w:val="FFFFFF"/>');

  test('white letters in a coloured paragraph or table stay', async () => {
    const table = tableOf(WHITE, '<w:tblStyle w:val="Filled"/>');
    expect((await read(`${PARAGRAPH}${WHITE}</w:p>${table}`)).markdown.match(/White/g)).toHaveLength(2);
    const cell = table
      .replace('<w:tblStyle w:val="Filled"/>', '')
      .replace('<w:tc>', '<w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>');
    expect((await read(cell)).markdown).toContain('White');
  });

  test('white letters in a table without colour go, and hidden rows', async () => {
    expect((await read(tableOf(WHITE))).markdown).not.toContain('White');
    expect((await read(tableOf(run('unseen'), '', '<w:trPr><w:hidden/></w:trPr>'))).markdown).not.toContain(
      'unseen',
    );
  });

  test('a hidden box goes with all that is in it, and a field that goes on outside ends', async () => {
    const mark = (type: string) =>
      `<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const box = `<w:pict><w:txbxContent>${paragraph(run('inner'))}</w:txbxContent></w:pict><w:t>outer</w:t>`;
    const { markdown } = await read(
      paragraph(
        `${mark('begin')}${run('Field')}${mark('end')}<w:r><w:rPr><w:vanish/></w:rPr>${box}</w:r>${run(' end.')}`,
      ),
    );
    expect(markdown).toBe('Field end.');
  });
});

describe('alternate content of a Word document', () => {
  const SHAPE = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
  const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
  const drawing = (inner: string) =>
    `<w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><wps:wsp xmlns:wps="${SHAPE}"><wps:txbx>${inner}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`;
  const alternate = (branches: string, mc = 'mc') =>
    `<${mc}:AlternateContent xmlns:${mc}="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:zz="urn:zz" xmlns:s="${SHAPE}">${branches}</${mc}:AlternateContent>`;
  const choice = (inner: string, requires = 's') => `<mc:Choice Requires="${requires}">${inner}</mc:Choice>`;
  const fallback = (inner: string) => `<mc:Fallback>${inner}</mc:Fallback>`;
  const pict = (inner: string) => `<w:pict>${inner}</w:pict>`;
  const seenAndNot = choice(drawing(box('seen'))) + fallback(pict(box('unseen')));

  test.each([
    ['the choice', alternate(seenAndNot), 'seen'],
    ['the choice under another prefix', alternate(seenAndNot.replaceAll('mc:', 'x:'), 'x'), 'seen'],
    ['both alike once', alternate(choice(drawing(box('seen'))) + fallback(pict(box('seen')))), 'seen'],
    [
      'a choice that Word knows not',
      alternate(choice(drawing(box('unseen')), 'zz') + fallback(pict(box('seen')))),
      'seen',
    ],
    [
      'the second choice',
      alternate(choice(box('unseen'), 'zz') + choice(drawing(box('seen'))) + fallback('')),
      'seen',
    ],
    [
      'a choice in a choice',
      alternate(
        choice(drawing(`<w:txbxContent>${paragraph(`<w:r>${alternate(seenAndNot)}</w:r>`)}</w:txbxContent>`)),
      ),
      'seen',
    ],
    ['a chart', alternate(choice(drawing('')) + fallback(pict(box('unseen')))), ''],
  ])('is read as Word shows it: %s', async (_, inner, left) => {
    const { markdown, removed } = await read(paragraph(`<w:r>${inner}</w:r>${run('Text.')}`));
    expect(markdown.split(/\s+/).filter(Boolean).sort()).toEqual(['Text.', left].filter(Boolean));
    expect(removed.map(({ text }) => text)).toEqual(inner.includes('>unseen<') ? ['unseen'] : []);
  });
});

test.each([
  [
    'code',
    paragraph(run('a();'), 'PreformattedText') + paragraph(run('b();'), 'PreformattedText'),
    '```\na();\nb();\n```',
  ],
  ['a quotation', paragraph(run('A tax.'), 'Quotations'), '> A tax.'],
  ['a quotation of Pandoc', paragraph(run('A tax.'), 'BlockText'), '> A tax.'],
  ['code in a line', paragraph(run('npm run', '<w:rStyle w:val="SourceText"/>')), '`npm run`'],
])('styles of other programs than Word: %s', async (_, body, expected) => {
  expect((await read(body)).markdown).toBe(expected);
});

describe('formulas of a Word document', () => {
  const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const e = (inner: string, name = 'e') => `<m:${name}>${inner}</m:${name}>`;
  const math = (inner: string) =>
    `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${inner}</m:oMath>`;
  const nary = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${e(t('k=1'), 'sub')}${e(t('n'), 'sup')}${e(t('k'))}</m:nary>`;

  test.each([
    ['a sum of letters and numbers', t('x+12=y'), '$x+12 = y$'],
    ['a fraction', `<m:f>${e(t('a'), 'num')}${e(t('b'), 'den')}</m:f>`, '$\\frac{a}{b}$'],
    ['a power', `<m:sSup>${e(t('a'))}${e(t('2'), 'sup')}</m:sSup>`, '$a^{2}$'],
    ['an index', `<m:sSub>${e(t('a'))}${e(t('i'), 'sub')}</m:sSub>`, '$a_{i}$'],
    ['both', `<m:sSubSup>${e(t('a'))}${e(t('i'), 'sub')}${e(t('2'), 'sup')}</m:sSubSup>`, '$a_{i}^{2}$'],
    ['a root', `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(t('x'))}</m:rad>`, '$\\sqrt{x}$'],
    ['a cube root', `<m:rad>${e(t('3'), 'deg')}${e(t('x'))}</m:rad>`, '$\\sqrt[3]{x}$'],
    ['a sum with limits', nary, '$\\sum_{k = 1}^{n}k$'],
    ['brackets', `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(t('x'))}</m:d>`, '$[x]$'],
    ['a function', `<m:func>${e(t('sin'), 'fName')}${e(t('x'))}</m:func>`, '$\\sin x$'],
    [
      'a matrix',
      `<m:m><m:mr>${e(t('a'))}${e(t('b'))}</m:mr><m:mr>${e(t('c'))}${e(t('d'))}</m:mr></m:m>`,
      '$\\begin{matrix}a & b \\\\ c & d\\end{matrix}$',
    ],
    [
      'a limit',
      `<m:limLow>${e(t('lim').replace('<m:t>', '<m:rPr><m:sty m:val="p"/></m:rPr><m:t>'))}${e(t('n'), 'lim')}</m:limLow>`,
      '$\\lim_{n}$',
    ],
    ['a hat', `<m:acc>${e(t('y'))}</m:acc>`, '$\\hat{y}$'],
    ['an accent', `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${e(t('v'))}</m:acc>`, '$\\vec{v}$'],
  ])('%s', async (_, inner, expected) => {
    const { markdown } = await read(paragraph(run('It is ') + math(inner) + run(' then.')));
    expect(markdown).toBe(`It is ${expected} then.`);
  });

  test('one of its own paragraph stands by itself', async () => {
    const block = `<m:oMathPara xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${math(t('x=1'))}</m:oMathPara>`;
    expect((await read(paragraph(block))).markdown).toBe('$$\nx = 1\n$$');
  });

  test('what is hidden in one goes', async () => {
    const hidden = t('unseen').replace('<m:t>', '<w:rPr><w:vanish/></w:rPr><m:t>');
    const { markdown, removed } = await read(paragraph(run('It is ') + math(t('x') + hidden)));
    expect(markdown).toBe('It is $x$');
    expect(removed).toMatchObject([{ text: 'unseen' }]);
  });

  test('one that nests without end keeps its text', async () => {
    const deep = math(`${'<m:e>'.repeat(20_000)}${t('x')}${'</m:e>'.repeat(20_000)}`);
    expect((await read(paragraph(deep))).markdown).toContain('x');
  });
});

describe('pictures of a Word document', () => {
  const body = paragraph(
    run('Before ') + picture('photo', 'A photo') + picture('none', 'Lost') + run(' after.'),
  );

  test.each([
    ['keep', 'Before A photo after.'],
    ['alt', 'Before A photo after.'],
    ['none', 'Before after.'],
  ] as const)('with images "%s"; one that refers to nothing is left out', async (images, expected) => {
    expect(await read(body, { images })).toMatchObject({ outcome: 'ok', markdown: expected });
  });

  test('an address that is too long is none, however many links have it', async () => {
    const links = paragraph(`<w:hyperlink r:id="far">${run('x')}</w:hyperlink>`).repeat(1000);
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';
    const more = `chunk.html"/><Relationship Id="far" Type="${type}" TargetMode="External" Target="https://example.com/`;
    const bytes = docxOf(links, '', [], more + 'a'.repeat(1_000_000));
    const { markdown } = await convertDocument('docx', { bytes, contentType: undefined, url: '' }, {});
    expect(markdown).toBe('x\n\n'.repeat(1000).trim());
  });

  test('a link that refers to nothing leaves its text', async () => {
    const link = `<w:hyperlink r:id="none">${run('the map')}</w:hyperlink>`;
    expect(await read(paragraph(run('See ') + link))).toMatchObject({
      outcome: 'ok',
      markdown: 'See the map',
    });
  });
});

describe('elements of a Word document around text', () => {
  const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
  const ticked = (value: string, sign: string) =>
    `<w:sdt ${W14}><w:sdtPr><w14:checkbox><w14:checked w14:val="${value}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(sign)}</w:sdtContent></w:sdt>`;
  const field = (data: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:enabled/>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const list = (result: string) =>
    field(
      `<w:ddList>${result}<w:listEntry w:val="Summer"/><w:listEntry w:val="Winter &amp; spring"/></w:ddList>`,
    );
  const ruby = (text: string, reading: string) =>
    `<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(text)}</w:rubyBase></w:ruby></w:r>`;

  test.each([
    ['a field', `<w:fldSimple w:instr=" SEQ Figure ">${run('3')}</w:fldSimple>`, '3'],
    ['a direction that overrides', `<w:bdo w:val="rtl">${run('inner')}</w:bdo>`, 'inner'],
    ['an embedded direction', `<w:dir w:val="ltr">${run('inner')}</w:dir>`, 'inner'],
    [
      'a field in a direction',
      `<w:dir w:val="ltr"><w:fldSimple w:instr="PAGE">${run('7')}</w:fldSimple></w:dir>`,
      '7',
    ],
    ['ruby', ruby('漢字', 'かんじ'), '漢字(かんじ)'],
    ['a box that is ticked', ticked('1', '☒'), '☒'],
    ['a box that is not', ticked('0', '☐'), '☐'],
    ['a tick of an older form', field('<w:checkBox><w:sizeAuto/><w:checked/></w:checkBox>'), '☒'],
    ['one that is off', field('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>'), '☐'],
    ['one that is on by default', field('<w:checkBox><w:default w:val="1"/></w:checkBox>'), '☒'],
    ['a choice', list('<w:result w:val="1"/>'), 'Winter & spring'],
    ['the first choice', list(''), 'Summer'],
    ['a choice that is none', list('<w:result w:val="9"/>'), ''],
    ['a field without data', field(''), ''],
  ])('%s', async (_, inner, text) => {
    const { markdown } = await read(paragraph(run('Before ') + inner + run(' after.')));
    expect(markdown.replace(/\s+/g, ' ')).toBe(`Before ${text} after.`.replace(/\s+/g, ' '));
  });

  test('comments are left out, and told', async () => {
    const comment =
      '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="Ada"><w:p><w:r><w:t>Is this &lt;so&gt;?</w:t></w:r></w:p></w:comment></w:comments>';
    const bytes = docxOf(paragraph(run('Text.')), '', [['word/comments.xml', comment]]);
    const { markdown, diagnostics } = await convertDocument(
      'docx',
      { bytes, contentType: undefined, url: '' },
      {},
    );
    expect(markdown).toBe('Text.');
    expect(diagnostics.removed).toEqual([{ step: 'construct', element: 'w:comment', text: 'Is this <so>?' }]);
  });

  test('headers and footers of pages are told, each text once', async () => {
    const part = (name: string, text: string) =>
      `<w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${paragraph(run(text))}</w:${name}>`;
    const bytes = docxOf(paragraph(run('Text.')), '', [
      ['word/header1.xml', part('hdr', 'Harbour &amp; Co')],
      ['word/header2.xml', part('hdr', 'Harbour &amp; Co')],
      ['word/header3.xml', part('hdr', '')],
      ['word/footer1.xml', part('ftr', 'Draft')],
    ]);
    const { markdown, diagnostics } = await convertDocument(
      'docx',
      { bytes, contentType: undefined, url: '' },
      {},
    );
    expect(markdown).toBe('Text.');
    expect(diagnostics.removed).toEqual([
      { step: 'running-header', element: 'word/header1.xml', text: 'Harbour & Co' },
      { step: 'running-footer', element: 'word/footer1.xml', text: 'Draft' },
    ]);
  });

  test('what is not read is told, each name once', async () => {
    const { markdown, removed } = await read(
      paragraph(run('Before ')) +
        '<w:altChunk r:id="map"/><w:altChunk r:id="map"/>' +
        paragraph(run('after.')),
    );
    expect(markdown).toBe('Before\n\nafter.');
    expect(removed).toEqual([{ step: 'construct', element: 'w:altChunk', text: '' }]);
  });
});

test.each([
  ['tables', '<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>'],
  ['controls', '<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>'],
])('%s within each other without end are document_too_complex', async (_, start, end) => {
  const bytes = docxOf(start.repeat(20_000) + paragraph(run('Text.')) + end.repeat(20_000));
  const { outcome, exceeded } = await convertDocument('docx', { bytes, contentType: undefined, url: '' }, {});
  expect(outcome).toBe('document_too_complex');
  expect(exceeded).not.toBeNull();
});

test('the main part is the one that the package names', async () => {
  const bytes = docxOf(paragraph(run('Found.')), '', [], 'chunk.html', 'document2');
  const { markdown } = await convertDocument('docx', { bytes, contentType: undefined, url: '' }, {});
  expect(markdown).toBe('Found.');
});

describe('numbers and headings of a Word document', () => {
  const item = (text: string, list = 2, depth = 0) => paragraph(run(text), '', list, depth);
  const OUTLINE = (level: number, style = '') =>
    `<w:p><w:pPr>${style}<w:outlineLvl w:val="${level}"/></w:pPr>${run('Night')}</w:p>`;

  test.each([
    [
      'behind a paragraph',
      item('Oil') + paragraph(run('Then:')) + item('Wick'),
      '1. Oil\n\nThen:\n\n2. Wick',
    ],
    ['from their own start', item('Oil', 3) + item('Wick', 3), '7. Oil\n8. Wick'],
    [
      'anew below each item',
      item('A') + item('x', 2, 1) + item('B') + item('y', 2, 1),
      '1. A\n   1. x\n2. B\n   1. y',
    ],
    [
      'anew where another one begins',
      item('Oil') + item('Wick') + item('Lens', 3) + item('Glass', 3),
      '1. Oil\n2. Wick\n\n7) Lens\n8) Glass',
    ],
    [
      'without bullets',
      item('Oil', 1) + paragraph(run('Then:')) + item('Wick', 1),
      '- Oil\n\nThen:\n\n- Wick',
    ],
    ['in bold', paragraph(run('Oil', '<w:b/>'), '', 2), '1. **Oil**'],
    ['of a list that nothing defines', item('Oil', 99), 'Oil'],
    [
      'behind one without a sign',
      item('Oil') + item('of whales', 5) + item('Wick'),
      '1. Oil\n\nof whales\n\n2. Wick',
    ],
  ])('lists go on %s', async (_, body, markdown) => {
    expect((await read(body)).markdown).toBe(markdown);
  });

  test.each([
    ['a style based on a heading', paragraph(run('Night'), 'Night'), '## Night'],
    [
      'a style in the outline, with its number',
      paragraph(run('Night'), 'Part') + paragraph(run('Day'), 'Part'),
      '# I. Night\n\n# II. Day',
    ],
    [
      'a number with those above it',
      item('A', 4) + paragraph(run('Night'), 'H2', 4, 1),
      '1. A\n\n## I.a Night',
    ],
    ['a paragraph in the outline', OUTLINE(2), '### Night'],
    ['one whose style is none', OUTLINE(0, '<w:pStyle w:val="BlockText"/>'), '# Night'],
    ['one that is text', OUTLINE(9), 'Night'],
    [
      'one that was changed',
      OUTLINE(1).replace(
        '</w:pPr>',
        '<w:pPrChange w:id="1"><w:pPr><w:outlineLvl w:val="4"/></w:pPr></w:pPrChange></w:pPr>',
      ),
      '## Night',
    ],
  ])('%s', async (_, body, markdown) => {
    expect((await read(body)).markdown).toBe(markdown);
  });
});
