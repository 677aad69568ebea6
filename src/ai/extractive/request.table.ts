/** Names of languages as requests write them, by BCP 47 tag: beginnings of words, without accents, small. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'english|englisch|anglais|ingles|inglese|engels|angielsk|английск|英語|英语|英文',
  de: 'german|deutsch|allemand|aleman|tedesc|alemao|duits|niemieck|немецк|ドイツ語|德语|德文|德語',
  fr: 'french|franzosisch|francais|frances|francese|frans|francusk|французск|フランス語|法语|法文|法語',
  es: 'spanish|spanisch|espagnol|espanol|castellano|spagnol|espanhol|spaans|hiszpansk|испанск|スペイン語|西班牙',
  it: 'italian|italienisch|italien|italiano|italiaans|wlosk|итальянск|イタリア語|意大利',
  pt: 'portugues|portugiesisch|portoghese|portugees|portugalsk|португальск|ポルトガル語|葡萄牙',
  nl: 'dutch|niederlandisch|hollandisch|neerlandais|neerlandes|holandes|olandese|nederlands|голландск|オランダ語|荷兰',
  pl: 'polish|polnisch|polonais|polaco|polacco|pools|polsk|польск|ポーランド語|波兰',
  ru: 'russian|russisch|russe|ruso|russo|rosyjsk|русск|ロシア語|俄语|俄文|俄語',
  zh: 'chinese|mandarin|chinesisch|chinois|chino|cinese|chines|chinees|chinsk|китайск|中国語|中文|汉语|漢語',
  ja: 'japanese|japanisch|japonais|japones|giapponese|japans|japonsk|японск|日本語|日语|日文|日語',
  ko: 'korean|koreanisch|coreen|coreano|koreaans|корейск|韓国語|韩语|韩文',
  ar: 'arabic|arabisch|arabe|arabo|арабск|アラビア語|阿拉伯',
  other:
    'latin|turkish|turkisch|turc|turco|turks|турецк|トルコ語|土耳其|swedish|schwedisch|suedois|sueco|svedese|zweeds|danish|danisch|danois|danes|deens|norwegian|norwegisch|finnish|finnisch|greek|griechisch|grec|griego|greco|hebrew|hebraisch|hindi|ukrainian|ukrainisch|украинск|czech|tschechisch|hungarian|ungarisch|romanian|rumanisch|vietnamese|vietnamesisch|ベトナム語|越南|thai|タイ語|swahili|klingon|esperanto|catalan|katalanisch|welsh|irish',
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

/** What an answer can be counted in: beginnings of words, without accents, small. */
const COUNTED = {
  lines:
    'sentence|bullet|point|line|item|key|main|fact|takeaway|highlight|satz|satze|stichpunkt|stichwort|punkt|kernpunkt|kernaussage|zeile|phrase|puce|ligne|idee|frase|punto|linea|vineta|idea|riga|frasi|punti|ponto|linha|topico|zin|punt|regel|предложени|пункт|строк|тезис|мысл|句|点|点|條|条|个要点|文|つの|項目|行|question|frage|pregunta|domand|pergunta|vragen|вопрос|个问题|問',
  words: 'word|wort|worter|mot|palabra|parol|palavra|woord|слов|字|词|文字|単語|語|言で|character|zeichen',
  parts:
    'paragraph|sentence|absatz|absatze|satz|satze|phrase|parrafo|frase|oracion|paragraf|capovers|frasi|alinea|zin|абзац|предложени|段|句|文|code|snippet|codeblock|comando|comande|command',
} as const;

/** Words that may stand before the name of a language, and what may follow it; what is called by one, in languages with blanks and without. */
const BEFORE_NAME =
  "(?:in|into|to|auf|ins|en|al|em|para|na|po|на|по|vers|aus)[ -](?:(?:simple|the|plain|l'|le|la|el|il|het|o|einfaches|einfachem|lingua|langue|idioma) ?)?";
const AFTER_NAME =
  '(?=\\s*(?:$|[.,;:!?)]|language|sprache|язык|please|bitte|in |with|using|and|as |mit|und|als|et |avec|y |con |e |com |met |и |в |zusammen|samen|antwort|beantwort|schreib|summar|explain|answer))';
const NAMED_TEXT = '(?:summary|version|translation|zusammenfassung|fassung|samenvatting)';
const NAME_ENDING = '(?:で|に|へ|の|訳|回答|总结|概括|摘要|版|写)';

/** Finds that an answer is to be in a language, by tag: `anywhere` in a request, or `aside`, behind the comma of a question. */
export const LANGUAGE_REQUESTS = Object.entries(LANGUAGE_NAMES).map(([tag, names]) => {
  const spaced = `(?<!\\p{L})${BEFORE_NAME}(?:${names})\\p{L}*${AFTER_NAME}|(?:${names})\\p{L}* ${NAMED_TEXT}`;
  return {
    tag,
    // linear: at most 2,000 characters, and words between blanks.
    aside: new RegExp(`[,(] *${BEFORE_NAME}(?:${names})\\p{L}*[ ?.)]*$`, 'u'),
    // linear: as before.
    anywhere: new RegExp(`${spaced}|(?:用|以|成|为|為|译)(?:${names})|(?:${names})${NAME_ENDING}`, 'u'),
  };
});

/** Finds the number before one of the words for what is counted, with two words between at most. */
const counted = (words: string) =>
  // linear: at most 2,000 characters.
  new RegExp(
    `(?<![\\p{sc=Latin}\\p{sc=Cyrillic}\\d])(\\d{1,3}|${NUMBER_WORDS.join('|')})(?:个|つの|点|-bullet)?(?: \\p{L}+){0,2}?[ -]?(?:${words})`,
    'u',
  );
export const COUNTED_LINES = counted(COUNTED.lines);
export const COUNTED_WORDS = counted(COUNTED.words);
export const COUNTED_PARTS = counted(COUNTED.parts);

/** Topics of phrases that ask for what a template gives, or for all of a kind. */
export const TEMPLATE_TOPICS = [
  ['aboutRequest', 'summarize'],
  ['actionsRequest', 'extract-action-items'],
  ['questionsRequest', 'generate-questions'],
  ['outlineRequest', 'outline'],
  ['summaryRequest', 'summarize'],
  ['allRequest', undefined],
] as const;

/** How questions end, and words for it in languages that set no spaces. */
export const ASKING = /[?？]\s*$|吗|什么|多少|怎么|如何|哪|谁|ですか|ますか|か。?$/;
