import { type Effect, effectOf } from './bootstrap.ts';
import { REASONS } from './reasons.table.ts';
import { VARIANTS } from './variant.ts';
import type { Result } from './worker.ts';

/** A figure of the pages of some data sets. */
interface Column {
  readonly title: string;
  readonly figure: string;
  /** Data sets; where none is named, all that the rules were not written from. */
  readonly sources?: readonly string[];
  /** Whether the rules were written from other pages: what they gain here is evidence. */
  readonly isEvidence?: boolean;
}

/** What the rules were written from: gains on it are no evidence. */
const WRITTEN_FROM = ['wcxb', 'wcxb-more', 'zh'];

const COLUMNS: readonly Column[] = [
  { title: 'wcxb', figure: 'f1', sources: ['wcxb', 'wcxb-more'] },
  { title: 'zh', figure: 'f1', sources: ['zh'] },
  { title: 'magic', figure: 'f1', sources: ['magic'], isEvidence: true },
  { title: 'fundus', figure: 'f1', sources: ['fundus'], isEvidence: true },
  { title: 'postlight', figure: 'f1', sources: ['postlight'], isEvidence: true },
  { title: 'recipes', figure: 'with', sources: ['recipes'], isEvidence: true },
  { title: 'headings', figure: 's_headings', isEvidence: true },
  { title: 'code', figure: 's_code', isEvidence: true },
  { title: 'tables', figure: 's_tables', isEvidence: true },
  { title: 'links', figure: 's_links', isEvidence: true },
];
/** Share of resamples in which an effect is above 0 that makes it evidence, and columns with evidence that keep a rule. */
const SURE = 0.9;
const MIN_EVIDENCE = 2;

/** The table of `npm run ablate`, as Markdown. */
export function renderAblation(results: readonly Result[], digest: string): string {
  const rows = VARIANTS.map(({ without }) => rowOf(without, results));
  const heads = ['Without', 'pages', ...COLUMNS.map(({ title }) => title), 'cases', 'why it stays'];
  return `# What each rule earns

What every source of labelled pages loses without a rule of the extraction, in thousandths of F1 (recipes: of their lines;
headings, code, tables, links: of what the labels name of them); \\* where it is above 0 in 90 % of the resamples of its
sites. The models never saw a page's site. \`pages\`: how many the rule changes. \`cases\`: cases of the tests that lose
something without it, less those that gain. A rule stays where it gains surely in two columns of pages that it was not
written from (all but wcxb and zh), or for the reason given. Made by \`npm run ablate\`.

Engine: \`${digest}\`

| ${heads.join(' | ')} |
|${'---|'.repeat(heads.length)}
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

function rowOf(without: string, results: readonly Result[]): string[] {
  const effects = COLUMNS.map((column) => ({ column, effect: effectIn(column, without, results) }));
  const cases = results
    .filter(({ source }) => source === null)
    .map((one) => difference(one, 'kept', without) ?? 0);
  const evidence = effects.filter(({ column, effect }) => column.isEvidence && effect.positive >= SURE);
  const why =
    evidence.length >= MIN_EVIDENCE
      ? evidence.map(({ column }) => column.title).join(', ')
      : REASONS[without];
  return [
    without === 'all rules' ? without : `\`${without}\``,
    String(results.filter((one) => one.source !== null && without in one.without).length),
    ...effects.map(
      ({ effect }) => `${(effect.mean * 1000).toFixed(1)}${effect.positive >= SURE ? '\\*' : ''}`,
    ),
    String(cases.filter((loss) => loss > 0).length - cases.filter((loss) => loss < 0).length),
    why ?? (without === 'all rules' ? '' : '**nothing**'),
  ];
}

function effectIn({ figure, sources }: Column, without: string, results: readonly Result[]): Effect {
  const byDomain = new Map<string, number[]>();
  for (const one of results) {
    if (one.source === null || !(sources?.includes(one.source) ?? !WRITTEN_FROM.includes(one.source)))
      continue;
    const loss = difference(one, figure, without);
    if (loss !== null) byDomain.set(one.name, [...(byDomain.get(one.name) ?? []), loss]);
  }
  return effectOf(byDomain);
}

/** What a page or case loses of a figure; null where it has none. */
function difference({ engine, without }: Result, figure: string, name: string): number | null {
  const own = engine[figure];
  if (own === undefined) return null;
  return own - (without[name]?.[figure] ?? own);
}
