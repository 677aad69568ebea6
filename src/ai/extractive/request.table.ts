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
  words: 'word|wort|worter|mot|palabra|parol|palavra|woord|слов|字|文字|character|zeichen',
} as const;

/** What a text `has` that answers a kind of question; the words for it, and how a question `asks` for it where these do not tell. */
export interface AnswerKind {
  readonly concepts: readonly string[];
  readonly asks: RegExp;
  readonly has: RegExp;
  /** Whether there is no answer without it. */
  readonly isNeeded: boolean;
}

export const ANSWER_KINDS: readonly AnswerKind[] = [
  {
    concepts: ['cost'],
    asks: /\bhow much (?:is|are)\b/,
    has: /[€$£¥₹₽₴]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|franken|pence|cents?|rubles?|kronor|kr|(?<!-)free|kostenlos|kostenfrei|gratis|frei|gratuite?s?|gratuito|gratuita|libre|grátis)\b|\d\s*(?:元|円|块|万|руб|р\.)|免费|無料|бесплатн/i,
    isNeeded: true,
  },
  { concepts: ['phone'], asks: /(?!)/, has: /\+?\(?\d(?:[ ()/-]{0,3}\d){4,}/, isNeeded: true },
  {
    concepts: ['address'],
    asks: /(?!)/,
    has: /(?<!\d)\d{1,5}[a-z]?,? (?:\p{Lu}[\p{L}’'.]{1,30} ){1,3}(?:lane|street|st|road|rd|avenue|ave|drive|square|way|place|court)\b|\p{L}(?:straße|strasse|str\.|weg|platz|gasse|allee|straat|laan|plein) \d|(?:rue|avenue|boulevard|place|calle|avenida|plaza|via|viale|piazza|corso|rua|praça|ul\.|ул\.|улица|проспект) .{0,40}\d|\d.{0,8}(?:rue|avenue|boulevard|place) |[路街]\d+号|丁目|\d番/iu,
    isNeeded: true,
  },
  { concepts: ['platform'], asks: /(?!)/, has: /\b(?:Linux|macOS|Windows|Android|iOS)\b/, isNeeded: true },
  { concepts: ['email'], asks: /(?!)/, has: /[\w+-]@[\w-]{1,63}\.\w/, isNeeded: true },
  {
    concepts: ['open', 'deadline', 'founded'],
    asks: /\b(?:when|what (?:date|day|time|year)|which (?:date|day|year)|wann|welche[mnrs]? (?:tag|jahr|datum)|seit wann|quand|quelle (?:date|annee|heure)|a quelle heure|cuando|que (?:dia|fecha|ano)|a que hora|quando|che (?:giorno|anno|ora)|quale data|que horas|wanneer|hoe laat|когда|в каком году|во сколько)\b|什么时候|何时|哪一年|几点|いつ|何年|何時/,
    has: /\d{1,2}[:.h]\d\d|\b(?:1\d|20)\d\d\b|\b\d{1,2}(?:\.|er|st|nd|rd|th)? \p{L}{3,}|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\p{Lu}?(?:ontag|ienstag|ittwoch|onnerstag|reitag|amstag|onntag)s?\b|\d\s*(?:am|pm|uhr|heures|年|月|日|点|時)/iu,
    isNeeded: false,
  },
  {
    concepts: ['duration'],
    asks: /\b(?:how long|wie lange?|combien de temps|cuanto (?:tiempo|tarda|dura)|quanto tempo|quanto dura|hoe lang|как долго|сколько (?:времени|длится))\b|多久|多长时间|どのくらい|何分|何時間/,
    // linear: at most some twenty characters from each figure or number.
    has: /\d\s?(?:-\s?\d{1,4}\s?)?(?:s|sec|min|h|hrs?|std|d)\b|(?:\d|\b(?:one|two|three|four|five|six|a few|several|ein|eine[mn]?|zwei|drei|vier|fünf|sechs|une?|deux|trois|dos|tres|due|tre|duas|twee|drie))[- ]?(?:seconds?|minut\p{L}{0,4}|hours?|days?|weeks?|months?|years?|sekunden?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|secondes?|heures?|jours?|semaines?|mois|ans|segundos?|horas?|días?|semanas?|meses|años?|secondi|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|dias?|anos?|uur|uren|dag(?:en)?|weken|maand(?:en)?|jaar)(?!\p{L})|\d\s?(?:分|秒|时|時|天|日|周|週|月|年|小时)|\d\s?(?:минут|час|дн|недел|месяц|лет|год)/iu,
    isNeeded: false,
  },
  {
    concepts: ['date'],
    asks: /(?!)/,
    has: /(?<!\d)\d{1,4}[-./年]\s?\d{1,2}[-./月]|\b\d{1,2}(?:\.|er|st|nd|rd|th)? (?:de )?\p{L}{3,}\.? (?:de )?(?:19|20)\d\d|\b\p{Lu}\p{L}{2,8}\.? \d{1,2},? (?:19|20)\d\d/u,
    isNeeded: true,
  },
  {
    concepts: ['size', 'weight', 'temperature', 'maximum'],
    asks: /\b(?:how (?:many|much|long|old|big|large|tall|high|deep|far|fast|heavy|often|hot|wide)|wie (?:viele?|lange|alt|gross|hoch|tief|weit|schnell|schwer|oft|heiss|breit)|combien|cuant[oa]s?|quant[oiae]s?|hoe(?:veel| lang| oud| groot| hoog| vaak| diep| ver)|сколько|как (?:долго|часто))\b|多少|几|多(?:长|久|大|高|深|远|重)|いくつ|何(?:人|個|分|台|回|度|本|枚|メートル|キロ)|どのくらい|いくら/,
    has: /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|million|once|twice|dozen|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dois|duas|twee|drie|vier|vijf|tien)\b|[一二三四五六七八九十百千万两]/i,
    isNeeded: false,
  },
  {
    concepts: ['age'],
    asks: /\b(?:how old|wie alt|quel age|que edad|cuantos anos|quanti anni|quantos anos|hoe oud|сколько лет)\b|几岁|多大|何歳/,
    has: /(?:Alter von|aged?|âge de|edad de|età di|idade de|leeftijd van|возрасте) \d|\d[- ]?(?:year|jährig|Jahre alt|ans\b|años|anni|anos|jaar|-jarig|лет|岁|歳|才)|[(（]\d\d[)）]|, \d\d,/i,
    isNeeded: true,
  },
  {
    concepts: ['author', 'job'],
    asks: /\b(?:who|whom|wer|wem|wen|qui|quien|quienes|chi|quem|кто|кому)\b|谁|誰|だれ/,
    has: /\p{Lu}\p{Ll}+ (?:(?:van|von|de|da|di|du|la|le) )*\p{Lu}[\p{Ll}’-]+|[\p{sc=Han}\p{sc=Katakana}]{2,}/u,
    isNeeded: false,
  },
];

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

/** Topics of phrases that ask for what a template gives, or for all of a kind. */
export const TEMPLATE_TOPICS = [
  ['aboutRequest', 'summarize'],
  ['actionsRequest', 'extract-action-items'],
  ['questionsRequest', 'generate-questions'],
  ['outlineRequest', 'outline'],
  ['summaryRequest', 'summarize'],
  ['allRequest', undefined],
] as const;

/** What an address of electronic mail is called: none of a street is meant. */
export const MAIL_ADDRESS =
  /\b(?:e-?mail[ -]?address(?:es)?|(?:e-?)?mail-?adressen?|adresse (?:e-?mail|électronique)|dirección de (?:correo(?: electrónico)?|e-?mail)|indirizzo (?:e-?mail|di posta)|endereço de e-?mail)/i;

/** Questions for how many there are of something, and not for how much it measures. */
export const COUNTS =
  /^\P{L}*(?:how many|wie ?viele|combien d|cuant[oa]s|quant[ie]\b|quant[oa]s|hoeveel|сколько)(?!\s*(?:gra?m|kilo|lit|met|euro|dollar|minut|stund|hour|heure|hora|ore|uur|day|tage|jour|giorn|time|temps|temp|зр|мин|час|руб))/u;

/** How questions end, and words for it in languages that set no spaces. */
export const ASKING = /[?？]\s*$|吗|什么|多少|怎么|如何|哪|谁|ですか|ますか|か。?$/;
