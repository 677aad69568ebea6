/** What a text `has` that answers a kind of question; the words for it, and how a question `asks` for it where these do not tell. */
export interface AnswerKind {
  readonly concepts: readonly string[];
  readonly asks?: RegExp;
  readonly has: RegExp;
  /** Whether an answer may have it in words that `has` does not know. */
  readonly isLoose?: boolean;
}

export const ANSWER_KINDS: readonly AnswerKind[] = [
  {
    concepts: ['cost'],
    asks: /\bhow much (?:is|are)\b|\bhow much d(?:o|oes|id)\b.{1,80}\b(?:charge|cost|earn|pay|spend)\b|いくら|多少钱/,
    has: /[€$£¥￥₹₽₴]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|franken|pence|cents?|rubles?|kronor|kr|(?<!-)free|kostenlos|kostenfrei|gratis|frei|gratuite?s?|gratuito|gratuita|libre|grátis)\b(?!-)|\d\s*(?:元|円|块|万|руб|р\.)|免费|無料|бесплатн/i,
  },
  { concepts: ['phone', 'contact'], isLoose: true, has: /\+?\(?\d(?:[ ()/-]{0,3}\d){4,}/ },
  {
    concepts: ['address'],
    isLoose: true,
    has: /(?<!\d)\d{1,5}[a-z]?,? (?:\p{Lu}[\p{L}’'.]{1,30} ){1,3}(?:lane|street|st|road|rd|avenue|ave|drive|square|way|place|court)\b|\p{L}(?:straße|strasse|str\.|weg|platz|gasse|allee|straat|laan|plein) \d|(?:rue|avenue|boulevard|place|calle|avenida|plaza|via|viale|piazza|corso|rua|praça|ul\.|ул\.|улица|проспект) .{0,40}\d|\d.{0,8}(?:rue|avenue|boulevard|place) |[路街]\d+号|丁目|\d番/iu,
  },
  { concepts: ['platform'], isLoose: true, has: /\b(?:Linux|macOS|Windows|Android|iOS)\b/ },
  { concepts: ['email', 'contact'], isLoose: true, has: /[\w+-]@[\w-]{1,63}\.\w/ },
  {
    concepts: ['open', 'deadline', 'founded'],
    isLoose: true,
    asks: /\b(?:when|what (?:date|day|time|year)|which (?:date|day|year)|wann|welche[mnrs]? (?:tag|jahr|datum)|seit wann|quand|quelle (?:date|annee|heure)|a quelle heure|cuando|que (?:dia|fecha|ano)|a que hora|quando|che (?:giorno|anno|ora)|quale data|que horas|wanneer|hoe laat|когда|в каком году|во сколько)\b|什么时候|何时|哪一年|几点|いつ|何年|何時/,
    has: /\d{1,2}[:.h]\d\d|\b(?:1\d|20)\d\d\b|\b\d{1,2}(?:\.|er|st|nd|rd|th)? \p{L}{3,}|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\p{Lu}?(?:ontag|ienstag|ittwoch|onnerstag|reitag|amstag|onntag)s?\b|\d\s*(?:am|pm|uhr|heures|年|月|日|点|時)/iu,
  },
  {
    concepts: ['duration'],
    asks: /\b(?:how long|wie lange?|combien de temps|cuanto (?:tiempo|tarda|dura)|quanto tempo|quanto dura|hoe lang|как долго|сколько (?:времени|длится))\b|多久|多长时间|どのくらい|何分|何時間/,
    // linear: at most some twenty characters from each figure or number.
    has: /\d\s?(?:-\s?\d{1,4}\s?)?(?:s|sec|min|h|hrs?|std|d)\b|(?:\d|\b(?:one|two|three|four|five|six|a few|several|ein|eine[mn]?|zwei|drei|vier|fünf|sechs|une?|deux|trois|dos|tres|due|tre|duas|twee|drie))[- ]?(?:seconds?|minut\p{L}{0,4}|hours?|days?|weeks?|months?|years?|sekunden?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|secondes?|heures?|jours?|semaines?|mois|ans|segundos?|horas?|días?|semanas?|meses|años?|secondi|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|dias?|anos?|uur|uren|dag(?:en)?|weken|maand(?:en)?|jaar)(?!\p{L})|\d\s?(?:分|秒|时|時|天|日|周|週|月|年|小时)|\d\s?(?:минут|час|дн|недел|месяц|лет|год)/iu,
  },
  {
    concepts: ['date'],
    has: /(?<!\d)\d{1,4}[-./年]\s?\d{1,2}[-./月]|\d月\d|\b\d{1,2}(?:\.|er|st|nd|rd|th)? (?:de )?(?:jan|f[eé][bv]|m[aäá]r[csz]|apr|abr|avr|mai|may|mei|jun|juin|giu|jul|juil|lug|aug|ag?o[uûs]t|ago|sep|set|okt|oct|ott|out|nov|d[ei][czs]|déc|ene|gen)\p{Ll}*|\b\d{1,2}(?:\.|er|st|nd|rd|th)? (?:de )?\p{L}{3,}\.? (?:de )?(?:19|20)\d\d|\b\p{Lu}\p{L}{2,8}\.? \d{1,2},? (?:19|20)\d\d/iu,
  },
  {
    concepts: ['maximum', 'number'],
    asks: /\b(?:how (?:many|much|long|old|big|large|tall|high|deep|far|fast|heavy|often|hot|wide)|wie (?:viele?|lange?|alt|gross|hoch|tief|weit|schnell|schwer|oft|heiss|breit)|combien|cuant[oa]s?|quant[oiae]s?|hoe(?:veel| lang| oud| groot| hoog| vaak| diep| ver)|сколько|как (?:долго|часто))\b|多少|几|多(?:长|久|大|高|深|远|重)|いくつ|何(?:人|個|分|台|回|度|本|枚|メートル|キロ)|どのくらい|いくら/,
    has: /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|million|once|twice|dozen|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dois|duas|twee|drie|vier|vijf|tien)\b|[一二三四五六七八九十百千万两]/i,
  },
  {
    concepts: ['temperature'],
    has: /\d ?°|°[CF]|\d (?:degrees|grad[io]?s?|graden|degrés|graus|градус)|\d ?[度℃]/iu,
  },
  {
    concepts: ['weight'],
    has: /\d ?(?:k?gr?|mg|lbs?|oz|t|kilos?|kilograms?|grams?|gramm|grammes|gramos|grammi|pounds|tonn?e?s?|кг|г)(?!\p{L})|\d ?(?:公斤|千克|克|キロ|グラム)/iu,
  },
  {
    concepts: ['size'],
    isLoose: true,
    has: /\d ?[x×] ?\d|\d ?(?:mm|cm|m|km|ft|in|inch(?:es)?|feet|miles|meters?|metres?|mètres|metros|metri|acres?|hectares?|ha|m²|qm|м|км)(?!\p{L})|\d ?(?:米|厘米|公里|平方|メートル)/iu,
  },
  {
    concepts: ['percent'],
    has: /\d ?%|\d (?:per ?cent|prozent|pour cent|por ciento|per cento|procent|процент)/i,
  },
  {
    concepts: ['energy'],
    has: /\d ?(?:k?cal|kj)\b|\bk?cal\W{1,3}\d|\d ?(?:千卡|大卡|カロリー)/iu,
  },
  { concepts: ['link'], isLoose: true, has: /https?:|\]\(|www\./ },
  // linear: at most 300 characters from each sign that opens.
  { concepts: ['quote'], has: /[“"«„「][^”"»“„«」]{15,300}[”"»“」]/ },
  {
    concepts: ['age'],
    isLoose: true,
    asks: /\b(?:how old|wie alt|quel age|que edad|cuantos anos|quanti anni|quantos anos|hoe oud|сколько лет)\b|几岁|多大|何歳/,
    has: /(?:Alter von|aged?|âge de|edad de|età di|idade de|leeftijd van|возрасте) \d|\d[- ]?(?:year|jährig|Jahre alt|ans\b|años|anni|anos|jaar|-jarig|лет|岁|歳|才)|[(（]\d\d[)）]|, \d\d,/i,
  },
  {
    concepts: ['author'],
    isLoose: true,
    has: /^(?:By|Von|Par|Por|Di|Da|Door|От):? \p{Lu}|(?:written|founded|created|developed|published) by \p{Lu}|(?:geschrieben von|écrit par|escrito por|scritto da|geschreven door) \p{Lu}|(?:[Aa]uthor|[Aa]utor(?:in)?|[Aa]uteur|[Aa]utore|[Аа]втор|作者|著者)[:：]/u,
  },
  {
    concepts: ['job', 'person'],
    isLoose: true,
    asks: /\b(?:who|whom|wer|wem|wen|qui|quien|quienes|chi|quem|кто|кому)\b|谁|誰|だれ/,
    has: /\p{Lu}\p{Ll}+ (?:(?:van|von|de|da|di|du|la|le) )*\p{Lu}[\p{Ll}’-]+|[\p{sc=Han}\p{sc=Katakana}]{2,}/u,
  },
];
