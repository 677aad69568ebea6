/**
 * Frequent words of languages with a Latin alphabet, most of one of these alone: letters of ASCII, up to six of them, for a number
 * holds a word of so many.
 */
export const COMMON_WORDS: readonly {
  /** Locale; English has no letters outside ASCII. */
  language: string;
  /** Apart by blanks. */
  words: string;
}[] = [
  { language: 'ca', words: 'amb els als dels pel pels seva seves tots tota han aquest molt fins altres' },
  { language: 'cs', words: 'jako nebo jeho jsou podle aby pouze jejich tak jsme' },
  { language: 'da', words: 'af blev efter ikke mellem skal' },
  { language: 'de', words: 'der und das nicht auf mit ist dem wird oder' },
  { language: 'en', words: 'the of and to was that with this are be' },
  {
    language: 'es',
    words: 'los las su sus pero muy con sin todo sobre desde hasta cuando otra otros ellos nadie',
  },
  { language: 'et', words: 'ning oma kui mis ega oli peab selle kes nende' },
  { language: 'fi', words: 'kuin tai joka ovat mutta sen kaikki voi ole jos' },
  { language: 'fr', words: 'une des est dans pour qui aux avec par ou sont leur cette' },
  { language: 'hr', words: 'koji nije bilo svoje svih koja koje kao ili od prema svaki' },
  { language: 'hu', words: 'az egy nem hogy volt meg vagy mint csak minden' },
  { language: 'is', words: 'sem ekki hefur eru vera eftir hans allir var til' },
  { language: 'it', words: 'che di non della alla sono anche nel gli ogni' },
  { language: 'lt', words: 'ir yra kad kaip buvo nuo turi apie arba savo' },
  { language: 'lv', words: 'un uz vai tas bija kas par visu tiem lai nav pret savu tikai starp' },
  { language: 'nl', words: 'het een van niet zijn voor deze wordt aan ook' },
  { language: 'no', words: 'av ble etter ikke mellom skal' },
  { language: 'pl', words: 'nie jest jak dla przez oraz przy lub jego od' },
  { language: 'pt', words: 'dos uma os ao mas pela seu das nos pelo' },
  { language: 'ro', words: 'sau prin din care cu sunt este pe lui pentru' },
  { language: 'sk', words: 'ako alebo pre bolo aby ich svoje' },
  { language: 'sl', words: 'ali kot pri lahko pa ter vse imajo kateri ki tudi vsak kar zaradi' },
  { language: 'sq', words: 'dhe nga nuk ka ose kjo tij nje duke kur' },
  { language: 'sv', words: 'och att till inte har vid efter utan samt andra denna inom' },
  { language: 'tr', words: 'bir ve ile bu olan daha olarak gibi her veya' },
];
