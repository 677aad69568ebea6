import { describe, expect, it } from 'vitest';
import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { ServiceError } from '../../contract/failure.ts';
import { QUESTION_PAGES } from '../question-pages.fixture.ts';
import { extractiveProvider } from './extractive-provider.ts';
import { NOTICES } from './notices.table.ts';

type PageName = keyof typeof QUESTION_PAGES;
const never = new AbortController().signal;

/** The answer to a prompt about a page; null where it is refused. */
async function answerTo(name: PageName, customPrompt: string): Promise<string | null> {
  const task = { markdown: QUESTION_PAGES[name], customPrompt };
  let text = '';
  try {
    for await (const event of extractiveProvider.stream(task, never))
      if (event.type === 'text') text += event.text;
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    const { failure } = error as ServiceError;
    expect(failure).toMatchObject({
      reason: 'ai_unavailable',
      message: expect.stringMatching(/^Set PAGEMARK_AI_PROVIDER /),
    });
    expect(failure.retryAfterMs).toBeUndefined();
    return null;
  }
  return text;
}

const bullets = (count: number) => new RegExp(`^(?:- [^\\n]+\\n){${count - 1}}- [^\\n]+$`);

describe('a question', () => {
  it.each<[PageName, string, RegExp, RegExp?]>([
    ['pool', 'How much does a child ticket cost?', /Ticket \| Single[\s\S]*3\.20/, /Adult|Baby swimming/],
    ['pool', 'How much does a family pay for ten visits?', /£140/, /Adult/],
    ['pool', 'Which ticket costs £16?', /Family/, /Adult/],
    ['pool', 'What time does the pool close on Sunday?', /17:00/, /Monday/],
    ['pool', 'Who leads the beginner courses?', /Marta Lindqvist/],
    ['pool', 'Can I bring my dog?', /dogs are not allowed/, /[Tt]owel/],
    ['pool', 'What is the phone number?', /020 5550 1234/],
    ['pool', 'What is the address?', /14 Mill Lane/],
    ['pool', 'What did the renovation cost?', /2\.4 million/, /Adult/],
    ['pool', 'What do adult and family tickets cost?', /6\.50[\s\S]*16\.00/, /Child/],
    ['pool', 'Which animals are not allowed?', /dogs are not allowed/],
    ['pool', 'List all prices', /6\.50[\s\S]*3\.20[\s\S]*16\.00[\s\S]*4\.00/],
    ['pool', 'What are the courses on offer?', /Baby swimming[\s\S]*Aqua fitness[\s\S]*Lifesaving/],
    ['tool', 'How do I install tidegrep?', /```sh\ncargo install tidegrep/],
    ['tool', 'How do I configure it?', /tidegrep\.toml[\s\S]*--check/],
    ['tool', 'What is the default of --max-size?', /2 GiB/, /auto/],
    ['tool', 'What is tidegrep?', /command-line tool that searches/],
    ['tool', 'List all features', /gzip[\s\S]*JSON lines[\s\S]*all cores[\s\S]*gitignore/, /Debian/],
    ['museum', 'Was kostet der Eintritt für Erwachsene?', /9 €/, /32 €/],
    ['museum', 'Wann findet die Kinderführung statt?', /samstags um 15 Uhr/, /sonntags um 11/],
    ['museum', 'Wie viele Objekte sind ausgestellt?', /4\.200/],
    ['law', 'Quand la loi entre-t-elle en vigueur ?', /1er juillet 2026/],
    ['law', 'Qui est la ministre de l’Environnement ?', /Claire Fontenay/],
    ['coffee', '¿Cuánto dura la garantía?', /tres años/],
    ['coffee', 'Enumera las características', /1,8 litros[\s\S]*Molinillo[\s\S]*Pantalla[\s\S]*Limpieza/],
    ['tea', '明前龙井多少钱？', /1200元/],
    ['train', 'どこで買えますか？', /窓口/],
    ['train', '払い戻しの手数料はいくらですか？', /220円/],
  ])('about the page "%s" is answered by its best units: %s', async (name, prompt, wanted, unwanted) => {
    const answer = await answerTo(name, prompt);
    expect(answer).toMatch(wanted);
    if (unwanted !== undefined) expect(answer).not.toMatch(unwanted);
  });

  it.each<[PageName, string, string]>([
    ['pool', 'How deep is the pool?', NOTICES.en.noMatch],
    ['pool', 'Is there a restaurant?', NOTICES.en.noMatch],
    ['museum', 'Gibt es ein Restaurant?', NOTICES.de.noMatch],
    ['coffee', '¿Tiene conexión wifi?', NOTICES.es.noMatch],
  ])('that the page "%s" does not answer is told so: %s', async (name, prompt, notice) => {
    expect(await answerTo(name, prompt)).toBe(notice);
  });
});

describe('a request', () => {
  it.each<[PageName, string, RegExp]>([
    ['pool', 'Give me a three-bullet summary', bullets(3)],
    ['pool', 'Summarize in one sentence', /^[^\n]{40,250}$/],
    ['pool', 'Answer in English: when is the sauna open on Saturday?', /10:00–18:00/],
    ['pool', 'Write a summary in 2 sentences', bullets(2)],
    ['pool', 'Generate 3 questions about this page', /^1\. .*\?\n2\. .*\?\n3\. .*\?$/],
    ['pool', 'make it shorter', /^- /],
    ['pool', 'Summarize in no more than two sentences', bullets(2)],
    ['law', 'Résume en pas plus de deux phrases', bullets(2)],
    ['tool', 'Give me the outline', /- Features\n.*- Installation\n/],
    ['tool', 'List the action items', /^- \[ \] /],
    ['tool', 'Does it print results in JSON?', /JSON lines/],
    ['museum', 'Fasse in drei Stichpunkten zusammen', bullets(3)],
    ['museum', 'Worum geht es auf dieser Seite?', /Geschichte des Hafens/],
    ['law', 'Résume en une phrase', /^[^\n]{40,300}$/],
    ['tea', '用三句话总结', bullets(3)],
    ['train', '要約してください', /一日乗車券/],
  ])('that selecting can follow is followed, on the page "%s": %s', async (name, prompt, wanted) => {
    expect(await answerTo(name, prompt)).toMatch(wanted);
  });

  it.each<[PageName, string]>([
    ['pool', 'Summarise in German'],
    ['pool', 'Translate this page into Spanish'],
    ['pool', 'What does it cost? Answer in French.'],
    ['pool', 'Write a tweet about the pool'],
    ['pool', 'Give me a JSON object with name and price'],
    ['pool', 'Please give me the opening hours as a table'],
    ['pool', 'Summarize in three words'],
    ['tool', 'Rewrite this as a poem'],
    ['tool', 'Could you explain it like I am five?'],
    ['tool', 'Output as JSON'],
    ['tool', 'Give me JSON'],
    ['tool', 'Make this sound more professional'],
    ['museum', 'Übersetze ins Englische'],
    ['museum', 'Schreibe eine E-Mail an meine Freunde'],
    ['museum', 'Erkläre es wie einem fünfjährigen Kind'],
    ['museum', 'Fasse auf Englisch zusammen'],
    ['museum', 'Kannst du das als Gedicht schreiben?'],
    ['law', 'Résume en anglais'],
    ['law', 'Écris un poème sur cette loi'],
    ['law', 'Reformule avec des mots simples'],
    ['coffee', 'Escribe un tuit'],
    ['coffee', 'Tradúcelo al alemán'],
    ['coffee', 'Resume en inglés'],
    ['tea', '翻译成英文'],
    ['tea', '写一首诗'],
    ['train', '英語で要約してください'],
    ['train', 'ツイートを書いてください'],
    ['train', '小学生にもわかるように説明して'],
    ['pool', 'Riassumi in italiano'],
    ['pool', 'Scrivi una poesia'],
    ['pool', 'Traduza para português'],
    ['pool', 'Schrijf een gedicht'],
    ['pool', 'Напиши стихотворение'],
    ['pool', 'Explain it in other words'],
    ['museum', 'Erklär es mir mit anderen Worten'],
    ['coffee', 'Explícamelo con otras palabras'],
    ['tea', '用一个词概括'],
    ['tea', '换种说法解释一下'],
    ['pool', 'quantum chromodynamics'],
    ['pool', 'Show me the last comment'],
    ['tool', 'Show the code examples in Python'],
    ['museum', 'Nur die Schritte für den Umbau'],
    ['pool', 'Compare adult and family tickets'],
    ['pool', 'Describe the courses'],
    ['museum', 'Vergleiche die Preise'],
    ['pool', 'Do not mention the price'],
    ['pool', 'No courses'],
    ['pool', 'List all but the courses'],
    ['pool', 'List all prices, no courses'],
    ['pool', 'What does it cost? Don’t mention the courses.'],
    ['pool', 'Could you list the prices without the courses?'],
    ['museum', 'Keine Preise'],
    ['museum', 'Fasse zusammen, aber ohne Preise'],
    ['coffee', 'sin precio'],
    ['law', 'pas de dates'],
    ['law', 'Résume, ne mentionne pas la loi'],
    ['tea', '列出价格，不要龙井'],
    ['train', '料金以外を一覧にして'],
    ['pool', 'Summarize in 50 words'],
    ['pool', 'Summarise it with a focus on wheelchairs'],
    ['museum', 'Fasse zusammen und bewerte'],
  ])('that selecting cannot follow is refused, on the page "%s": %s', async (name, prompt) => {
    expect(await answerTo(name, prompt)).toBeNull();
  });
});

const RECIPE = `# Rice with chicken

A dish of rice and chicken for the whole family. It keeps for two days in the fridge.

Ingredients

For the rice

- 200 g rice
- 1 pinch of salt

For the chicken

- 300 g chicken
- 1 lemon

Method

In the cooker:

1. Wash the rice.
2. Close the cooker.

In the pan:

1. Fry the chicken.
2. Add the lemon.

\`\`\`sh
cook --rice
\`\`\`

First cooked on 4 May 2021 for £3. It was liked by all.
`;

describe('a part of the page that a request names', () => {
  const first = /^A dish of rice[^\n]*fridge\.$/;
  const last = /^First cooked[^\n]*all\.$/;
  it.each<[string, RegExp]>([
    ['Show me the first paragraph', first],
    ['Gib mir den ersten Absatz', first],
    ['Donne le premier paragraphe', first],
    ['Dame el primer párrafo', first],
    ['最初の段落だけ見せて', first],
    ['给我第一段', first],
    ['What is the last paragraph?', last],
    ['Zeig mir den letzten Absatz', last],
    ['Donne-moi le dernier paragraphe', last],
    ['Muestra el último párrafo', last],
    ['最後の段落を見せて', last],
    ['显示最后一段', last],
    ['the first two sentences', /^A dish[^\n]*It keeps[^\n]*fridge\.$/],
    ['Summarize the first paragraph in two sentences', first],
    ['Give the first paragraph as three bullets', first],
    ['Fasse den ersten Absatz in zwei Sätzen zusammen', first],
    ['用两句话总结第一段', first],
    ['the first two paragraphs', /^A dish[^\n]*fridge\.\n\nFirst cooked[^\n]*all\.$/],
    ['die ersten zwei Absätze', /^A dish[^\n]*fridge\.\n\nFirst cooked[^\n]*all\.$/],
    ['Show only the code blocks', /^```sh\ncook --rice\n```$/],
    ['just the ingredients', /rice\n- 1 pinch[\s\S]*300 g chicken\n- 1 lemon$/],
    ['Liste les étapes pas à pas', /^(?:- \[ \] [^\n]+\n){3}- \[ \] Add the lemon\.$/],
    ['Give me the steps', /^(?:- \[ \] [^\n]+\n){3}- \[ \] Add the lemon\.$/],
    ['Only the steps in the cooker', /^- \[ \] Wash the rice\.\n- \[ \] Close the cooker\.$/],
    ['List all dates', /^First cooked on 4 May 2021 for £3\.$/],
    ['List all prices', /^First cooked on 4 May 2021 for £3\.$/],
    ['In 1 sentence please', /^A dish of rice and chicken for the whole family\.$/],
  ])('is given: %s', async (request, wanted) => {
    expect(await answered(RECIPE, request)).toMatch(wanted);
  });

  it('is given without the item of a list ahead of it', async () => {
    const shop = '# Shop\n\nThe shop sells bread and cake.\n\n- salt\n- water\n\nIt was cold. The bell rang.';
    expect(await answered(shop, 'the last sentence')).toBe('The bell rang.');
    expect(await answered(shop, 'the last two sentences')).toBe('It was cold. The bell rang.');
  });

  it('is not made up: a weight that no unit has', async () => {
    expect(await answered(RECIPE, 'What does the lemon weigh?')).toBe(NOTICES.en.noMatch);
  });

  it('has the figure that stands in the sentence behind the one that names it', async () => {
    const page = pageOf(
      'Trucks',
      'The profit of Volvo rose in spring. It came to 20 million euros. Others lost.',
      'Cars sold for 5 euros.',
    );
    expect(await answered(page, 'How much did the profit of Volvo cost in euros?')).toMatch(
      /rose in spring\. It came to 20 million/,
    );
  });
});

async function answered(markdown: string, customPrompt?: string, template?: AiTemplateName): Promise<string> {
  let text = '';
  const task = { markdown, ...(template && { template }), ...(customPrompt && { customPrompt }) };
  for await (const event of extractiveProvider.stream(task, never))
    if (event.type === 'text') text += event.text;
  return text;
}

/** A page of a title and paragraphs. */
const pageOf = (title: string, ...paragraphs: readonly string[]) =>
  [`# ${title}`, ...paragraphs].map((block) => `${block}\n\n`).join('');

describe('a prompt beside a template', () => {
  const bread =
    '# Bread\n\nBread is an old food of many lands.\n\n## Method\n\n1. Mix the flour.\n2. Knead the dough.\n\n' +
    '## Oven\n\nIt is hot. Heat the oven to 200 degrees. Do not open the door.\n\nStore the bread in a bag.\n';
  const template = 'extract-action-items';

  it.each(['please', 'bitte', 'at most nine items', 'only the important items'])(
    'that says no more loses no task: %s',
    async (prompt) => {
      const all = await answered(bread, undefined, template);
      expect(all.split('\n')).toHaveLength(5);
      expect(await answered(bread, prompt, template)).toBe(all);
    },
  );

  it('keeps the tasks below what it names, and is refused where no heading names that', async () => {
    expect(await answered(bread, 'Only for the oven', template)).toMatch(/Heat the oven[\s\S]*Do not open/);
    expect(await answered(bread, 'Only for the oven', template)).not.toMatch(/Mix|Knead/);
    await expect(answered(bread, 'Only for lands', template)).rejects.toThrow('Set PAGEMARK_AI_PROVIDER');
    expect(await answered(bread, 'Give me the steps')).toBe('- [ ] Mix the flour.\n- [ ] Knead the dough.');
  });

  it.each(['simplify', 'generate-questions'] as const)(
    'is refused where %s has no use for it',
    async (name) => {
      const all = await answered(bread, undefined, name);
      expect(await answered(bread, 'please', name)).toBe(all);
      await expect(answered(bread, 'about the oven', name)).rejects.toThrow('Set PAGEMARK_AI_PROVIDER');
    },
  );

  it('is refused where it leaves out what would be raised', async () => {
    await expect(answered(bread, 'Do not mention the oven', 'summarize')).rejects.toThrow(
      'Set PAGEMARK_AI_PROVIDER',
    );
  });
});

describe('what a page tells in lines and in other words', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'the price below the name and the rating of a thing',
      pageOf(
        'Makers',
        '[Compact](/a)',
        '4.5 (419)',
        '[$169.95](/a)',
        '[Convection](/b)',
        '4 (6)',
        '[$259.95](/b)',
      ),
      'What does the convection maker cost?',
      /^\[Convection\]\(\/b\)\n\n\[\$259\.95\]\(\/b\)$/,
    ],
    [
      'what stands below a question',
      pageOf(
        'Locks',
        'How do I keep my bike safe?',
        'Use two locks.',
        'Where can I buy one?',
        'At the counter.',
      ),
      'How do I keep a bike safe?',
      /^Use two locks\.$/,
    ],
    [
      'a temperature, and no duration',
      pageOf('Rolls', 'Heat the oven to 350 degrees.', 'Place the rolls on a sheet.', 'Bake for 15 minutes.'),
      'At what temperature do I bake the rolls?',
      /350 degrees/,
    ],
    [
      'the only duration there is',
      pageOf(
        'Mutterliebe',
        'Der Druck wächst.',
        'Der Beitrag dauert nur 20 Minuten.',
        'Er läuft auf Bayern 2.',
      ),
      'Wie lang ist die Sendung?',
      /20 Minuten/,
    ],
    [
      'what goes on behind the sentence that tells part of it',
      pageOf(
        'Targets',
        'The forecast is a significant improvement on last year.',
        'New laws on cars are the major factors behind the fall.',
        'The minister has faced criticism of prices.',
        'His statement is expected on Thursday.',
      ),
      'Which measures caused the improvement?',
      /major factors/,
    ],
  ])('is told: %s', async (_, page, question, wanted) => {
    expect(await answered(page, question)).toMatch(wanted);
  });
});

describe('all there is of a kind', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'lines with numbers whole',
      pageOf(
        'Course',
        'Chapter 1. Start',
        'Chapter 2. Tools',
        'Chapter 3. People',
        'Chapter 4. Law',
        'It is free.',
      ),
      'List all chapters',
      /^Chapter 1\. Start[\s\S]*Chapter 4\. Law$/,
    ],
    [
      'steps, without a heading that says so',
      pageOf('Onions', 'Melt the butter in a pan.', 'Stir the onions.', 'They turn golden after an hour.'),
      'Give me the steps',
      /^- \[ \] Melt the butter in a pan\.\n- \[ \] Stir the onions\.$/,
    ],
    [
      'percentages',
      pageOf('Targets', 'Emissions fall by 42.6 per cent.', 'He defends his plan.', 'Last year it was 37%.'),
      'Extract all percentages',
      /^Emissions[\s\S]*37%\.$/,
    ],
    [
      'the items that say what is asked, and none beside them',
      '# Practices\n\n- Tests come first, an author says.\n- Releases are automatic.\n- Reviews take time.\n\nThis forum is for users.\n',
      'List what is said on tests',
      /^- Tests[^\n]*$/,
    ],
  ])('is given: %s', async (_, page, request, wanted) => {
    expect(await answered(page, request)).toMatch(wanted);
  });

  const prose = 'The cup is blown by hand and holds as much as two of the old ones did.\n\n'.repeat(4);
  const items = '- Nose dome\n- Sleeve of silicone\n- No lid\n';

  it.each([
    ['the list that a line in bold names', `${prose}**Features of the cup**\n\n${items}`],
    ['the list below a heading that names it', `# Cup\n\n${prose}## Features\n\n${items}`],
    ['the list behind a label that is an item itself', `${prose}- Features\n\n<!-- -->\n\n${items}`],
  ])('is %s', async (_, page) => {
    expect(await answered(page, 'List all the features of the cup with their quantities.')).toMatch(
      /Nose dome[\s\S]*Sleeve of silicone[\s\S]*No lid/,
    );
  });

  it('reads what blocks of HTML say', async () => {
    const page =
      '<div><p>The harbour opens at six. Boats register before noon.</p></div>\n\n<!-- It never opens. -->\n';
    expect(await answered(page, 'When does the harbour open?')).toBe('The harbour opens at six.');
  });

  it('is no list behind a sentence', async () => {
    const page = `${prose}The features are many.\n\n- Nose dome\n- Sleeve\n`;
    expect(await answered(page, 'Which features are many?')).not.toContain('Sleeve');
  });
});

describe('a value', () => {
  it.each<[string, string, string, string]>([
    [
      'of the items behind what they are for, in one list',
      '# Lasagna\n\nIt is sweet.\n\n## Ingredients\n\n- Cream\n- For the Fruit\n- 2 pounds plums\n- For the Topping\n- 1/4 cup flour\n- Kosher salt\n',
      'List the ingredients for the topping',
      '- For the Topping\n- 1/4 cup flour\n- Kosher salt',
    ],
    [
      'of the row that is asked for, and none of another kind',
      '# Mat\n\n| Part Number | IF145-1674 |\n| --- | --- |\n| Shop Number | 99 88 77 66 |\n\nCall 020 5550 1234.\n\nIt holds every part of it.\n',
      'What is the shop number?',
      '| Part Number | IF145-1674 |\n| --- | --- |\n| Shop Number | 99 88 77 66 |',
    ],
    [
      'of an item of a page that is about the same, and no step',
      '# Arroz cremoso\n\nEs un plato.\n\n## Ingredientes\n\n- 200 gr de arroz\n- 50 gr de aceite\n\n## Preparación del arroz\n\nPique el ajo 2 segundos.\n\nPrograme 10 minutos.\n\nCueza 15 minutos.\n',
      '¿Cuánto arroz lleva?',
      '## Ingredientes\n\n- 200 gr de arroz',
    ],
  ])('is told: %s', async (_, page, question, wanted) => {
    expect(await answered(page, question)).toBe(wanted);
  });

  it('is asked for where a page asks little itself', async () => {
    const page =
      '# Hose\n\n| Length | 6 m |\n| --- | --- |\n| Weight | 4.7 kg |\n| Voltage | 220 V |\n\nColour: yellow\n';
    let text = '';
    const task = { markdown: page, template: 'generate-questions' } as const;
    for await (const event of extractiveProvider.stream(task, never))
      if (event.type === 'text') text += event.text;
    expect(text).toBe('1. What is the “Weight”?\n2. What is the “Voltage”?\n3. What is the “Colour”?');
  });
});

describe('all headings, percentages and dates', () => {
  const chinese = pageOf(
    '产能',
    '一季度产能利用率为73.6%，与去年接近。',
    '库存指数为48.1%。',
    '这是市场的选择。',
  );
  it.each<[string, string, string]>([
    [chinese, '列出所有百分比', '一季度产能利用率为73.6%，与去年接近。\n\n库存指数为48.1%。'],
    ['# 水\n\n## 海\n\n青い。\n\n## 川\n\n長い。\n', '見出しを一覧にして', '- 水\n  - 海\n  - 川'],
    [
      pageOf(
        'Juicio',
        'Declara el 29 de enero de 2025.',
        'El fiscal calla.',
        'Otro declara el 5 de febrero de 2025.',
      ),
      '¿Qué fechas se mencionan?',
      'Declara el 29 de enero de 2025.\n\nOtro declara el 5 de febrero de 2025.',
    ],
  ])('are given: %#', async (page, request, wanted) => {
    expect(await answered(page, request)).toBe(wanted);
  });
});
