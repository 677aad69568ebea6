import type { PhraseLanguage } from './phrases.table.ts';

/** How a language marks that somebody is to do something. */
interface ActionMarkers {
  /** Found anywhere in a sentence: duties and requests. */
  readonly duty: RegExp;
  /** Headings under which every item is an action. */
  readonly heading: RegExp;
}

/**
 * Marks of duty and headings of task lists, by language. Deliberately narrow: a missed action costs less than an
 * invented one. “Can”, “may” and “want” are no duties, and a bare imperative cannot be told from a description
 * without a dictionary, except as an item of a numbered list of steps, which the headings cover.
 */
export const ACTION_MARKERS: Readonly<Record<PhraseLanguage, ActionMarkers>> = {
  en: {
    duty: /\b(?:must|have to|has to|need(?:s)? to|shall|should|please|make sure|be sure to|remember to|don['’]t forget|ensure that|action required|todo|to-do|is required to|are required to|is due|are due)\b/iu,
    heading:
      /\b(?:action items?|next steps?|to-?dos?|todo|tasks?|checklist|what (?:you|to) (?:need to )?do|follow-?ups?|before you (?:begin|start)|how to|steps)\b/iu,
  },
  de: {
    duty: /(?<!\p{L})(?:muss|müssen|musst|sollte|sollten|solltest|soll|sollen|bitte|achten sie darauf|denken sie daran|vergessen sie nicht|ist zu beachten|erforderlich ist)(?!\p{L})/iu,
    heading:
      /(?<!\p{L})(?:aufgaben|nächste schritte|checkliste|zu erledigen|was (?:sie|zu) tun|to-?dos?|anleitung|vorgehen|so geht)/iu,
  },
  fr: {
    duty: /(?<!\p{L})(?:doit|doivent|devez|devrait|devraient|devriez|il faut|il convient de|veuillez|merci de|n['’]oubliez pas|assurez-vous|pensez à)(?!\p{L})/iu,
    heading:
      /(?<!\p{L})(?:actions? à mener|prochaines étapes|à faire|tâches|liste de contrôle|étapes|que faire|marche à suivre)/iu,
  },
  es: {
    duty: /(?<!\p{L})(?:debe|deben|debes|debería|deberían|hay que|tiene que|tienen que|tienes que|es necesario|por favor|no olvide|no olvides|asegúrese|asegúrate)(?!\p{L})/iu,
    heading:
      /(?<!\p{L})(?:tareas|próximos pasos|pendientes|lista de verificación|pasos|qué hacer|acciones)/iu,
  },
  it: {
    duty: /(?<!\p{L})(?:deve|devono|dovete|devi|dovrebbe|dovrebbero|bisogna|occorre|è necessario|per favore|si prega di|assicurati|assicuratevi|ricordate di|ricorda di)(?!\p{L})/iu,
    heading: /(?<!\p{L})(?:attività|prossimi passi|da fare|compiti|lista di controllo|passaggi|cosa fare)/iu,
  },
  pt: {
    duty: /(?<!\p{L})(?:deve|devem|deveria|deveriam|é preciso|é necessário|tem de|tem que|têm de|têm que|por favor|não se esqueça|certifique-se)(?!\p{L})/iu,
    heading:
      /(?<!\p{L})(?:tarefas|próximos passos|pendências|lista de verificação|passos|o que fazer|a fazer)/iu,
  },
  nl: {
    duty: /(?<!\p{L})(?:moet|moeten|dient|dienen|graag|alstublieft|vergeet niet|zorg ervoor|zorg dat)(?!\p{L})/iu,
    heading: /(?<!\p{L})(?:actiepunten|volgende stappen|taken|checklist|te doen|stappen|wat te doen)/iu,
  },
  ru: {
    duty: /(?<!\p{L})(?:должен|должна|должны|должно|необходимо|нужно|следует|надо|требуется|пожалуйста|не забудьте|убедитесь)(?!\p{L})/iu,
    heading: /(?<!\p{L})(?:задачи|следующие шаги|что делать|список дел|шаги|порядок действий|инструкция)/iu,
  },
  ja: {
    duty: /(?:してください|て下さい|てください|必要があります|なければなりません|なければならない|べきです|べきである|すること。)/u,
    heading: /(?:アクション|次のステップ|やること|タスク|手順|チェックリスト|対応事項)/u,
  },
  zh: {
    duty: /(?:必须|必須|应该|應該|应当|應當|需要您|请您|請您|请务必|請務必|务必|務必|不要忘记|不要忘記)|^(?:请|請)/u,
    heading: /(?:待办|待辦|行动项|行動項|下一步|任务清单|任務清單|检查清单|檢查清單|操作步骤|操作步驟)/u,
  },
  ko: {
    duty: /(?:해야 (?:합니다|한다|해요)|하십시오|하세요|주십시오|주세요|필요가 있습니다|바랍니다)/u,
    heading: /(?:할 일|다음 단계|체크리스트|작업 목록|절차|조치 사항)/u,
  },
  ar: {
    duty: /(?:يجب|ينبغي|يلزم|من فضلك|يرجى|الرجاء|لا تنس|تأكد من)/u,
    heading: /(?:المهام|الخطوات|قائمة التحقق|ما يجب فعله)/u,
  },
};
