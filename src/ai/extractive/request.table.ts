/** How a request asks for the language that a page is in: without accents, small. */
export const OWN_LANGUAGE: Readonly<Record<string, RegExp>> = {
  en: /\bin english\b/,
  de: /\bauf deutsch\b/,
  fr: /\ben francais\b/,
  es: /\ben espanol\b/,
  it: /\bin italiano\b/,
  pt: /\bem portugues\b/,
  nl: /\bin het nederlands\b/,
  ru: /на русском(?: языке)?/,
  zh: /用中文/,
  ja: /日本語で/,
};

/** Numbers from one to ten as words, without accents, small. */
export const NUMBER_WORDS = [
  'one|a single|ein|eine|einem|einen|einer|un|une|una|uno|um|uma|een|один|одна|одно|одном|одной|一',
  'two|zwei|deux|dos|due|dois|duas|twee|два|две|двух|двумя|二|两',
  'three|drei|trois|tres|tre|drie|три|трех|тремя|三',
  'four|vier|quatre|cuatro|quattro|quatro|четыре|четырех|四',
  'five|funf|cinq|cinco|cinque|vijf|пять|пяти|五',
  'six|sechs|seis|sei|zes|шесть|шести|六',
  'seven|sieben|sept|siete|sette|sete|zeven|семь|七',
  'eight|acht|huit|ocho|otto|oito|восемь|八',
  'nine|neun|neuf|nueve|nove|negen|девять|九',
  'ten|zehn|dix|diez|dieci|dez|tien|десять|десяти|十',
];

/** Finds numbers up to ten, and others of up to three figures, that stand alone. */
// linear: its alternatives are words.
export const NUMBERS = new RegExp(
  `(?<![\\p{sc=Latin}\\p{sc=Cyrillic}\\d])(?:\\d{1,3}|${NUMBER_WORDS.join('|')})(?!\\p{L})-?`,
  'gu',
);

/** What an answer can be counted in: beginnings of words, without accents, small. */
const COUNTED_WORDS =
  'sentence|bullet|point|line|item|key|main|fact|takeaway|highlight|satz|satze|stichpunkt|stichwort|punkt|kernpunkt|kernaussage|zeile|phrase|puce|ligne|idee|frase|punto|linea|vineta|idea|riga|frasi|punti|ponto|linha|topico|zin|punt|regel|предложени|пункт|строк|тезис|мысл|句|点|点|條|条|个要点|文|つの|項目|行|question|frage|pregunta|domand|pergunta|vragen|вопрос|个问题|問|paragraph|absatz|absatze|parrafo|oracion|paragraf|capovers|alinea|абзац|段|code|snippet|codeblock|comando|comande|command';

/** Finds the number before one of the words for what is counted, and that word, with two words between at most. */
// linear: at most 2,000 characters.
export const COUNTED = new RegExp(
  `(?<![\\p{sc=Latin}\\p{sc=Cyrillic}\\d])(\\d{1,3}|${NUMBER_WORDS.join('|')})(?:个|つの|点|-bullet)?(?: \\p{L}+){0,2}?[ -]?(${COUNTED_WORDS})`,
  'u',
);

/** Topics of phrases that ask for what a template gives. */
export const TEMPLATE_TOPICS = [
  ['aboutRequest', 'summarize'],
  ['actionsRequest', 'extract-action-items'],
  ['questionsRequest', 'generate-questions'],
  ['outlineRequest', 'outline'],
  ['summaryRequest', 'summarize'],
] as const;

/** How questions end, and words for it in languages that set no spaces. */
export const ASKING = /[?？]\s*$|吗|什么|多少|怎么|如何|哪|谁|ですか|ますか|か。?$/;
