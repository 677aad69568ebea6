import type { NoticeLanguage } from './notices.table.ts';

/** Scripts which one language has to itself; kana before Han, as Japanese uses both. */
export const SCRIPTS: readonly (readonly [NoticeLanguage, RegExp])[] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
];

/** Endings of words, which a search goes without. */
export const ENDING =
  /(?:ations?|ungen|ung|(?<=.{4})ings?|ies|(?<=.{4})ed|es|ern?|em|en|est|et|ами|ями|ого|его|ому|ему|ыми|ими|ая|яя|ую|ые|ие|ыи|ии|ои|еи|ом|ем|ов|ев|ах|ях|[aeinosyаеиоуыьюя])$/;
