/**
 * How names of months begin, without accents and in lower case, from January on: English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Scandinavian, Polish, Czech, Turkish, Russian. Source: Unicode CLDR 46, calendars/gregorian.
 */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen', 'sty', 'led', 'oca', 'янв'],
  ['feb', 'fev', 'lut', 'uno', 'sub', 'фев'],
  ['mar', 'mrt', 'maa', 'mrz', 'bre', 'мар'],
  ['apr', 'avr', 'abr', 'kwi', 'dub', 'nis', 'апр'],
  ['may', 'mai', 'mag', 'mei', 'maj', 'kve', 'мая', 'май'],
  ['jun', 'juin', 'giu', 'cze', 'cervna', 'haz', 'июн'],
  ['jul', 'juil', 'lug', 'lip', 'cervence', 'tem', 'июл'],
  ['aug', 'aou', 'ago', 'sie', 'srp', 'авг'],
  ['sep', 'set', 'wrz', 'zar', 'eyl', 'сен'],
  ['oct', 'okt', 'ott', 'out', 'paz', 'rij', 'eki', 'окт'],
  ['nov', 'lis', 'kas', 'ноя'],
  ['dec', 'dez', 'dic', 'gru', 'pro', 'ara', 'дек'],
];

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const ISO =
  /^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T\s]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]{1,9})?)?\s*(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})?)?/i;
const COMPACT =
  /^([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{2})([0-9]{2})([0-9]{2})?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;
const CJK = /^([0-9]{4})\s?年\s?([0-9]{1,2})\s?月\s?([0-9]{1,2})\s?日/;
const CLOCK = /([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?\s*(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})?/i;
/** As C and Java write it: `Mon Aug 03 12:45:00 EDT 2015`. */
// linear: at most 100 characters, as the date.
const CLOCK_BEFORE_YEAR = /([0-9]{2}:[0-9]{2}:[0-9]{2})(?: [A-Z]{3,4})? ([0-9]{4})$/;
// linear: at most 100 characters, as the date.
const DAY_FIRST =
  /(?<![0-9])([0-9]{1,2})(?:st|nd|rd|th|er)?[\s.-]{1,3}(?:(?:of|de)\s)?([^\s0-9.,/:-]{3,12})[\s.,-]{1,3}(?:de\s)?([0-9]{4})(?![0-9])/i;
// linear: at most 100 characters, as the date.
const MONTH_FIRST =
  /(?<![^\s0-9.,/:|()-])([^\s0-9.,/:-]{3,12})\.?\s{1,3}([0-9]{1,2})(?:st|nd|rd|th)?,?\s{1,3}([0-9]{4})(?![0-9])/i;
/** Day, month and year with dots: wherever dates are written so the day comes first. */
// linear: at most 100 characters, as the date.
const DOTTED = /(?<![0-9.])([0-9]{1,2})\.\s?([0-9]{1,2})\.\s?([0-9]{4})(?![0-9])/;
const SLASHED = /(?<![0-9/])([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{4})(?![0-9/])/;
const EPOCH = /^(1[0-9]{9})(?:[0-9]{3})?$/;

/**
 * A date that a page gives, as RFC 3339: `2024-03-05`, with time and zone where it has them (`2024-03-05T10:00:00Z`;
 * a time without a zone is left out, for nobody knows when it was). Null for what is no date. Reads ISO 8601,
 * RFC 2822, English and CJK dates, seconds and milliseconds since 1970, and of days and months in figures those that
 * can be told apart, or whose page writes the day first or not (`isDayFirst`); asks neither the clock nor the locale.
 */
export function pageDate(value: string, isDayFirst?: boolean): string | null {
  const text = value.slice(0, 100).trim().replace(CLOCK_BEFORE_YEAR, '$2 $1');
  const iso = ISO.exec(text) ?? COMPACT.exec(text);
  if (iso) return format(iso[1]!, Number(iso[2]), iso[3]!, iso.slice(4));
  const epoch = EPOCH.exec(text);
  if (epoch) return new Date(Number(epoch[1]) * 1000).toISOString().replace('.000', '');
  const cjk = CJK.exec(text);
  if (cjk) return format(cjk[1]!, Number(cjk[2]), cjk[3]!);
  const dayFirst = DAY_FIRST.exec(text);
  const monthFirst = dayFirst ? null : MONTH_FIRST.exec(text);
  const named = dayFirst ?? monthFirst;
  if (!named) return dottedDate(text) ?? slashedDate(text, isDayFirst);
  const [day, month] = dayFirst ? [named[1]!, named[2]!] : [named[2]!, named[1]!];
  const clock = CLOCK.exec(text.slice(named.index + named[0].length));
  return format(named[3]!, monthNamed(month), day, clock?.slice(1));
}

/** The number of a month by its name in one of some languages; 0 for any other word. */
function monthNamed(word: string): number {
  const name = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');
  return MONTHS.findIndex((beginnings) => beginnings.some((beginning) => name.startsWith(beginning))) + 1;
}

function dottedDate(text: string): string | null {
  const [, day, month, year] = DOTTED.exec(text) ?? [];
  return day === undefined ? null : format(year!, Number(month), day);
}

/** Of two figures the one above twelve is the day; where neither or both are, nobody knows without another date of the page. */
function slashedDate(text: string, isDayFirst = dayComesFirst(text)): string | null {
  const [, first, second, year] = SLASHED.exec(text) ?? [];
  if (first === undefined || isDayFirst === undefined) return null;
  return isDayFirst ? format(year!, Number(second), first) : format(year!, Number(first), second!);
}

/** Whether a date of two figures and a year has the day first; undefined where both may be the month, or neither. */
export function dayComesFirst(text: string): boolean | undefined {
  const [, first, second] = (SLASHED.exec(text.slice(0, 100)) ?? []).map(Number);
  return first === undefined || first > 12 === second! > 12 ? undefined : first > 12;
}

/** `clock`: hour, minute, second and zone. */
function format(year: string, month: number, day: string, clock: (string | undefined)[] = []): string | null {
  const [hour, minute, second, zone] = clock;
  const dayNumber = Number(day);
  if (Number(year) < 1000 || month < 1 || month > 12 || dayNumber < 1 || dayNumber > DAYS[month - 1]!)
    return null;
  const date = `${year}-${two(month)}-${two(dayNumber)}`;
  if (hour === undefined || zone === undefined || Number(hour) > 23 || Number(minute) > 59) return date;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
  const seconds = Math.min(59, Number(second ?? 0));
  return `${date}T${two(Number(hour))}:${minute}:${two(seconds)}${offset}`;
}

const two = (value: number) => String(value).padStart(2, '0');
