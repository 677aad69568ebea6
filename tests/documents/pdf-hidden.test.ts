import { describe, expect, test } from 'vitest';
import { convertDocument } from '../../src/documents/convert-document.ts';
import { fileOf } from './makers/by-hand.ts';

/**
 * A page of 612 by 792 points; `Im` is a picture, `Hides` a layer that is off, `Shows` one that is on, `Clear` has no opacity, `Letters` masks by letters, `Blank` by
 * nothing, `Lit` by nothing on white. */
function pageOf(content: string): Uint8Array {
  const group = '<< /S /Transparency >>';
  const form = (stream: string, more: string) =>
    `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources 5 0 R ${more} /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [7 0 R 8 0 R] /D << /OFF [7 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources 5 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Font << /R 6 0 R >> /XObject << /Im 9 0 R /Form 10 0 R >> /Properties << /Hides 7 0 R /Shows 8 0 R >>
    /ExtGState << /Clear << /ca 0 >> /Opaque << /ca 1 >> /Half << /ca 0.5 >> /Multiply << /BM /Multiply >>
    /Letters << /SMask << /Type /Mask /S /Alpha /G 10 0 R >> >> /Blank << /SMask << /Type /Mask /S /Luminosity /G 11 0 R >> >>
    /Lit << /SMask << /Type /Mask /S /Luminosity /BC [1] /G 11 0 R >> >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
    '<< /Type /OCG /Name (hides) >>',
    '<< /Type /OCG /Name (shows) >>',
    '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 4 >>\nstream\n\x10\x20\x30\x40\nendstream',
    form('/Opaque gs BT /R 12 Tf 72 500 Td (told) Tj ET', `/Group ${group}`),
    form('', '/Group << /S /Transparency /CS /DeviceGray >>'),
  ]);
}

async function read(content: string) {
  const document = { bytes: pageOf(content), contentType: undefined, url: '' };
  const { text, outcome, diagnostics } = await convertDocument('pdf', document, {});
  const hidden = diagnostics.removed
    .filter(({ step }) => step === 'hidden')
    .map((block) => block.text.trim());
  return { text: text.replace(/\s+/g, ' '), outcome, hidden };
}

const told = (state = '', at = '72 500') => `BT ${state} /R 12 Tf ${at} Td (told) Tj ET`;
const SEEN = 'BT /R 12 Tf 0 g 72 700 Td (Seen words.) Tj ET';
const WHITE = '1 g';
const DARK_BOX = '0.1 0.2 0.4 rg 60 480 300 40 re f';
const PICTURE = 'q 612 0 0 792 0 0 cm /Im Do Q';

describe('text of a PDF that nobody sees is left out and told', () => {
  test.each([
    ['without paint', told('3 Tr')],
    ['without opacity', `/Clear gs ${told()}`],
    ['in a group without opacity', '/Clear gs /Form Do'],
    ['white on the page', told(WHITE)],
    ['white, letter by letter', told(WHITE).replace('(told) Tj', '(t) Tj (o) Tj (l) Tj (d) Tj')],
    ['nearly white', told('0.98 0.99 1 rg')],
    ['white in lines and letters', told('1 g 1 G 2 Tr')],
    ['white in CMYK', told('0 0 0 0 k')],
    ['in the colour of the box that it stands on', `${DARK_BOX} ${told('0.1 0.2 0.4 rg')}`],
    ['white on a box that was painted white', `${DARK_BOX} 1 g 60 480 300 40 re f ${told(WHITE)}`],
    ['white beside a dark box', `${DARK_BOX} ${told(WHITE, '72 300')}`],
    ['white, framed', `0 G 60 480 300 40 re S ${told(WHITE)}`],
    ['below the page', told('', '72 -40')],
    ['as a clip that nothing is painted through', `q ${told('7 Tr')} Q`],
    ['through a mask of nothing', `q /Blank gs ${told()} Q`],
    ['beside a clip', `q 0 600 612 192 re W n ${told()} Q`],
    ['of no size', 'BT /R 0.2 Tf 72 500 Td (told) Tj ET'],
    ['of one point', 'BT /R 1 Tf 72 500 Td (told) Tj ET'],
    ['of no width', told('1 Tz')],
    ['under a box', `${told()} ${DARK_BOX}`],
    ['in a layer that is off', `/OC /Hides BDC ${told()} EMC`],
    ['without paint beside a picture', `q 200 0 0 200 400 0 cm /Im Do Q ${told('3 Tr')}`],
  ])('%s', async (_, content) => {
    expect(await read(`${SEEN} ${content}`)).toEqual({
      text: 'Seen words.',
      outcome: 'ok',
      hidden: ['told'],
    });
  });

  test('in a line of text that is seen', async () => {
    const line = 'BT /R 12 Tf 72 500 Td (Before, ) Tj 1 g (told ) Tj 0 g (after.) Tj ET';
    expect(await read(line)).toEqual({ text: 'Before, after.', outcome: 'ok', hidden: ['told'] });
  });

  test('and nothing else is on the page', async () => {
    expect(await read(told('3 Tr'))).toEqual({ text: '', outcome: 'empty_content', hidden: ['told'] });
  });
});

describe('text of a PDF that is seen stays', () => {
  test.each(['\\225', 'n'])('white on a sign that is filled: %s', async (sign) => {
    const drawn = `BT /R 90 Tf 72 470 Td (${sign}) Tj ET`;
    expect(await read(`${drawn} ${told(WHITE, '76 500')}`)).toMatchObject({ hidden: [] });
  });

  test.each([
    ['white on a dark box', `${DARK_BOX} ${told(WHITE)}`],
    ['white on a dark round box', `0 g 60 480 m 360 480 l 380 500 l 360 520 l 60 520 l f ${told(WHITE)}`],
    ['white on a picture', `${PICTURE} ${told(WHITE)}`],
    ['white on a thick line', `0 G 30 w 60 505 m 300 505 l S ${told(WHITE)}`],
    ['white on a dark box in a form', `q 1 0 0 1 0 0 cm ${DARK_BOX} Q q ${told(WHITE)} Q`],
    ['white with dark lines', told('1 g 0 G 2 Tr')],
    ['light grey', told('0.8 g')],
    ['narrow', told('50 Tz')],
    ['of one unit in a matrix', 'BT /R 1 Tf 12 0 0 12 72 500 Tm (told) Tj ET'],
    ['without paint over a scan', `${PICTURE} ${told('3 Tr')}`],
    ['without paint under a scan', `${told('3 Tr')} 1 g 0 0 612 792 re f ${PICTURE}`],
    [
      'without paint over a scan placed without a state of its own',
      `612 0 0 792 0 0 cm /Im Do 0.001633987 0 0 0.00126262626 0 0 cm ${told('3 Tr')}`,
    ],
    ['without paint over letters drawn as shapes', `0 g 72 500 m 80 512 90 508 95 500 c f ${told('3 Tr')}`],
    [
      'without paint over a box that is seen through its letters',
      `q /Letters gs ${DARK_BOX} Q ${told('3 Tr')}`,
    ],
    ['under a picture', `${told()} ${PICTURE}`],
    ['under a box that lets it through', `${told()} /Half gs ${DARK_BOX}`],
    ['under a marker', `${told()} /Multiply gs ${DARK_BOX}`],
    ['under a frame', `${told()} 60 480 300 40 re 62 482 296 36 re f*`],
    ['under a box that is clipped', `${told()} q 0 0 10 10 re W n ${DARK_BOX} Q`],
    ['as a clip of a box', `q ${told('7 Tr')} ${DARK_BOX} Q`],
    ['through a mask of nothing on white', `q /Lit gs ${told()} Q`],
    ['within a clip', `q 60 480 300 40 re W n ${told()} Q`],
    ['under a box in a layer that is off', `${told()} /OC /Hides BDC ${DARK_BOX} EMC`],
    ['in a layer that is on', `/OC /Shows BDC ${told()} EMC`],
    ['in a group', '/Form Do'],
    ['black on a white box', `1 g 60 480 300 40 re f ${told('0 g')}`],
  ])('%s', async (_, content) => {
    const { text, hidden } = await read(`q ${SEEN} Q ${content}`);
    expect({ text, hidden }).toEqual({ text: 'Seen words. told', hidden: [] });
  });
});
