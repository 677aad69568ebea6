import STORY from '../../../fixtures/stories/rivers.json' with { type: 'json' };

/** Text in one font on one page: the operands of `Tj` and `TJ`, a line each. */
interface FontSample {
  /** The font's dictionary, which names further objects from 6 on. */
  readonly font: string;
  readonly more?: readonly string[];
  readonly lines: readonly string[];
  /** Lines below in a font that every reader knows. */
  readonly plain?: readonly string[];
  /** Further fonts, each a name and a dictionary; each of `shown` shows U+5DDD in a code of four bytes. */
  readonly fonts?: readonly string[];
  readonly shown?: readonly string[];
}

/** A PDF of one page, whose text is in a font that the file does not embed. */
export function pdfInFont(sample: FontSample): Uint8Array {
  const { font, more = [], lines, plain = [], fonts = [], shown = [] } = sample;
  const show = (name: string, all: readonly string[]) =>
    all
      .map((line) => `/${name} 12 Tf 0 -20 Td ${line.startsWith('[') ? `${line} TJ` : `${line} Tj`}`)
      .join('\n');
  const content = `BT 72 760 Td\n${show('F', lines)}\n${show('P', plain)}\n${shown.map((name) => `${name} 12 Tf <00005ddd> Tj`).join('\n')}\nET`;
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R /P << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >> ${fonts.join(' ')} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font,
    ...more,
  ]);
}

/** Of a font whose codes have two bytes: its predefined encoding, and the collection of its glyphs. */
interface CidFont {
  readonly encoding: string;
  readonly ordering: string;
  /** Text of each code, in hexadecimal; nothing where the font has no map. */
  readonly toUnicode?: Readonly<Record<string, string>>;
  /** Widths as an array of PDF; 1000 for what is not in it. */
  readonly widths?: string;
}

/** A font of codes of two bytes (ISO 32000-2, 9.7), with its descendant and, where it has one, its map. */
export function cidFont({
  encoding,
  ordering,
  toUnicode,
  widths = '[]',
}: CidFont): Pick<FontSample, 'font' | 'more'> {
  const registry = ordering === 'Identity' ? 'Identity' : ordering;
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unheard /CIDSystemInfo << /Registry (Adobe) /Ordering (${registry}) /Supplement 2 >> /DW 1000 /W ${widths} /FontDescriptor 7 0 R >>`;
  const descriptor =
    '<< /Type /FontDescriptor /FontName /Unheard /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>';
  const map = Object.entries(toUnicode ?? {}).map(([code, text]) => `<${code}> <${text}>`);
  const stream = `begincmap\n1 begincodespacerange <0000> <ffff> endcodespacerange\n${map.length} beginbfchar\n${map.join('\n')}\nendbfchar\nendcmap`;
  return {
    font: `<< /Type /Font /Subtype /Type0 /BaseFont /Unheard /Encoding /${encoding} /DescendantFonts [6 0 R] ${toUnicode === undefined ? '' : '/ToUnicode 8 0 R'} >>`,
    more: [descendant, descriptor, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`],
  };
}

/** A page with one picture and nothing else, as a scanner makes it. */
export function scan(): Uint8Array {
  const content = 'q 612 0 0 792 0 0 cm /S Do Q';
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /S 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 4 >>\nstream\n\x10\x20\x30\x40\nendstream',
  ]);
}

const { title, intro, link, kinds, steps, end } = STORY;

/** A PDF written operator by operator, in the manner of old text processors: words placed by `TJ`, Courier for code. */
export function byHand(): Uint8Array {
  const lines: string[] = [];
  let y = 760;
  const show = (text: string, font: string, size: number, x = 72) => {
    const words = text
      .replace(/[()\\]/g, '\\$&')
      .split(' ')
      .join(') -280 (');
    lines.push(`BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm [(${words})] TJ ET`);
    y -= Math.round(1.4 * size);
  };
  const gap = () => (y -= 10);
  show(title, 'B', 22);
  gap();
  for (const line of intro.match(/.{1,80}(?:\s|$)/g)!) show(line.trim(), 'R', 11);
  gap();
  const linkTop = y + 10;
  show(link.text, 'R', 11);
  const linkBottom = linkTop - 14;
  gap();
  show(kinds.title, 'B', 15);
  show(kinds.lead, 'R', 11);
  gap();
  for (const item of kinds.items) show(`* ${item}`, 'R', 11, 84);
  gap();
  show(steps.title, 'B', 15);
  show(steps.lead, 'R', 11);
  gap();
  for (const [i, item] of steps.items.entries()) show(`${i + 1}. ${item}`, 'R', 11, 84);
  gap();
  show('const span = 120;', 'C', 10);
  show('const price = 4;', 'C', 10, 84);
  gap();
  show(end, 'R', 11);
  const annotation = `<< /Type /Annot /Subtype /Link /Rect [72 ${linkBottom} 230 ${linkTop}] /A << /S /URI /URI (${link.url}) >> >>`;
  return assemble(lines.join('\n'), annotation, title);
}

/**
 * A whole file around one page's content: objects, cross-reference table, trailer (ISO 32000-1, 7.5). Of `forms`, each may
 * draw the next by the name `N`, and the page the first.
 */
export function assemble(
  content: string,
  annotation = 'null',
  name = '',
  forms: readonly string[] = [],
): Uint8Array {
  const nextForm = (i: number) => (i < forms.length ? `/XObject << /N ${10 + i} 0 R >>` : '');
  const font = (base: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [8 0 R] /Resources << /Font << /R 5 0 R /B 6 0 R /C 7 0 R >> ${nextForm(0)} >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Times-Roman'),
    font('Times-Bold'),
    font('Courier'),
    annotation,
    `<< /Title (${name}) >>`,
    ...forms.map(
      (form, i) =>
        `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${nextForm(i + 1)} >> /Length ${form.length} >>\nstream\n${form}\nendstream`,
    ),
  ];
  return fileOf(objects, '/Info 9 0 R');
}

/** The file of objects that are numbered from 1, of which the first is the catalogue. */
export function fileOf(objects: readonly string[], trailer = ''): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}
