import { expect, it } from 'vitest';
import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { extractiveProvider } from './extractive-provider.ts';
import { NOTICES } from './notices.table.ts';

/** What most articles have beside their text: a byline, a caption, an alert, a formula, a question, code in a list, comments. */
const ARTICLE = `# A mail server of your own

By [Ana Silva](/people/ana), 2 March 2026

![A rack](/rack.jpg)

The rack for the mail server in our cellar, before the move.

A mail server of your own costs an evening and gives back control over your address. The setup has run for three years without a loss of mail.

> [!WARNING]
> An open relay is found by spammers within a few hours of its start.

## Installation

- Install Postfix:
  \`\`\`bash
  sudo apt install postfix
  \`\`\`
- Open port 25 in the firewall.
- Reboot

## Spam

Spam score is $s = a x + b$ where a and b are learnt from your own mail.

The machine costs €4 a month.

What about IPv6? It is slower, but large receivers take it.

## Comments

Thanks, this mail server article saved my own weekend.
`;

async function answer(markdown: string, asked: { template: AiTemplateName } | { customPrompt: string }) {
  let text = '';
  for await (const event of extractiveProvider.stream({ markdown, ...asked }, new AbortController().signal))
    if (event.type === 'text') text += event.text;
  return text;
}

const CODE = '- Install Postfix:\n  ```bash\n  sudo apt install postfix\n  ```';

it.each([
  ['the code', `## Installation\n\n${CODE}`],
  ['Who wrote this?', 'By [Ana Silva](/people/ana), 2 March 2026'],
  ['What do the comments say?', 'Thanks, this mail server article saved my own weekend.'],
  ['prices', 'The machine costs €4 a month.'],
  ['What did it cost?', 'The machine costs €4 a month.'],
  ['list the steps', '- [ ] Install Postfix:\n- [ ] Open port 25 in the firewall.\n- [ ] Reboot'],
])('answers of an article: %s', async (customPrompt, wanted) => {
  expect(await answer(ARTICLE, { customPrompt })).toBe(wanted);
});

it('gives what follows a question with it', async () => {
  expect(await answer(ARTICLE, { customPrompt: 'What do you say about IPv6?' })).toContain('It is slower');
});

it.each(['summarize', 'atomic-note', 'answer-core-question'] as const)(
  'makes no statement of caption, alert, formula or comment: %s',
  async (template) => {
    const text = await answer(ARTICLE, { template });
    expect(text).toMatch(/costs an evening|The setup has run/);
    expect(text).not.toMatch(/The rack|\[!|\$s|Thanks/);
  },
);

const STEPS = [
  'Open the Settings menu.',
  'Click Accounts and choose Add.',
  'Enter your address and the code.',
];
const MANUAL = `# Add an account\n\n${STEPS.map((step) => `${step}\n\n![Screen](/screen.png)\n\n`).join('')}Press Save to end.\n`;

it('takes no step for a caption', async () => {
  expect(await answer(MANUAL, { template: 'extract-action-items' })).toBe(
    [...STEPS, 'Press Save to end.'].map((step) => `- [ ] ${step}`).join('\n'),
  );
  expect(await answer(MANUAL, { template: 'simplify' })).toContain('Click Accounts and choose Add.');
});

const LEAD = 'Otters have come back to the river after sixty years. A biologist saw five of them in March.';
const NEWS = `# Otters are back

![An otter](/otter.jpg)

${LEAD}

The council bought the banks of the old mill in autumn.

![The mill](/mill.jpg)

The old mill with otters seen from the bridge.

Anglers say that the number of fish fell by a tenth.
`;

it.each(['summarize', 'answer-core-question', 'atomic-note', 'simplify'] as const)(
  'takes the lead below the first picture for no caption: %s',
  async (template) => {
    const text = await answer(NEWS, { template });
    expect(text).toContain(template === 'simplify' ? LEAD : 'Otters have come back');
    expect(text).not.toContain('from the bridge');
  },
);

it.each(['Fragen und Antworten', 'Antworten auf Fragen des Rates', '2026'])(
  'tells what stands below a heading that is not of readers alone: %s',
  async (heading) => {
    const page = `# Die Fähre\n\nDie Fähre ist alt.\n\n## ${heading}\n\nDie Überfahrt dauert bei ruhiger See vierzig Minuten.\n\n## Kommentare und Antworten (3)\n\nDie Überfahrt war für mich und die Kinder sehr schön.\n`;
    const text = await answer(page, { template: 'summarize' });
    expect(text).toContain('vierzig Minuten');
    expect(text).not.toContain('sehr schön');
  },
);

const BOAT = `# Boats

~~The price of the boat was fifty crowns in spring. It was in two parts.~~ The price of the boat is forty crowns now.

Write \`2*x\` for twice the length of the boat. The sail of the boat is of red cloth. Its mast is of pine from the north.

## The variables \`$HOME:$PATH\` and \`$HOME\`

The boat reads \`$HOME\` and \`$PATH\` at the start.

The boat costs $5 less with \`$SALE:$CODE\` at the shop.
`;

it('cuts no struck text in two, and takes no star in code for emphasis', async () => {
  expect(await answer(BOAT, { template: 'summarize' })).not.toMatch(/spring\.$/m);
  const note = await answer(BOAT, { template: 'atomic-note' });
  expect(note).toMatch(/^(?:# |- )The sail of the boat is of red cloth\.$/m);
});

it('takes no variables in code for a formula', async () => {
  expect(await answer(BOAT, { customPrompt: 'Give me the outline' })).toContain(
    'The variables $HOME:$PATH and $HOME',
  );
  const statements = await answer(BOAT, { customPrompt: 'Summarize in 9 sentences' });
  expect(statements).toContain('The boat reads `$HOME` and `$PATH` at the start.');
  expect(statements).toContain('The boat costs $5 less with `$SALE:$CODE` at the shop.');
});

it('asks for a label once, however many tables have it', async () => {
  const tables = ['Kite', 'Gale', 'Zephyr', 'Breeze'].map(
    (name, at) =>
      `## ${name}\n\n| Boat | ${name} |\n| --- | --- |\n| Price | €${at}00 |\n| Length | ${at} m |\n`,
  );
  expect(await answer(`# Boats\n\n${tables.join('\n')}`, { template: 'generate-questions' })).toBe(
    '1. What is the “Price”?\n2. What is the “Length”?',
  );
});

it('gives no price of one thing for that of another', async () => {
  const page =
    '# Two boats\n\n## Gale\n\nIt costs €400 in the shop.\n\n## Zephyr\n\nIt is made of oak and ash.\n';
  expect(await answer(page, { customPrompt: 'How much does the Zephyr cost?' })).toBe(NOTICES.en.noMatch);
  expect(await answer(page, { customPrompt: 'How much does the Gale cost?' })).toContain('€400');
  expect(await answer(page, { customPrompt: 'How much does it cost?' })).toContain('€400');
  const prose =
    '# Two boats\n\nThe Gale is a light boat for lakes. It costs €400 in the shop.\n\nThe Zephyr is of oak.\n';
  expect(await answer(prose, { customPrompt: 'How much does the Gale cost?' })).toContain('€400');
});

it('takes for a task what a list of steps names, with its code or in a word', async () => {
  const tasks = await answer(ARTICLE, { template: 'extract-action-items' });
  expect(tasks).toContain('- [ ] Install Postfix:\n- [ ] Open port 25 in the firewall.\n- [ ] Reboot');
});

it('simplifies by leaving out the longest sentences, with lists and code whole', async () => {
  const text = await answer(ARTICLE, { template: 'simplify' });
  expect(text).toContain(`${CODE}\n- Open port 25 in the firewall.\n- Reboot`);
  expect(text).toContain('The setup has run for three years without a loss of mail.');
  expect(text).not.toMatch(/costs an evening|The rack|Thanks/);
});

it('summarizes a page of two sentences by both', async () => {
  const markdown = '# Tides\n\nThe sea rises twice a day. The moon pulls it.';
  expect(await answer(markdown, { template: 'summarize' })).toBe(
    '- The sea rises twice a day.\n- The moon pulls it.',
  );
});

it('gives code of a deep list and of a quotation as a fence of its own', async () => {
  const page =
    '# Deep\n\n- One\n  - Two\n    - Three\n\n      ```sh\n      run it\n      ```\n\n> ```sh\n> quoted it\n> ```\n';
  expect(await answer(page, { customPrompt: 'the code' })).toBe(
    '```sh\nrun it\n```\n\n```sh\nquoted it\n```',
  );
});

it('puts no code into an item that it is not of', async () => {
  const page = '# Two\n\n- Install:\n  ```\n  a\n  ```\n- Restart it.\n\n  ```\n  b\n  ```\n';
  expect(await answer(page, { customPrompt: 'the code' })).toBe(
    '- Install:\n  ```\n  a\n  ```\n\n```\nb\n```',
  );
});
