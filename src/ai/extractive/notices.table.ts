/** What the extractive provider says in its own words, in one language. */
interface Notices {
  /** Asks what a subject is that the page says it of. */
  readonly whatIs: string;
  /** Asks what a label or row gives. */
  readonly whatFor: string;
  readonly noActionItems: string;
  readonly noQuestions: string;
  readonly noText: string;
  readonly noMatch: string;
}

/**
 * Phrases by language. The sentences of an answer are the page's own; only the frames of questions and the notice that something
 * was not found need words of ours, and these are given in the page's language where this table has it.
 */
export const NOTICES = {
  en: {
    whatIs: 'What is “{}”?',
    whatFor: 'What is the “{}”?',
    noActionItems: 'The page contains no action items that could be found.',
    noQuestions: 'No question was found that the page answers.',
    noText: 'The page contains no sentences to select from.',
    noMatch: 'No sentence of the page matches the request.',
  },
  de: {
    whatIs: 'Was ist „{}“?',
    whatFor: 'Was steht bei „{}“?',
    noActionItems: 'Auf der Seite wurden keine Aufgaben gefunden.',
    noQuestions: 'Es wurde keine Frage gefunden, die die Seite beantwortet.',
    noText: 'Die Seite enthält keine Sätze, aus denen ausgewählt werden könnte.',
    noMatch: 'Kein Satz der Seite passt zur Anfrage.',
  },
  fr: {
    whatIs: 'Qu’est-ce que « {} » ?',
    whatFor: 'Qu’est-il indiqué pour « {} » ?',
    noActionItems: 'Aucune action à mener n’a été trouvée dans la page.',
    noQuestions: 'Aucune question à laquelle la page répond n’a été trouvée.',
    noText: 'La page ne contient aucune phrase à sélectionner.',
    noMatch: 'Aucune phrase de la page ne correspond à la demande.',
  },
  es: {
    whatIs: '¿Qué es «{}»?',
    whatFor: '¿Qué se indica en «{}»?',
    noActionItems: 'No se ha encontrado ninguna tarea en la página.',
    noQuestions: 'No se encontró ninguna pregunta a la que responda la página.',
    noText: 'La página no contiene frases que seleccionar.',
    noMatch: 'Ninguna frase de la página coincide con la petición.',
  },
  it: {
    whatIs: 'Che cos’è «{}»?',
    whatFor: 'Che cosa è indicato per «{}»?',
    noActionItems: 'Nella pagina non è stata trovata alcuna attività da svolgere.',
    noQuestions: 'Non è stata trovata alcuna domanda a cui la pagina risponda.',
    noText: 'La pagina non contiene frasi da selezionare.',
    noMatch: 'Nessuna frase della pagina corrisponde alla richiesta.',
  },
  pt: {
    whatIs: 'O que é “{}”?',
    whatFor: 'O que se indica em “{}”?',
    noActionItems: 'Nenhuma tarefa foi encontrada na página.',
    noQuestions: 'Não foi encontrada nenhuma pergunta a que a página responda.',
    noText: 'A página não contém frases para selecionar.',
    noMatch: 'Nenhuma frase da página corresponde ao pedido.',
  },
  nl: {
    whatIs: 'Wat is “{}”?',
    whatFor: 'Wat staat er bij “{}”?',
    noActionItems: 'Op de pagina zijn geen actiepunten gevonden.',
    noQuestions: 'Er is geen vraag gevonden die de pagina beantwoordt.',
    noText: 'De pagina bevat geen zinnen om uit te kiezen.',
    noMatch: 'Geen enkele zin van de pagina past bij het verzoek.',
  },
  pl: {
    whatIs: 'Co to jest „{}”?',
    whatFor: 'Co podano przy „{}”?',
    noActionItems: 'Na stronie nie znaleziono zadań do wykonania.',
    noQuestions: 'Nie znaleziono pytania, na które odpowiada strona.',
    noText: 'Strona nie zawiera zdań do wyboru.',
    noMatch: 'Żadne zdanie na stronie nie pasuje do zapytania.',
  },
  ru: {
    whatIs: 'Что такое «{}»?',
    whatFor: 'Что указано для «{}»?',
    noActionItems: 'На странице не найдено задач для выполнения.',
    noQuestions: 'Не найдено вопросов, на которые отвечает страница.',
    noText: 'На странице нет предложений, из которых можно выбрать.',
    noMatch: 'Ни одно предложение страницы не соответствует запросу.',
  },
  ja: {
    whatIs: '「{}」とは何ですか？',
    whatFor: '「{}」は何ですか？',
    noActionItems: 'このページにはアクション項目が見つかりませんでした。',
    noQuestions: 'このページが答えている問いは見つかりませんでした。',
    noText: 'このページには選択できる文がありません。',
    noMatch: 'リクエストに一致する文はこのページにありません。',
  },
  zh: {
    whatIs: '“{}”是什么？',
    whatFor: '“{}”是什么？',
    noActionItems: '在本页面中未找到待办事项。',
    noQuestions: '未找到本页面能回答的问题。',
    noText: '本页面没有可供选取的句子。',
    noMatch: '本页面没有与请求相符的句子。',
  },
  ko: {
    whatIs: '“{}”은(는) 무엇입니까?',
    whatFor: '“{}”은(는) 무엇입니까?',
    noActionItems: '이 페이지에서 할 일 항목을 찾지 못했습니다.',
    noQuestions: '이 페이지가 답하는 질문을 찾지 못했습니다.',
    noText: '이 페이지에는 선택할 문장이 없습니다.',
    noMatch: '요청과 일치하는 문장이 이 페이지에 없습니다.',
  },
  ar: {
    whatIs: 'ما هو «{}»؟',
    whatFor: 'ما هو «{}»؟',
    noActionItems: 'لم يُعثر في الصفحة على مهام مطلوبة.',
    noQuestions: 'لم يُعثر على سؤال تجيب عنه الصفحة.',
    noText: 'لا تحتوي الصفحة على جمل يمكن الاختيار منها.',
    noMatch: 'لا توجد في الصفحة جملة تطابق الطلب.',
  },
} as const satisfies Record<string, Notices>;

export type NoticeLanguage = keyof typeof NOTICES;
