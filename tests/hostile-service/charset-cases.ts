import { CHARSET_SAMPLES } from '../../src/core/html/charset-samples.fixture.ts';
import { converted, type ServiceCase } from './service-case.ts';

const ASCII = 'A sentence in plain letters stands here, so that the page has something to say.';

/** A page in the bytes of a sample; `meta` stands at its head, after `ahead` bytes of comment. */
function pageOf(hex: string, isWide: boolean, meta = '', ahead = 0): Buffer {
  const text = (ascii: string) => {
    const bytes = Buffer.from(ascii, isWide ? 'utf16le' : 'latin1');
    return bytes;
  };
  const comment = ahead > 0 ? `<!--${'x'.repeat(ahead)}-->` : '';
  return Buffer.concat([
    text(`<!doctype html>${comment}${meta}<article><p>`),
    Buffer.from(hex, 'hex'),
    text(`</p><p>${ASCII}</p></article>`),
  ]);
}

const says = (sample: string) =>
  converted((content) => (content.includes(sample) ? null : `not as written: ${content.slice(0, 100)}`));
/** Nobody can know the encoding: the answer may be wrong, but there is one. */
const answers = converted((content) => (content === '' ? 'nothing' : null));

/** One page per encoding and place of its declaration. UTF-16 is tried by header and byte order mark alone. */
const narrow: readonly ServiceCase[] = CHARSET_SAMPLES.filter(
  ({ encoding }) => !encoding.startsWith('utf-16'),
).flatMap(({ encoding, label, text, hex }, index) => {
  const sample = text.split('\n')[0]!;
  const places: Readonly<Record<string, readonly [string | null, Buffer, ServiceCase['judge']]>> = {
    header: [`text/html; charset=${label}`, pageOf(hex, false), says(sample)],
    'quoted-header': [`text/html; charset="${label.toUpperCase()}"`, pageOf(hex, false), says(sample)],
    meta: ['text/html', pageOf(hex, false, `<meta charset=${label}>`), says(sample)],
    pragma: [
      'text/html',
      pageOf(hex, false, `<meta http-equiv=content-type content="text/html; charset=${label}">`),
      says(sample),
    ],
    'header-over-meta': [
      `text/html; charset=${label}`,
      pageOf(hex, false, '<meta charset=koi8-u>'),
      says(sample),
    ],
    'late-meta': ['text/html', pageOf(hex, false, `<meta charset=${label}>`, 2000), answers],
    none: ['text/html', pageOf(hex, false), answers],
    'unknown-label': ['text/html; charset=klingon', pageOf(hex, false), answers],
  };
  return Object.entries(places).map(([place, [contentType, bytes, judge]]) => {
    const id = `charset-${index}-${encoding}-${place}`;
    return {
      id,
      page: { contentType, bytes },
      convert: ({ site }: { site: string }) => ({ url: `${site}/${id}`, scope: 'full', strict: false }),
      judge,
    };
  });
});

function utf16(mark: 'le' | 'be' | 'none', header: string): ServiceCase {
  const id = `charset-utf16-${mark}-${header}`;
  const text = `<!doctype html><article><p>你好 😀 €</p><p>${ASCII}</p></article>`;
  const isBig = mark === 'be' || (mark === 'none' && header.endsWith('be'));
  const bytes = Buffer.from((mark === 'none' ? '' : '\ufeff') + text, 'utf16le');
  return {
    id,
    page: { contentType: `text/html${header}`, bytes: isBig ? bytes.swap16() : bytes },
    convert: ({ site }) => ({ url: `${site}/${encodeURIComponent(id)}`, scope: 'full', strict: false }),
    judge: says('你好 😀 €'),
  };
}

export const CHARSET_CASES: readonly ServiceCase[] = [
  ...narrow,
  utf16('le', ''),
  utf16('be', ''),
  utf16('le', '; charset=utf-8'),
  utf16('be', '; charset=windows-1252'),
  utf16('none', '; charset=utf-16le'),
  utf16('none', '; charset=utf-16be'),
];
