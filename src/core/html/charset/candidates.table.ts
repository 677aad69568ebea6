const WESTERN = 'ca da de es et fi fr is it nl no pt sq sv';
const CENTRAL = 'cs hr hu pl ro sk sl sq de';
const BALTIC = 'et lt lv';
const CYRILLIC = 'be bg mk ru sr uk';

/** An encoding that pages without a label are read in, and the languages that are written in it. */
export interface Candidate {
  /** Its WHATWG name. */
  readonly encoding: string;
  /** Most bytes of a character. */
  readonly width: 1 | 2;
  /** Names of rows of the tables of letters and of common characters, apart by blanks. */
  readonly languages: string;
  /** Bits of evidence that it must be ahead by, because few pages are written in it. */
  readonly rarity: number;
}

/** The first of equals is taken: what pages mostly are in stands first. */
export const CANDIDATES: readonly Candidate[] = [
  { encoding: 'windows-1252', width: 1, languages: WESTERN, rarity: 0 },
  { encoding: 'windows-1251', width: 1, languages: CYRILLIC, rarity: 4 },
  { encoding: 'windows-1250', width: 1, languages: CENTRAL, rarity: 4 },
  { encoding: 'gbk', width: 2, languages: 'zh zh-Hant ja', rarity: 4 },
  { encoding: 'shift_jis', width: 2, languages: 'ja', rarity: 4 },
  { encoding: 'euc-jp', width: 2, languages: 'ja', rarity: 4 },
  { encoding: 'euc-kr', width: 2, languages: 'ko', rarity: 4 },
  { encoding: 'big5', width: 2, languages: 'zh-Hant', rarity: 4 },
  { encoding: 'windows-1254', width: 1, languages: 'tr', rarity: 6 },
  { encoding: 'windows-1253', width: 1, languages: 'el', rarity: 6 },
  { encoding: 'windows-1255', width: 1, languages: 'he', rarity: 6 },
  { encoding: 'windows-1256', width: 1, languages: 'ar fa fr', rarity: 6 },
  { encoding: 'windows-1257', width: 1, languages: BALTIC, rarity: 6 },
  { encoding: 'windows-1258', width: 1, languages: 'vi', rarity: 6 },
  { encoding: 'windows-874', width: 1, languages: 'th', rarity: 6 },
  { encoding: 'koi8-r', width: 1, languages: 'bg ru', rarity: 6 },
  { encoding: 'koi8-u', width: 1, languages: 'be ru uk', rarity: 8 },
  { encoding: 'iso-8859-2', width: 1, languages: CENTRAL, rarity: 6 },
  { encoding: 'iso-8859-15', width: 1, languages: WESTERN, rarity: 8 },
  { encoding: 'iso-8859-5', width: 1, languages: CYRILLIC, rarity: 10 },
  { encoding: 'iso-8859-6', width: 1, languages: 'ar', rarity: 10 },
  { encoding: 'iso-8859-7', width: 1, languages: 'el', rarity: 8 },
  { encoding: 'iso-8859-8', width: 1, languages: 'he', rarity: 10 },
  { encoding: 'iso-8859-13', width: 1, languages: BALTIC, rarity: 10 },
  { encoding: 'iso-8859-4', width: 1, languages: BALTIC, rarity: 16 },
  { encoding: 'ibm866', width: 1, languages: 'bg ru', rarity: 12 },
  { encoding: 'x-mac-cyrillic', width: 1, languages: CYRILLIC, rarity: 16 },
  { encoding: 'macintosh', width: 1, languages: WESTERN, rarity: 16 },
];

/** Encodings that are read in where a page names them, and never found. */
export const NAMED_ONLY: readonly Candidate[] = [
  { encoding: 'gb18030', width: 2, languages: 'zh zh-Hant ja', rarity: 0 },
  { encoding: 'iso-8859-3', width: 1, languages: WESTERN, rarity: 16 },
  { encoding: 'iso-8859-8-i', width: 1, languages: 'he', rarity: 0 },
  { encoding: 'iso-8859-10', width: 1, languages: 'da de et fi is lt no sv', rarity: 16 },
  { encoding: 'iso-8859-14', width: 1, languages: WESTERN, rarity: 16 },
  { encoding: 'iso-8859-16', width: 1, languages: CENTRAL, rarity: 16 },
];
