import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import STORY from '../../fixtures/stories/rivers.json' with { type: 'json' };
import { convertDocument } from '../../src/documents/convert-document.ts';
import { byHand } from './makers/by-hand.ts';

const { title, intro, link, kinds, steps, costs, end } = STORY;

/** What a writer made of the story, in `fixtures/made/pdf/`. */
const made = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/made/pdf/${name}.pdf`, import.meta.url)));

async function read(bytes: Uint8Array) {
  const { markdown, metadata, outcome, diagnostics } = await convertDocument(
    'pdf',
    { bytes, contentType: 'application/pdf', url: 'https://example.com/report.pdf' },
    {},
  );
  return { markdown, metadata, outcome, diagnostics };
}

/** The blocks that every maker's document must give, in this order. */
const BLOCKS: readonly string[] = [
  `# ${title}`,
  intro,
  `[${link.text}](${link.url})`,
  `## ${kinds.title}`,
  kinds.lead,
  kinds.items.map((item) => `- ${item}`).join('\n'),
  `## ${steps.title}`,
  steps.lead,
  steps.items.map((item, i) => `${i + 1}. ${item}`).join('\n'),
  end,
];
const TABLE = [
  `## ${costs.title}`,
  costs.lead,
  `| ${costs.rows[0]!.join(' | ')} |\n| --- | --- | --- |\n${costs.rows
    .slice(1)
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')}`,
];

function expectInOrder(markdown: string, blocks: readonly string[]): void {
  let at = 0;
  for (const block of blocks) {
    const found = markdown.indexOf(block, at);
    expect(found, `${JSON.stringify(block)} after character ${at} of\n${markdown}`).toBeGreaterThanOrEqual(
      at,
    );
    at = found + block.length;
  }
}

const STORIES: readonly (readonly [string, Uint8Array, boolean])[] = [
  ['PDFKit', made('pdfkit'), false],
  ['pdf-lib', made('pdf-lib'), false],
  ['jsPDF', made('jspdf'), true],
  ['pdfmake', made('pdfmake'), true],
  ['react-pdf', made('react-pdf'), false],
  ['pdfjs of rkusa', made('rkusa-pdfjs'), true],
  ['a hand that writes operators', byHand(), false],
  ['Chromium', made('chromium'), true],
];

describe('PDFs of many makers', () => {
  test.each(STORIES)('%s: headings, lists, links, tables and order', async (_, bytes, hasTable) => {
    const { markdown, metadata, outcome } = await read(bytes);
    expect(outcome).toBe('ok');
    expect(metadata).toMatchObject({ title, url: 'https://example.com/report.pdf' });
    expectInOrder(markdown, hasTable ? [...BLOCKS.slice(0, -1), ...TABLE, end] : BLOCKS);
    expect(markdown.match(/^#+ /gm)).toHaveLength(hasTable ? 4 : 3);
    expect(markdown.match(/\]\(/g)).toHaveLength(1);
  });

  const COLUMNS: readonly (readonly [string, Uint8Array, number])[] = [
    ['PDFKit, two justified columns', made('pdfkit-columns'), 15],
    ['Chromium, two columns over pages', made('chromium-columns'), 60],
    ['pdf-lib, pages with running lines', made('pdf-lib-pages'), 40],
  ];
  test.each(COLUMNS)('%s: sentences in reading order', async (_, bytes, least) => {
    const { markdown } = await read(bytes);
    const numbers = [...markdown.matchAll(/Sentence number (\d+) describes/g)].map(([, number]) =>
      Number(number),
    );
    expect(numbers.length).toBeGreaterThanOrEqual(least);
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(markdown.match(/^# Rivers and Bridges$/gm)).toHaveLength(1);
    const whole =
      /Sentence number \d+ describes the \w+ that the \w+ of the region built beside a \w+ with patience and considerable expenditure, which their \w+ never forgot\./g;
    expect(markdown.match(whole)?.length).toBeGreaterThanOrEqual(least - 1);
  });

  test('running headers and page numbers are left out and told; words broken over lines are whole', async () => {
    const { markdown, diagnostics } = await read(made('pdf-lib-pages'));
    expect(markdown).not.toContain('The Journal of Crossings');
    expect(markdown).not.toMatch(/en-\s*gineers/);
    expect(markdown).not.toMatch(/^\d+$/m);
    const steps = diagnostics.removed.map(({ step }) => step);
    expect(steps.filter((step) => step === 'running-header').length).toBeGreaterThan(2);
    expect(steps.filter((step) => step === 'page-number').length).toBeGreaterThan(2);
  });
});
