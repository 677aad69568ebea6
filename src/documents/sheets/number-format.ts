/** A piece of a format code: `kind` is `literal`, `number`, `date`, `text` (`@`), `general`, or a condition. */
interface Token {
  readonly kind: 'literal' | 'number' | 'date' | 'text' | 'general' | 'condition';
  readonly value: string;
}

type Section = readonly Token[];

/** Longest code that is read; Excel takes 255 characters. */
const MAX_CODE = 300;
// linear: at most 300 characters.
const TOKEN =
  /"([^"]*)"?|\\([\s\S])|(_[\s\S])|(\*[\s\S])|\[([<>=]{1,2}-?[\d.]+)\]|\[(h+|m+|s+)\]|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|(general)|(AM\/PM|A\/P|y+|m+|d+|h+|s+|(?<=s\]?)\.0+)|(E[+-]|[0#?.,%/])|(@)|([\s\S])/giy;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY_MS = 86_400_000;
/** Days from the first day of each of the two calendars (ECMA-376, part 1, 18.17.4.1) to 1970. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
/** The 1900 calendar has a 29 February 1900: days ahead of it are one off. */
const FALSE_LEAP_DAY = 60;

/** What a number format of a workbook (18.8.31) shows of a number or a text. */
export type NumberFormat = (value: number | string) => string;

/** Reads the code of a number format. What it shows of a number is in English; formats of fractions show a decimal one. */
export function numberFormat(code: string, is1904: boolean): NumberFormat {
  const sections = sectionsOf(code.slice(0, MAX_CODE) || 'General');
  return (value) => {
    if (typeof value === 'string') return textOf(sections, value);
    const { section, isAbsolute } = sectionFor(sections, value);
    if (section.some(({ kind }) => kind === 'date')) return dateText(section, value, is1904);
    const shown = numberText(section, Math.abs(value));
    return value < 0 && !isAbsolute && /[1-9]/.test(shown) ? `-${shown}` : shown;
  };
}

function sectionsOf(code: string): Section[] {
  const sections: Token[][] = [[]];
  for (const match of code.matchAll(TOKEN)) {
    const [, quoted, escaped, space, fill, condition, elapsed, currency, general, date, number, text, other] =
      match;
    const add = (kind: Token['kind'], value: string) => sections.at(-1)!.push({ kind, value });
    if (other === ';') sections.push([]);
    else if (condition !== undefined) add('condition', condition);
    else if (elapsed !== undefined) add('date', `[${elapsed.toLowerCase()}]`);
    else if (date !== undefined) add('date', date.toLowerCase());
    else if (general !== undefined) add('general', '');
    else if (number !== undefined) add('number', number.toUpperCase());
    else if (text !== undefined) add('text', text);
    else if (fill === undefined) add('literal', space ? ' ' : (quoted ?? escaped ?? currency ?? other ?? ''));
  }
  return sections;
}

/** A text is what it is, unless a fourth section or one with a place for it says otherwise. */
function textOf(sections: readonly Section[], value: string): string {
  const section = sections[3] ?? sections.find((tokens) => tokens.some(({ kind }) => kind === 'text'));
  if (section === undefined) return value;
  return section
    .map(({ kind, value: text }) => (kind === 'text' ? value : kind === 'literal' ? text : ''))
    .join('');
}

/** The section that shows a number; `isAbsolute`: it says itself that the number is negative. */
function sectionFor(sections: readonly Section[], value: number): { section: Section; isAbsolute: boolean } {
  const conditions = sections.map((section) => section.find(({ kind }) => kind === 'condition')?.value);
  if (conditions.some((condition) => condition !== undefined)) {
    const at = conditions.findIndex((condition) => condition === undefined || holds(condition, value));
    return { section: sections[at] ?? GENERAL, isAbsolute: at > 0 };
  }
  const [positive = GENERAL, negative, zero] = sections;
  if (value < 0 && negative !== undefined) return { section: negative, isAbsolute: true };
  return { section: value === 0 && zero !== undefined ? zero : positive, isAbsolute: false };
}

const GENERAL: Section = [{ kind: 'general', value: '' }];

function holds(condition: string, value: number): boolean {
  const [, sign, digits] = /^([<>=]+)(.*)/.exec(condition)!;
  const other = Number(digits);
  const difference = value - other;
  if (difference === 0) return sign!.includes('=');
  return sign === '<>' || sign!.startsWith(difference < 0 ? '<' : '>');
}

/** A number without a format, with the 15 digits that a workbook keeps. */
export function generalNumber(value: number): string {
  return String(Number(value.toPrecision(15))).toUpperCase();
}

function numberText(section: Section, value: number): string {
  const codes = section.filter(({ kind }) => kind === 'number').map(({ value: code }) => code);
  const percents = codes.filter((code) => code === '%').length;
  const scaled = value * 100 ** percents;
  const isSkipped = (code: string) => code.startsWith('E') || code === '/';
  const digits = codes.some(isSkipped) ? null : placedDigits(codes, scaled);
  let at = 0;
  const texts = section.map(({ kind, value: text }) => {
    if (kind === 'literal') return text;
    if (kind === 'general' || kind === 'text') return generalNumber(value);
    if (kind !== 'number') return '';
    if (digits !== null) return digits[at++];
    return at++ === 0 ? unplaced(codes, scaled) : '';
  });
  return texts.join('').trim();
}

/** What each placeholder of a code shows of a number; digits that find none stand with the first one. */
function placedDigits(codes: readonly string[], value: number): string[] {
  const point = codes.indexOf('.');
  const isPlace = (code: string) => '0#?'.includes(code);
  const whole = codes.slice(0, point < 0 ? codes.length : point);
  const fraction = point < 0 ? [] : codes.slice(point + 1).filter(isPlace);
  const lastPlace = whole.findLastIndex(isPlace);
  const thousands = codes.slice(codes.findLastIndex(isPlace) + 1).filter((code) => code === ',').length;
  const isGrouped = whole.slice(0, Math.max(0, lastPlace)).includes(',');
  const [before = '', after = ''] = fixed(value / 1000 ** thousands, fraction.length).split('.');
  const left = before === '0' ? [] : [...before];
  const shown: string[] = codes.map((code) => (code === '%' ? '%' : ''));
  const places = whole.flatMap((code, i) => (isPlace(code) ? [i] : [])).toReversed();
  let written = 0;
  for (const [nth, i] of places.entries()) {
    const most = nth === places.length - 1 ? Number.POSITIVE_INFINITY : 1;
    for (let taken = 0; taken < most; taken++) {
      const digit = left.pop() ?? (taken === 0 && whole[i] === '0' ? '0' : undefined);
      if (digit === undefined) break;
      shown[i] = digit + (isGrouped && written > 0 && written % 3 === 0 ? ',' : '') + shown[i];
      written++;
    }
  }
  if (places.length === 0 && point >= 0) shown[point] = left.join('');
  const least = fraction.findLastIndex((code, i) => code === '0' || (after[i] ?? '0') !== '0') + 1;
  if (point >= 0) shown[point] += '.';
  let at = 0;
  for (let i = point + 1; point >= 0 && i < codes.length; i++)
    if (isPlace(codes[i]!)) shown[i] = at < least ? after[at++]! : '';
  return shown;
}

/** A number in scientific notation; one that is to be a fraction as a decimal number. */
function unplaced(codes: readonly string[], value: number): string {
  const exponentAt = codes.findIndex((code) => code.startsWith('E'));
  if (exponentAt < 0) return generalNumber(value);
  const places = codes.slice(0, exponentAt);
  const decimals = places.includes('.') ? places.length - 1 - places.indexOf('.') : 0;
  const [mantissa = '', exponent = ''] = value.toExponential(Math.min(decimals, 100)).split('e');
  const width = codes.length - 1 - exponentAt;
  const sign = exponent.startsWith('-') ? '-' : codes[exponentAt] === 'E+' ? '+' : '';
  return `${mantissa}E${sign}${exponent.slice(1).padStart(width, '0')}`;
}

/** A number with so many decimals, rounded as it is written: 1.005 is 1.01. */
function fixed(value: number, decimals: number): string {
  const text = String(Number(value.toPrecision(15)));
  const [mantissa = '', exponent] = text.split('e');
  if (Number(exponent ?? 0) < 0) return value.toFixed(Math.min(decimals, 100));
  const [whole = '', part = ''] =
    exponent === undefined ? text.split('.') : [mantissa.replace('.', '').padEnd(Number(exponent) + 1, '0')];
  if (part.length <= decimals) return decimals === 0 ? whole : `${whole}.${part.padEnd(decimals, '0')}`;
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`).toFixed(decimals);
}

/** A moment, whose milliseconds are rounded and whose seconds are not, as LibreOffice shows it. */
function dateText(section: Section, value: number, is1904: boolean): string {
  const days = !is1904 && value < FALSE_LEAP_DAY ? value + 1 : value;
  const date = new Date(Math.round((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * DAY_MS));
  if (value < 0 || Number.isNaN(date.getTime())) return generalNumber(value);
  const elapsedS = Math.floor(Math.round(value * DAY_MS) / 1000);
  const dates = section.filter(({ kind }) => kind === 'date').map(({ value: code }) => code);
  const isHalved = dates.some((code) => code.startsWith('a'));
  let at = 0;
  const texts = section.map(({ kind, value: code }) => {
    if (kind === 'literal') return code;
    if (kind !== 'date') return kind === 'number' && /[,./]/.test(code) ? code : '';
    const [before = '', after = ''] = [dates[at - 1], dates[at + 1]];
    at++;
    const isMinute = /^m{1,2}$/.test(code) && (/^\[?h/.test(before) || /^\[?s/.test(after));
    return datePart(isMinute ? code.replaceAll('m', 'n') : code, date, isHalved, elapsedS);
  });
  return texts.join('').trim();
}

/** A part of a date; `n` stands for minutes, brackets for time that has gone by. */
function datePart(code: string, date: Date, isHalved: boolean, elapsedS: number): string {
  const padded = (value: number) => String(value).padStart(code.replace(/\W/g, '').length, '0');
  const month = MONTHS[date.getUTCMonth()]!;
  const day = DAYS[date.getUTCDay()]!;
  const hour = date.getUTCHours();
  const isNamed = code.length > 2;
  switch (code[0] === '[' ? code.slice(0, 2) : code[0]) {
    case '[h':
      return padded(Math.floor(elapsedS / 3600));
    case '[m':
      return padded(Math.floor(elapsedS / 60));
    case '[s':
      return padded(elapsedS);
    case 'y':
      return isNamed ? String(date.getUTCFullYear()) : String(date.getUTCFullYear() % 100).padStart(2, '0');
    case 'm':
      if (!isNamed) return padded(date.getUTCMonth() + 1);
      return code.length === 3 ? month.slice(0, 3) : code.length === 5 ? month[0]! : month;
    case 'd':
      return isNamed ? (code.length === 3 ? day.slice(0, 3) : day) : padded(date.getUTCDate());
    case 'h':
      return padded(isHalved ? hour % 12 || 12 : hour);
    case 'n':
      return padded(date.getUTCMinutes());
    case 's':
      return padded(date.getUTCSeconds());
    case '.':
      return `.${String(date.getUTCMilliseconds())
        .padStart(3, '0')
        .slice(0, code.length - 1)}`;
    default:
      return (hour < 12 ? 'AM' : 'PM').slice(0, code === 'a/p' ? 1 : 2);
  }
}
