import { expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/parse-markdown.fixture.ts';
import { writeMarkdown } from '../markdown/write.ts';
import { withoutRepeatedLines } from './repeats.ts';

const CUP = '[Cup](https://example.com/cup)';

test.each([
  ['a line that the heading below says goes', 'Pot\n\n## Pot\n\n€9', '## Pot\n\n€9'],
  ['so does one that leads where the heading leads', `${CUP}\n\n## ${CUP}`, `## ${CUP}`],
  ['and one in a quotation', '> Pot\n>\n> ## Pot', '> ## Pot'],
  ['one that leads elsewhere stays', `${CUP}\n\n## Cup`, `${CUP}\n\n## Cup`],
  ['one with a note stays', 'Pot[^1]\n\n## Pot\n\n[^1]: Clay.', 'Pot[^1]\n\n## Pot\n\n[^1]: Clay.'],
  ['one that says more stays', 'A pot\n\n## Pot', 'A pot\n\n## Pot'],
  [
    'a list of what the notes say goes',
    'Pot[^1] and cup[^2]\n\n- 1 Clay is *soft*.\n- 2 Tin.\n\n[^1]: Clay is *soft*.\n\n[^2]: Tin.',
    'Pot[^1] and cup[^2]\n\n[^1]: Clay is *soft*.\n\n[^2]: Tin.',
  ],
  [
    'one that says more than the notes stays',
    'Pot[^1]\n\n- Clay.\n- Tin.\n\n[^1]: Clay.',
    'Pot[^1]\n\n- Clay.\n- Tin.\n\n[^1]: Clay.',
  ],
  [
    'numbers begin the headings that they count',
    '1\n\n## Pot\n\n€9\n\n02\n\n## Cup',
    '## 1. Pot\n\n€9\n\n## 2. Cup',
  ],
  ['other numbers stay', '1\n\n## Pot\n\n3\n\n## Cup', '1\n\n## Pot\n\n3\n\n## Cup'],
  ['so does one alone', '1\n\n## Pot', '1\n\n## Pot'],
  ['and those of other levels', '1\n\n## Pot\n\n2\n\n### Cup', '1\n\n## Pot\n\n2\n\n### Cup'],
  ['an item stays', '- Pot\n\n## Pot', '- Pot\n\n## Pot'],
  ['one with a text between stays', 'Pot\n\n€9\n\n## Pot', 'Pot\n\n€9\n\n## Pot'],
  [
    'a picture above the words that lead where it does is no link',
    `[![](/a.jpg)](https://example.com/cup)\n\nNew\n\n### ${CUP}`,
    `![](/a.jpg)\n\nNew\n\n### ${CUP}`,
  ],
  [
    'one of another entry is',
    `[![](/a.jpg)](/pot)\n\n[![](/b.jpg)](/cup)\n\n[P](/pot)`,
    `[![](/a.jpg)](/pot)\n\n[![](/b.jpg)](/cup)\n\n[P](/pot)`,
  ],
])('%s', (_, given, wanted) => {
  expect(writeMarkdown(withoutRepeatedLines(parseMarkdown(given)), {}).text.trim()).toBe(wanted);
});
