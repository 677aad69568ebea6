/**
 * How names of months begin, without accents and in lower case, from January on: English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Scandinavian, Polish, Czech, Turkish, Russian. Source: Unicode CLDR 46, calendars/gregorian.
 */
export const MONTHS: readonly (readonly string[])[] = [
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
